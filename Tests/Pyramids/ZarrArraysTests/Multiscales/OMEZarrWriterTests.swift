import ChannelImages
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid

@testable import ZarrArrays

@Suite(.timeLimited) struct OMEZarrWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// An image of two channels, 20 × 9 and 10 × 5.
    private var description: ChannelImageDescription {
        var channels = [ChannelDescription(name: "DAPI"), ChannelDescription(name: "Alexa")]
        channels[0].color = ChannelColor(red: 0, green: 0, blue: 255)
        channels[0].displayRange = 100...4000
        channels[1].color = ChannelColor(red: 10, green: 255, blue: 0)
        channels[1].displayRange = 0...70000
        channels[1].isVisible = false
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 20, height: 9), PixelSize(width: 10, height: 5)], sampleType: .uint16,
            channels: channels)
        description.sectionCount = 2
        description.timeCount = 2
        description.pixelSpacing = .init(x: 0.25, y: 0.5, z: 2)
        return description
    }

    private func number(_ plane: ChannelPlane, x: Int, y: Int) -> UInt16 {
        UInt16(1 + plane.level * 20000 + plane.time * 10000 + plane.channel * 5000 + plane.section * 2000 + y * 100 + x)
    }

    private func planes(ofLevel level: Int) -> [ChannelPlane] {
        OMEZarrFixture.positions(in: [2, 2, 2]).map { place in
            ChannelPlane(level: level, channel: place[1], section: place[2], time: place[0])
        }
    }

    /// Writes all samples but those of the second section, which stay 0.
    private func write(_ writer: OMEZarrWriter) throws {
        for (level, array) in writer.levels.enumerated() {
            let metadata = array.metadata
            let size = writer.description.levels[level]
            let side = metadata.chunkShape[4]
            let rows = metadata.chunksPerCell[3]
            let columns = metadata.chunksPerCell[4]
            for plane in planes(ofLevel: level) where plane.section == 0 {
                for cell in OMEZarrFixture.positions(in: Array(metadata.cellGridShape[3...])) {
                    let chunks = try (0..<rows * columns).map { chunk -> [UInt8]? in
                        let top = (cell[0] * rows + chunk / columns) * side
                        let left = (cell[1] * columns + chunk % columns) * side
                        let numbers = (0..<side * side).map { position -> UInt16 in
                            let x = left + position % side
                            let y = top + position / side
                            return x < size.width && y < size.height ? number(plane, x: x, y: y) : 0
                        }
                        return try [UInt8](numbers: numbers).withUnsafeBytes { try array.encode($0) }
                    }
                    try array.write(chunks, at: [plane.time, plane.channel, plane.section] + cell)
                }
            }
        }
    }

    private func expectSamples(_ image: ZarrChannelImage) throws {
        for level in 0..<2 {
            let size = description.levels[level]
            for plane in planes(ofLevel: level) {
                var bytes = [UInt8](repeating: 0, count: size.area * 2)
                try bytes.withUnsafeMutableBytes {
                    try image.read(
                        PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: plane, into: $0)
                }
                let expected = (0..<size.area).map { position in
                    plane.section == 0
                        ? number(plane, x: position % size.width, y: position / size.width) : UInt16(0)
                }
                #expect(bytes.numbers(UInt16.self) == expected, "\(plane)")
            }
        }
    }

    /// A name with characters that JSON escapes.
    private static let name = "cells \"1\" \\ \u{1B}\n é"

    private static let compressions: [ZarrCompression] = [
        .none, .zstandard(level: 3), .blosc(level: 5), .gzip(level: 6),
    ]

    @Test(arguments: OMEZarrWriter.Version.allCases, compressions)
    func `an image comes back from a folder and an archive, with what is known of it`(
        version: OMEZarrWriter.Version, compression: ZarrCompression
    ) throws {
        for name in ["x.zarr", "x.ozx"] {
            var options = OMEZarrWriter.Options()
            options.version = version
            options.compression = compression
            options.chunkSide = 4
            options.shardSide = 8
            let writer = try OMEZarrWriter(
                creating: folder.path(name), description, name: Self.name, options: options)
            try write(writer)
            #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
            try writer.finish()
            let image = try OMEZarrImage.open(folder.path(name))
            #expect(image.description == description)
            #expect(image.name == Self.name)
            #expect(image.blockSize(ofLevel: 0) == PixelSize(width: 4, height: 4))
            try expectSamples(image)
            #expect(OMEZarrImage.recognizes(folder.path(name)))
        }
    }

    @Test func `version 0.5 has a shard for each part of a plane, and no partial name is left`() throws {
        var options = OMEZarrWriter.Options()
        options.chunkSide = 4
        options.shardSide = 16
        let writer = try OMEZarrWriter(creating: folder.path("x.zarr"), description, options: options)
        try write(writer)
        #expect(folder.contents().first == "x.zarr.partial/")
        try writer.finish()
        let files = try folder.files().keys
        let coarse = (0..<4).map { "x.zarr/1/c/\($0 / 2)/\($0 % 2)/0/0/0" }
        let fine = (0..<8).map { "x.zarr/0/c/\($0 / 4)/\($0 / 2 % 2)/0/0/\($0 % 2)" }
        #expect(
            files.sorted()
                == (["zarr.json", "0/zarr.json", "1/zarr.json"].map { "x.zarr/\($0)" } + coarse + fine).sorted())
        // A shard is no larger than the level needs: 12 rows for 9, and 8 for 5.
        #expect(writer.levels.map(\.metadata.cellShape) == [[1, 1, 1, 12, 16], [1, 1, 1, 8, 12]])
    }

    @Test func `the attributes of version 0.5 are those of the specification`() throws {
        let writer = try OMEZarrWriter(creating: folder.path("x.zarr"), description, name: "cells")
        try writer.finish()
        let space = #""type":"space","unit":"micrometer""#
        let window = #"{"start":100,"end":4000,"min":0,"max":65535}"#
        let expected = """
            {
              "zarr_format": 3,
              "node_type": "group",
              "attributes": {"ome":{"version":"0.5","multiscales":[{"name":"cells","axes":[{"name":"t","type":"time"},\
            {"name":"c","type":"channel"},{"name":"z",\(space)},{"name":"y",\(space)},{"name":"x",\(space)}],\
            "datasets":[{"path":"0","coordinateTransformations":[{"type":"scale","scale":[1,1,2,0.5,0.25]}]},\
            {"path":"1","coordinateTransformations":[{"type":"scale","scale":[1,1,2,1,0.5]},\
            {"type":"translation","translation":[0,0,0,0.25,0.125]}]}]}],\
            "omero":{"name":"cells","channels":[{"active":true,"coefficient":1,"color":"0000FF","family":"linear",\
            "inverted":false,"label":"DAPI","window":\(window)},{"active":false,"coefficient":1,"color":"0AFF00",\
            "family":"linear","inverted":false,"label":"Alexa","window":{"start":0,"end":70000,"min":0,"max":70000}}],\
            "rdefs":{"defaultT":0,"defaultZ":0,"model":"color"}}}}
            }

            """
        #expect(String(decoding: try folder.bytes(of: "x.zarr/zarr.json"), as: UTF8.self) == expected)
    }

    @Test func `the files of version 0.4 say so, and nothing is said of channels of which nothing is known`() throws {
        var options = OMEZarrWriter.Options()
        options.version = .version04
        options.compression = .none
        let plain = ChannelImageDescription(
            levels: [PixelSize(width: 3, height: 2)], sampleType: .float32, channels: [ChannelDescription()])
        let writer = try OMEZarrWriter(creating: folder.path("x.zarr"), plain, options: options)
        try writer.finish()
        #expect(try folder.files().keys.sorted() == ["x.zarr/.zattrs", "x.zarr/.zgroup", "x.zarr/0/.zarray"])
        let expected = """
            {
              "multiscales": [{"version":"0.4","axes":[{"name":"t","type":"time"},{"name":"c","type":"channel"},\
            {"name":"z","type":"space"},{"name":"y","type":"space"},{"name":"x","type":"space"}],\
            "datasets":[{"path":"0","coordinateTransformations":[{"type":"scale","scale":[1,1,1,1,1]}]}]}]
            }

            """
        #expect(String(decoding: try folder.bytes(of: "x.zarr/.zattrs"), as: UTF8.self) == expected)
        #expect(try OMEZarrImage.open(folder.path("x.zarr")).description == plain)
    }

    @Test func `an existing group is replaced if that is asked for, and other folders are not`() throws {
        let path = folder.path("x.zarr")
        func create(_ replaces: Bool) throws -> OMEZarrWriter {
            var options = OMEZarrWriter.Options()
            options.store.replacesExisting = replaces
            return try OMEZarrWriter(creating: path, description, options: options)
        }
        try create(false).finish()
        let error = #expect(throws: StoreError.self) { try create(false) }
        #expect(error?.code == .exists)
        try folder.write(Data([1]), to: "x.zarr/old")
        try create(true).finish()
        #expect(!folder.contents().contains("x.zarr/old"))
        #expect(folder.contents().allSatisfy { !$0.contains("partial") })
        try folder.remove("x.zarr")
        try folder.write(Data([1]), to: "x.zarr/photo.jpg")
        #expect(throws: StoreError.self) { try create(true) }
        #expect(folder.contents() == ["x.zarr/", "x.zarr/photo.jpg"])
    }

    @Test func `what an interrupted run has left is begun again, without its chunks`() throws {
        let path = folder.path("x.zarr")
        try write(OMEZarrWriter(creating: path, description))
        #expect(folder.contents().contains("x.zarr.partial/0/c/1/1/0/0/0"))
        let error = #expect(throws: StoreError.self) { try OMEZarrWriter(creating: path, description) }
        #expect(error?.code == .interrupted)
        var options = OMEZarrWriter.Options()
        options.store.resumes = true
        try OMEZarrWriter(creating: path, description, options: options).finish()
        #expect(try folder.files().keys.sorted() == ["x.zarr/0/zarr.json", "x.zarr/1/zarr.json", "x.zarr/zarr.json"])
        let other = #expect(throws: StoreError.self) {
            try OMEZarrWriter(creating: path, description, options: options)
        }
        #expect(other?.code == .exists)
    }

    @Test func `what is discarded leaves nothing`() throws {
        for name in ["x.zarr", "x.zip"] {
            let writer = try OMEZarrWriter(creating: folder.path(name), description)
            try write(writer)
            try writer.discard()
        }
        #expect(folder.contents() == [])
    }

    @Test func `an image that is too large for chunks leaves nothing`() throws {
        var options = OMEZarrWriter.Options()
        options.chunkSide = 1 << 15
        options.shardSide = 1 << 15
        #expect(throws: CodecError.self) {
            try OMEZarrWriter(creating: folder.path("x.zarr"), description, options: options)
        }
        #expect(folder.contents() == [])
    }
}
