import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import Testing
import TilePyramid
import ZarrArrays

@Suite(.timeLimited) struct ZarrChannelImageTests {
    private func read(_ rect: PixelRect, of plane: ChannelPlane, _ image: ZarrChannelImage) throws -> [UInt16] {
        var bytes = [UInt8](repeating: 0, count: rect.size.area * 2)
        try bytes.withUnsafeMutableBytes { try image.read(rect, of: plane, into: $0) }
        return bytes.numbers(UInt16.self)
    }

    private func expected(_ rect: PixelRect, of plane: ChannelPlane) -> [UInt16] {
        rect.rows.flatMap { y in
            rect.columns.map { x in
                OMEZarrFixture.number(
                    time: plane.time, channel: plane.channel, section: plane.section, y: y, x: x)
            }
        }
    }

    private static let forms: [(axes: String, chunks: [Character: Int])] = [
        ("tczyx", ["y": 2, "x": 4]), ("tczyx", ["t": 2, "c": 2, "z": 2, "y": 3, "x": 3]),
        ("cyx", ["c": 3, "y": 5, "x": 7]),
        ("yx", ["y": 1, "x": 1]), ("zcyx", ["z": 2, "y": 8, "x": 16]), ("cztyx", ["t": 2, "y": 4, "x": 2]),
    ]

    @Test(arguments: forms) func `every rectangle of every plane is read from whatever chunks`(
        axes: String, chunks: [Character: Int]
    ) throws {
        let fixture = OMEZarrFixture(axes: axes, chunks: chunks)
        for values in [fixture.version04, fixture.version05] {
            let image = try OMEZarrImage.open(in: MemoryZarrStore(values))
            let description = image.description
            #expect(description.levels == [PixelSize(width: 7, height: 5)])
            #expect(description.channels.count == (axes.contains("c") ? 3 : 1))
            #expect(description.sectionCount == (axes.contains("z") ? 2 : 1))
            #expect(description.timeCount == (axes.contains("t") ? 2 : 1))
            #expect(image.blockSize(ofLevel: 0) == PixelSize(width: chunks["x"] ?? 1, height: chunks["y"] ?? 1))
            let planes = OMEZarrFixture.positions(
                in: [description.timeCount, description.channels.count, description.sectionCount])
            for place in planes {
                let plane = ChannelPlane(channel: place[1], section: place[2], time: place[0])
                for y in 0..<5 {
                    for x in 0..<7 {
                        for (width, height) in [(1, 1), (7 - x, 5 - y), (min(4, 7 - x), min(3, 5 - y))] {
                            let rect = PixelRect(x: x, y: y, width: width, height: height)
                            #expect(try read(rect, of: plane, image) == expected(rect, of: plane))
                        }
                    }
                }
            }
        }
    }

    @Test func `a chunk that is left out has the fill value in its part of a rectangle`() throws {
        let fixture = OMEZarrFixture(missing: ["0/1/0/1/0"])
        let image = try OMEZarrImage.open(in: MemoryZarrStore(fixture.version04))
        let plane = ChannelPlane(channel: 1)
        let rect = PixelRect(x: 2, y: 1, width: 4, height: 3)
        var values = expected(rect, of: plane)
        for position in [4, 5, 8, 9] { values[position] = 65535 }
        #expect(try read(rect, of: plane, image) == values)
    }

    @Test func `several threads read each chunk once`() throws {
        let store = MemoryZarrStore(OMEZarrFixture(missing: ["0/0/0/0/0"]).version04)
        let image = try OMEZarrImage.open(in: store)
        let rect = PixelRect(x: 0, y: 0, width: 7, height: 5)
        parallelFor(40, workers: 8, makeContext: {}) { number, _ in
            let plane = ChannelPlane(channel: number % 2)
            let values = try? read(rect, of: plane, image)
            if plane.channel == 1 { #expect(values == expected(rect, of: plane)) }
            #expect(values?.count == 35)
        }
        let chunks = store.reads.filter { $0.hasPrefix("0/0/") }
        #expect(chunks.count { $0.hasPrefix("0/0/0/") } == 6)
        #expect(Set(chunks).count == chunks.count)
    }

    @Test func `small chunks and missing ones cost what their entries take`() throws {
        let fixture = OMEZarrFixture(chunks: [:], missing: ["0/0/0/4/6"])
        let rect = PixelRect(x: 0, y: 0, width: 7, height: 5)
        for (limit, isKept) in [(35 * 600, true), (4096, false)] {
            let store = MemoryZarrStore(fixture.version04)
            let image = try OMEZarrImage.open(in: store, chunkCacheByteLimit: limit)
            for _ in 0..<2 { _ = try read(rect, of: ChannelPlane(), image) }
            let reads = store.reads.count { $0.hasPrefix("0/0/0/0/") }
            #expect(isKept ? reads == 35 : reads > 35)
        }
    }

    @Test func `one chunk is kept however little memory is allowed`() throws {
        let fixture = OMEZarrFixture(chunks: ["y": 5, "x": 7])
        let store = MemoryZarrStore(fixture.version04)
        let image = try OMEZarrImage.open(in: store, chunkCacheByteLimit: 1)
        for y in 0..<5 {
            let rect = PixelRect(x: 0, y: y, width: 7, height: 1)
            #expect(try read(rect, of: ChannelPlane(), image) == expected(rect, of: ChannelPlane()))
        }
        #expect(store.reads.count { $0.hasPrefix("0/0/0/0/") } == 1)
    }

    @Test func `a damaged chunk is an error for each reader, and others are read`() throws {
        var values = OMEZarrFixture().version04
        values["0/0/0/0/0/0"] = [1, 2, 3]
        let image = try OMEZarrImage.open(in: MemoryZarrStore(values))
        for _ in 0..<3 {
            let error = #expect(throws: CodecError.self) {
                try read(PixelRect(x: 0, y: 0, width: 7, height: 5), of: ChannelPlane(), image)
            }
            #expect(error?.file == "memory.zarr/0/0/0/0/0/0")
        }
        let rect = PixelRect(x: 4, y: 0, width: 3, height: 5)
        #expect(try read(rect, of: ChannelPlane(), image) == expected(rect, of: ChannelPlane()))
    }

    @Test func `a coarse level with fewer sections is read at the section nearby`() throws {
        var fine = OMEZarrFixture()
        fine.multiscales = ""
        var values = fine.version04
        var coarse = OMEZarrFixture(lengths: ["t": 2, "c": 3, "z": 1, "y": 3, "x": 4], level: "1")
        coarse.chunks = ["y": 3, "x": 4]
        for (key, value) in coarse.version04 where key.hasPrefix("1/") { values[key] = value }
        let text = fine.image.replacing(#"{"path":"0"}"#, with: #"{"path":"0"},{"path":"1"}"#)
        values[".zattrs"] = Array(#"{"multiscales":[\#(text)]}"#.utf8)
        let image = try OMEZarrImage.open(in: MemoryZarrStore(values))
        #expect(image.description.levels == [PixelSize(width: 7, height: 5), PixelSize(width: 4, height: 3)])
        let rect = PixelRect(x: 0, y: 0, width: 4, height: 3)
        let plane = ChannelPlane(level: 1, channel: 2, section: 1, time: 1)
        #expect(try read(rect, of: plane, image) == expected(rect, of: ChannelPlane(channel: 2, time: 1)))
    }
}
