import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

@Suite(.timeLimited) struct MosaicSourceTests {
    private let fixture: MosaicFixture

    init() throws {
        fixture = try MosaicFixture()
    }

    /// The list of a grid of pieces of 20 × 15 pixels, the last smaller, that make 70 × 50.
    private func grid() throws -> String {
        var images: [String] = []
        for (row, y) in stride(from: 0, to: 50, by: 15).enumerated() {
            for (column, x) in stride(from: 0, to: 70, by: 20).enumerated() {
                let name = "pieces/\(column)-\(row).png"
                try fixture.writePart(name, x: x, y: y, width: min(20, 70 - x), height: min(15, 50 - y))
                images.append(#"{"path": "\#(name)", "x": \#(x), "y": \#(y)}"#)
            }
        }
        return #"{"mosaic": 1, "images": [\#(images.joined(separator: ", "))]}"#
    }

    private func whole(_ rows: Range<Int> = 0..<50) -> [[UInt8]] {
        rows.map { y in
            (0..<210).map { UInt8(MosaicFixture.sample($0 / 3, y, $0 % 3)) }
        }
    }

    @Test func `a mosaic of pieces is the whole image, in slabs of any height`() throws {
        let mosaic = try fixture.mosaic(fixture.write(list: grid()))
        #expect(mosaic.size == PixelSize(width: 70, height: 50) && mosaic.layout == PixelLayout(.rgb))
        for (slab, kept) in [(nil, nil), (210 * 16, nil), (210 * 17, 0), (1, 0)] as [(Int?, Int?)] {
            let source = MosaicSource(mosaic, slabLimit: slab, keptLimit: kept)
            #expect(try MosaicFixture.rows(source) == whole())
            #expect(source.warnings == [])
        }
    }

    @Test func `a list is opened as one image, and images without a place cannot be joined`() throws {
        let path = try fixture.write(list: grid())
        #expect(try MosaicFixture.rows(openMosaic(MosaicList(path))) == whole())
        let pieces = [fixture.folder.path("pieces/0-0.png"), fixture.folder.path("pieces/1-0.png")]
        #expect(throws: CodecError.self) { try openMosaic(joining: pieces) }
    }

    @Test func `images above and below the rows are not opened`() throws {
        let mosaic = try fixture.mosaic(fixture.write(list: grid()))
        for row in [0, 1, 3] {
            for column in 0..<4 { try fixture.folder.remove("pieces/\(column)-\(row).png") }
        }
        let source = MosaicSource(mosaic)
        #expect(source.rowAccess == .random)
        #expect(try MosaicFixture.rows(source, 30..<45) == whole(30..<45))
        let error = #expect(throws: CodecError.self) { try MosaicFixture.rows(MosaicSource(mosaic), 30..<46) }
        #expect(error?.message.contains("-3.png: no such file") == true && error?.code == .unreadable)
    }

    @Test func `rows that begin anywhere are those of the whole`() throws {
        let mosaic = try fixture.mosaic(fixture.write(list: grid()))
        for first in stride(from: 0, to: 50, by: 6) {
            let rows = first..<min(50, first + 17)
            let source = MosaicSource(mosaic, slabLimit: 1, keptLimit: first.isMultiple(of: 4) ? 0 : nil)
            #expect(try MosaicFixture.rows(source, rows) == whole(rows))
        }
    }

    @Test func `a higher priority lies on top, then the later image, and the background elsewhere`() throws {
        try fixture.write("red.png", [200, 0, 0], width: 4, height: 2)
        try fixture.write("green.png", [0, 200, 0], width: 4, height: 2)
        try fixture.write("gray.png", [90], width: 4, height: 2)
        let path = try fixture.write(
            list: """
                {"mosaic": 1, "size": [9, 3], "background": [1, 2, 3], "images": [
                    {"path": "red.png", "x": 0, "y": 0, "priority": 1},
                    {"path": "green.png", "x": 2, "y": 0},
                    {"path": "gray.png", "x": 5, "y": 1},
                    {"path": "gray.png", "x": -2, "y": 2, "priority": 2}]}
                """)
        let rows = try MosaicFixture.rows(MosaicSource(fixture.mosaic(path)))
        func row(_ pixels: [[UInt8]]) -> [UInt8] { pixels.flatMap { $0 } }
        let (red, green, gray, none): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
            [200, 0, 0], [0, 200, 0], [90, 90, 90], [1, 2, 3]
        )
        #expect(rows[0] == row([red, red, red, red, green, green, none, none, none]))
        #expect(rows[1] == row([red, red, red, red, green, gray, gray, gray, gray]))
        #expect(rows[2] == row([gray, gray, none, none, none, gray, gray, gray, gray]))
    }

    @Test func `transparent pixels are composited, and gray and deep images join the others`() throws {
        try fixture.write("low.png", [100, 50, 0], width: 2, height: 1)
        try fixture.write("half.png", [200, 150, 100, 128], width: 1, height: 1)
        try fixture.write("deep.png", [0x1234], width: 1, height: 1, bits: 16)
        let path = try fixture.write(
            list: """
                {"mosaic": 1, "images": [
                    {"path": "low.png", "x": 0, "y": 0}, {"path": "half.png", "x": 1, "y": 0},
                    {"path": "half.png", "x": 2, "y": 0}, {"path": "deep.png", "x": 3, "y": 0}]}
                """)
        let mosaic = try fixture.mosaic(path)
        #expect(mosaic.layout == PixelLayout(.rgba))
        // 100 + (200 - 100) · 128 ÷ 255 = 150.2.
        #expect(
            try MosaicFixture.rows(MosaicSource(mosaic))[0]
                == [100, 50, 0, 255, 150, 100, 50, 255, 200, 150, 100, 128, 0x12, 0x12, 0x12, 255])
        var options = DecodeOptions()
        options.depth = .sixteen
        let deep = try fixture.mosaic(path, options: options)
        #expect(deep.layout == PixelLayout(.rgba, .sixteen))
        let samples = try MosaicFixture.rows(MosaicSource(deep))[0].withUnsafeBytes {
            Array($0.bindMemory(to: UInt16.self))
        }
        #expect(samples[12...] == [0x1234, 0x1234, 0x1234, 0xFFFF] && samples[..<4] == [25700, 12850, 0, 0xFFFF])
        options = DecodeOptions()
        options.alpha = .flatten(RGBColor(red: 0, green: 0, blue: 0))
        let flat = try MosaicFixture.rows(MosaicSource(fixture.mosaic(path, options: options)))[0]
        #expect(flat[6..<9] == [100, 75, 50])
    }

    @Test func `an image in a larger place is enlarged, and one in a smaller place reduced`() throws {
        var ramp = PNGFixture(width: 8, height: 2) { x, _, _ in x * 32 + 16 }
        ramp.colorType = 0
        try fixture.folder.write(Data(ramp.encoded()), to: "ramp.png")
        let path = try fixture.write(
            list: """
                {"mosaic": 1, "size": [20, 4], "background": [0, 0, 0], "images": [
                    {"path": "ramp.png", "x": 2, "y": 0, "width": 16, "height": 4}]}
                """)
        let rows = try MosaicFixture.rows(MosaicSource(fixture.mosaic(path)))
        // The center of column x is at (x + 0.5) ÷ 2 of the ramp, on which the value is 32 times that.
        let inner = (1..<15).map { UInt8(Double($0 * 16) + 8) }
        for row in rows { #expect(row == [0, 0, 16] + inner + [240, 0, 0]) }
        let half = try fixture.write(
            list: """
                {"mosaic": 1, "images": [
                    {"path": "ramp.png", "part": [2, 0, 4, 2], "x": 0, "y": 0, "width": 2, "height": 1}]}
                """)
        #expect(try MosaicFixture.rows(MosaicSource(fixture.mosaic(half))) == [[96, 160]])
    }

    @Test func `a missing image is an error that names it, or background and a warning`() throws {
        try fixture.write("there.png", [7], width: 2, height: 1)
        try fixture.folder.write(Data("no image".utf8), to: "damaged.png")
        let list = """
            {"mosaic": 1, "images": [{"path": "there.png", "x": 0, "y": 0}, {"path": "gone.png", "x": 2, "y": 0}, \
            {"path": "damaged.png", "x": 2, "y": 0}]}
            """
        let path = try fixture.write(list: list)
        let error = #expect(throws: CodecError.self) { try fixture.mosaic(path) }
        #expect(error?.file == path && error?.message.hasPrefix(fixture.folder.path("gone.png: ")) == true)
        var options = DecodeOptions()
        options.allowTruncated = true
        let mosaic = try fixture.mosaic(path, options: options)
        #expect(mosaic.warnings.count == 2 && mosaic.warnings[0].contains("gone.png"))
        let source = MosaicSource(mosaic)
        try fixture.folder.remove("there.png")
        #expect(try MosaicFixture.rows(source) == [[255, 255]])
        #expect(source.warnings.count == 3 && source.warnings[2].contains("there.png"))
    }

    @Test func `an image that is replaced by one of another size or layout is an error`() throws {
        let list = #"{"mosaic": 1, "size": [9, 9], "images": [{"path": "a.png", "x": 0, "y": 0}]}"#
        for (color, side) in [([1, 2, 3], 8), ([1, 2, 3], 10), ([7], 9), ([1, 2, 3, 255], 9)] {
            try fixture.write("a.png", [1, 2, 3], width: 9, height: 9)
            let source = try MosaicSource(fixture.mosaic(fixture.write(list: list)))
            #expect(try MosaicFixture.rows(source).count == 9)
            try fixture.write("a.png", color, width: side, height: side)
            let error = #expect(throws: CodecError.self) { try MosaicFixture.rows(source) }
            #expect(error?.message.contains("a.png: the image has changed") == true)
        }
    }

    @Test func `a failed operation is not damage that may be allowed`() {
        for code in [CodecError.Code.damaged, .truncated, .unreadable, .unsupported] {
            #expect(CodecError(code, file: "a", "").isDamage)
        }
        #expect(!CodecError(.inputOutput, file: "a", "").isDamage)
    }

    @Test func `slabs end where the fewest images are divided`() throws {
        for (name, height) in [("a", 20), ("b", 9)] { try fixture.write("\(name).png", [1], width: 2, height: height) }
        let images = [("a", 0, 0), ("b", 2, 0), ("b", 2, 9), ("b", 2, 18), ("a", 0, 20)].map {
            #"{"path": "\#($0.0).png", "x": \#($0.1), "y": \#($0.2)}"#
        }
        let mosaic = try fixture.mosaic(
            fixture.write(list: #"{"mosaic": 1, "images": [\#(images.joined(separator: ","))]}"#))
        // 24 rows of 4 bytes at a time: the row 18 divides one image, 20 another, and 24 two.
        let slabs = MosaicSlabs(mosaic.images, rowBytes: 4, byteLimit: 24 * 4)
        #expect(slabs.end(from: 0, limit: 40) == 20)
        #expect(slabs.end(from: 20, limit: 40) == 40)
        // Of 19 rows, only 9 and 18 have an edge.
        #expect(MosaicSlabs(mosaic.images, rowBytes: 4, byteLimit: 19 * 4).end(from: 0, limit: 40) == 18)
        #expect(MosaicSlabs(mosaic.images, rowBytes: 4, byteLimit: 17 * 4).end(from: 1, limit: 40) == 18)
        #expect(slabs.end(from: 28, limit: 30) == 30)
    }

    @Test func `a mosaic with more pixels than are allowed is refused`() throws {
        try fixture.write("a.png", [1, 2, 3], width: 2, height: 2)
        let path = try fixture.write(
            list: #"{"mosaic": 1, "size": [10000000, 10000000], "images": [{"path": "a.png", "x": 0, "y": 0}]}"#)
        var options = DecodeOptions()
        options.limits.pixels = 1_000_000
        let error = #expect(throws: CodecError.self) { try fixture.mosaic(path, options: options) }
        #expect(error?.code == .unsupported && error?.file == path)
        #expect(error?.message.contains("limit of pixels to 100000000000000") == true)
    }

    @Test func `the fingerprint of the images changes with each of them`() throws {
        let path = try fixture.write(list: grid())
        func status() throws -> (hash: UInt64, byteCount: Int) {
            try MosaicDescription(MosaicList(path)).memberStatus()
        }
        let first = try status()
        #expect(try status().hash == first.hash)
        try fixture.writePart("pieces/1-2.png", x: 0, y: 0, width: 21, height: 15)
        let second = try status()
        #expect(second.hash != first.hash && second.byteCount > first.byteCount)
    }

    @Test func `a list that is opened again is read again only when it has changed`() throws {
        let path = try fixture.write(list: grid())
        let file = CachedMosaicFile(.named(path))
        #expect(try MosaicFixture.rows(file.open(DecodeOptions())) == whole())
        // A header that is not read again is not missed.
        try fixture.folder.remove("pieces/1-2.png")
        #expect(try file.open(DecodeOptions()).info.size == PixelSize(width: 70, height: 50))
        var options = DecodeOptions()
        options.depth = .sixteen
        #expect(throws: CodecError.self) { try file.open(options) }
        _ = try fixture.write(list: #"{"mosaic": 1, "images": [{"path": "pieces/0-0.png", "x": 1, "y": 2}]}"#)
        #expect(try file.open(DecodeOptions()).info.size == PixelSize(width: 21, height: 17))
        #expect(try CachedMosaicFile(.image(.file(fixture.folder.path("pieces/0-0.png")))).description() == nil)
    }
}
