import ChannelImages
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
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
}
