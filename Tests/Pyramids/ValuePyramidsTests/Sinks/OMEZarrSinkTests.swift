import ChannelImages
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid
import ZarrArrays

@testable import ValuePyramids

@Suite(.timeLimited) struct OMEZarrSinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes an image with small chunks and shards; returns the path.
    private func write(
        _ image: GeneratedChannelImage, to name: String, version: OMEZarrWriter.Version = .version05, threads: Int = 1
    ) throws -> String {
        var options = OMEZarrWriter.Options()
        options.version = version
        options.compression = .gzip(level: 1)
        options.chunkSide = 16
        options.shardSide = 64
        let description = image.description.pyramid(chunk: PixelSize(width: 16, height: 16))
        let writer = try OMEZarrWriter(creating: folder.path(name), description, options: options)
        try ValuePyramidBuilder(image, threads: threads).write(to: OMEZarrSink(writer))
        return folder.path(name)
    }

    @Test(arguments: [OMEZarrWriter.Version.version04, .version05], SampleType.allCases)
    func `all values are read again, and levels are halved`(version: OMEZarrWriter.Version, type: SampleType) throws {
        let image = GeneratedChannelImage(150, 77, type, channels: 2, sections: 2)
        let path = try write(image, to: "a.zarr", version: version, threads: 2)
        let read = try OMEZarrImage.open(path)
        #expect(try ChannelImageComparison(image, read).difference(threads: 1) == nil)
        #expect(!read.hasInterleavedChannels)
        #expect(read.description.levels.map(\.description) == ["150×77", "75×39", "38×20", "19×10", "10×5"])
        for plane in planes(of: image.description) {
            let levels = try plainLevels(image, plane, count: read.description.levels.count)
            for (level, expected) in levels.enumerated() {
                var plane = plane
                plane.level = level
                let size = read.description.levels[level]
                var samples = [UInt8](repeating: 1, count: expected.count)
                try samples.withUnsafeMutableBytes {
                    try read.read(
                        PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: plane, into: $0)
                }
                #expect(samples == expected)
            }
        }
    }

    @Test func `folders and archives have the same bytes with any number of threads`() throws {
        let image = GeneratedChannelImage(200, 150, .uint16, channels: 3)
        let archive = try Data(contentsOf: URL(fileURLWithPath: write(image, to: "one.zip")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: write(image, to: "four.zip", threads: 4))) == archive)
        _ = try write(image, to: "one.zarr")
        _ = try write(image, to: "four.zarr", threads: 4)
        let all = try folder.files()
        func files(of name: String) -> [String: Data] {
            Dictionary(
                uniqueKeysWithValues: all.filter { $0.key.hasPrefix(name) }.map {
                    (String($0.key.dropFirst(name.count)), $0.value)
                })
        }
        #expect(files(of: "one.zarr/").count > 10)
        #expect(files(of: "one.zarr/") == files(of: "four.zarr/"))
    }

    @Test(arguments: ["a.zarr", "a.zip"]) func `a damaged image leaves nothing`(name: String) throws {
        let image = GeneratedChannelImage(64, 200, .uint8, damagedRow: 150)
        #expect(throws: CodecError.self) { try write(image, to: name) }
        #expect(folder.contents() == [])
    }

    /// Samples of which those of the first columns have no data.
    private final class PartlyEmptyImage: ChannelImage {
        let description: ChannelImageDescription
        private let emptyColumns: Int

        init(_ size: PixelSize, emptyColumns: Int) {
            var channel = ChannelDescription()
            channel.nodata = NodataValue("-9999")
            description = ChannelImageDescription(levels: [size], sampleType: .int16, channels: [channel])
            self.emptyColumns = emptyColumns
        }

        func blockSize(ofLevel level: Int) -> PixelSize { PixelSize(width: 16, height: 16) }

        func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
            let values = rect.rows.flatMap { _ in rect.columns.map { Int16($0 < emptyColumns ? -9999 : 8) } }
            values.withUnsafeBytes { target.copyBytes(from: $0) }
        }
    }

    @Test func `chunks without data are left out, at the edges too, and means are those of valid samples`() throws {
        for emptyColumns in [0, 17, 33, 40] {
            let image = PartlyEmptyImage(PixelSize(width: 40, height: 21), emptyColumns: emptyColumns)
            var options = OMEZarrWriter.Options()
            options.version = .version04
            options.chunkSide = 16
            options.store.replacesExisting = true
            let description = image.description.pyramid(chunk: PixelSize(width: 16, height: 16))
            let writer = try OMEZarrWriter(creating: folder.path("a.zarr"), description, options: options)
            try ValuePyramidBuilder(image, threads: 1).write(to: OMEZarrSink(writer))
            let chunks = try folder.files().keys.filter { $0.contains("/0/0/0/") }
            // Chunks of full size begin at the columns 0, 16 and 32, and have two rows; those of half the size at 0 and 16.
            let full = [0, 16, 32].count { $0 + 16 > emptyColumns && emptyColumns < 40 }
            let half = [0, 16].count { 2 * $0 + 32 > emptyColumns && emptyColumns < 40 }
            let quarter = emptyColumns < 40 ? 1 : 0
            #expect(chunks.count == 2 * full + half + quarter, "\(emptyColumns): \(chunks)")
            let read = try OMEZarrImage.open(folder.path("a.zarr"))
            for (level, size) in read.description.levels.enumerated() {
                var samples = [Int16](repeating: 1, count: size.area)
                try samples.withUnsafeMutableBytes {
                    try read.read(
                        PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: ChannelPlane(level: level),
                        into: $0)
                }
                let expected = (0..<size.area).map { Int16(($0 % size.width + 1) << level > emptyColumns ? 8 : -9999) }
                #expect(samples == expected, "\(emptyColumns), level \(level)")
            }
        }
    }
}
