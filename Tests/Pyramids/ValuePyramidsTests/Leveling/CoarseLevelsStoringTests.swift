import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid
import ZarrArrays

@testable import ValuePyramids

/// Coarse levels that are written, and read from then on.
@Suite(.timeLimited) struct CoarseLevelsStoringTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(
        _ image: LeveledChannelImage, cancellation: Cancellation = Cancellation(),
        willFinish: @escaping @Sendable () throws -> Void = {}
    ) throws -> String {
        let path = folder.path("levels.ome.zarr")
        _ = try image.coarse.write(
            to: path, name: "levels", store: StoreOptions(), cancellation: cancellation, willFinish: willFinish)
        return path
    }

    @Test(arguments: [SampleType.uint8, .uint16, .float32])
    func `levels that are written have the means, and full size is left out`(type: SampleType) throws {
        let file = GeneratedChannelImage(150, 77, type, channels: 2, sections: 2, isInterleaved: true)
        let image = LeveledChannelImage(file, pixelLimit: 200, chunkSide: 16)
        let levels = try OMEZarrImage.open(write(image))
        #expect(levels.description.levels.map(\.description) == ["75×39", "38×20", "19×10", "10×5"])
        #expect(image.coarse.fits(levels.description))
        #expect(!image.coarse.isStored && image.measured === file)
        image.coarse.use(levels)
        #expect(image.coarse.isStored && image.measured === image)
        for plane in planes(of: file.description) {
            let expected = try plainLevels(file, plane, count: 5)
            for (level, size) in image.description.levels.enumerated() {
                var plane = plane
                plane.level = level
                var samples = [UInt8](repeating: 9, count: size.area * type.byteCount)
                try samples.withUnsafeMutableBytes {
                    try image.read(
                        PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: plane, into: $0)
                }
                #expect(samples == expected[level])
            }
        }
    }

    @Test func `levels of another image do not fit`() throws {
        let coarse = LeveledChannelImage(GeneratedChannelImage(150, 77, .uint16), pixelLimit: 200, chunkSide: 16).coarse
        for other in [
            GeneratedChannelImage(150, 78, .uint16), GeneratedChannelImage(150, 77, .int16),
            GeneratedChannelImage(150, 77, .uint16, channels: 2), GeneratedChannelImage(150, 77, .uint16, sections: 2),
            GeneratedChannelImage(150, 77, .uint16, times: 2),
        ] {
            let description = LeveledChannelImage(other, pixelLimit: 200, chunkSide: 16).coarse.description
            // Halves of 77 and 78 rows are alike.
            #expect(coarse.fits(description) == (other.description.size.height == 78))
        }
    }

    @Test func `a run that is canceled, or refused at its end, leaves nothing`() throws {
        let image = LeveledChannelImage(
            GeneratedChannelImage(150, 77, .uint16), pixelLimit: 200, chunkSide: 16)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try write(image, cancellation: cancellation) }
        #expect(folder.contents().isEmpty)
        #expect(throws: CodecError.self) {
            try write(image) { throw CodecError(.unreadable, file: "image", "the image changed.") }
        }
        #expect(folder.contents().isEmpty)
        #expect(try OMEZarrImage.open(write(image)).description.levels.count == 4)
    }

    @Test func `the bytes of all levels are those of whole chunks of all planes`() {
        let image = LeveledChannelImage(
            GeneratedChannelImage(150, 77, .uint16, channels: 3, sections: 2), pixelLimit: 200, chunkSide: 16)
        // 75×39, 38×20, 19×10 and 10×5 pixels have 15, 6, 2 and 1 chunks.
        #expect(image.coarse.byteCount == 24 * 256 * 2 * 6)
    }
}
