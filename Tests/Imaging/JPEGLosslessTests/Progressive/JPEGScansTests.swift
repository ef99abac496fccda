import Foundation
import ImageCodecs
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageSources
@testable import JPEGLossless

@Suite(.timeLimited) struct JPEGScansTests {
    private static let storages = Libjpeg.Storage.scans
    private static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 8, height: 24), PixelSize(width: 33, height: 31),
        PixelSize(width: 97, height: 130), PixelSize(width: 250, height: 17),
    ]

    private static func source(_ jpeg: [UInt8], allowTruncated: Bool = false) throws -> JPEGImageSource {
        var options = DecodeOptions()
        options.allowTruncated = allowTruncated
        return try #require(try openImage(.bytes(jpeg, name: "test.jpg"), options: options) as? JPEGImageSource)
    }

    @Test(arguments: storages)
    func `all scans are decoded side by side`(storage: Libjpeg.Storage) throws {
        let jpeg = Libjpeg.encode(width: 40, height: 40, as: storage)
        #expect(try Self.source(jpeg).scanRowDecoder(for: TileEncoding()) != nil)
        // libjpeg conceals damage, and optimizes tables.
        #expect(try Self.source(jpeg, allowTruncated: true).scanRowDecoder(for: TileEncoding()) == nil)
        var encoding = TileEncoding()
        encoding.optimizesHuffman = true
        #expect(try Self.source(jpeg).scanRowDecoder(for: encoding) == nil)
    }

    @Test(arguments: storages, sizes)
    func `every block of a tile has the image's own coefficients`(storage: Libjpeg.Storage, size: PixelSize) throws {
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        for threads in [1, 2, 8] {
            try PassthroughCollector.cut(jpeg, tileSize: 32, threads: threads).expectBlocks(of: jpeg, matching: storage)
        }
    }

    @Test(arguments: storages, sizes)
    func `tiles have the bytes that libjpeg writes`(storage: Libjpeg.Storage, size: PixelSize) throws {
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        // libjpeg reads and writes where damage is allowed.
        let expected = try PassthroughCollector.cut(jpeg, tileSize: 64, allowTruncated: true).tiles
        let cut = try PassthroughCollector.cut(jpeg, tileSize: 64)
        #expect(cut.tiles == expected)
        #expect(cut.warnings.isEmpty)
    }

    @Test(arguments: storages, sizes)
    func `the next level is that of the same image with one scan`(storage: Libjpeg.Storage, size: PixelSize) throws {
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        var sequential = storage
        sequential.isProgressive = false
        sequential.scans = []
        let other = Libjpeg.encode(width: size.width, height: size.height, as: sequential)
        for asPlanes in [false, true] {
            let half = try PassthroughCollector.cut(jpeg, tileSize: 32, asPlanes: asPlanes).half
            #expect(try half == PassthroughCollector.cut(other, tileSize: 32, asPlanes: asPlanes).half)
        }
    }

    @Test func `a file is read like bytes`() throws {
        let jpeg = Libjpeg.encode(width: 300, height: 200, as: Self.storages[4])
        let folder = try TemporaryFolder()
        let path = folder.path("image.jpg")
        try Data(jpeg).write(to: URL(fileURLWithPath: path))
        let source = try #require(try openImage(.file(path)) as? JPEGImageSource)
        #expect(try source.scanRowDecoder(for: TileEncoding()) != nil)
    }

    // MARK: Damage

    /// Returns the errors of reading with this package's decoders, and with libjpeg.
    private static func failures(_ jpeg: [UInt8]) -> (own: CodecError?, libjpeg: CodecError?) {
        func failure(_ read: (JPEGImageSource, Pyramid) throws -> Void) -> CodecError? {
            do {
                let source = try source(jpeg)
                try read(source, Pyramid(size: source.info.size, tileSize: 32))
                return nil
            } catch {
                return error as? CodecError
            }
        }
        let own = failure { source, pyramid in
            try source.readTiles(
                of: pyramid, encoding: TileEncoding(), asPlanes: false, threads: 2,
                into: Encoding(pyramid.finestLevel))
        }
        let libjpeg = failure { source, pyramid in
            try source.readCoefficientTiles(
                of: pyramid, encoding: TileEncoding(), asPlanes: false, into: Encoding(pyramid.finestLevel))
        }
        return (own, libjpeg)
    }

    /// Encodes all tiles.
    private final class Encoding: PassthroughReceiver {
        private let level: Level
        init(_ level: Level) { self.level = level }

        func receive(_ row: any PassthroughRow) throws {
            for index in row.indices(on: level) {
                try row.withTile(column: row.position(of: index)) { _ in }
                row.releaseTile()
            }
        }
        func receiveHalfScale(_ band: PixelBand) throws {}
        func receiveHalfScale(_ band: PlanarBand) throws {}
        func awaitProgress() throws {}
    }

    @Test(arguments: [0, 1, 4, 8])
    func `a truncated file has the error that libjpeg finds`(number: Int) throws {
        let jpeg = Libjpeg.encode(width: 120, height: 90, as: Self.storages[number])
        let first = try Segments(jpeg).offset(ofData: 0)
        for count in stride(from: first, to: jpeg.count, by: 97) {
            let (own, libjpeg) = Self.failures(Array(jpeg.prefix(count)))
            #expect(own?.code == .truncated)
            #expect(own == libjpeg)
        }
    }

    @Test(arguments: [0, 1, 3, 4, 7, 13, 14])
    func `a corrupt file has the error that libjpeg finds`(number: Int) throws {
        let jpeg = Libjpeg.encode(width: 120, height: 90, as: Self.storages[number])
        let first = try Segments(jpeg).offset(ofData: 0)
        var failed = 0
        for offset in stride(from: first, to: jpeg.count - 2, by: 61) {
            for flip: UInt8 in [0x01, 0x40, 0xFF] {
                var damaged = jpeg
                damaged[offset] ^= flip
                let (own, libjpeg) = Self.failures(damaged)
                // In sequential scans libjpeg overlooks some codes that do not exist.
                let isOverlooked = !Self.storages[number].isProgressive && libjpeg == nil && own?.code == .damaged
                #expect(own?.description == libjpeg?.description || isOverlooked, "byte \(offset), \(flip)")
                failed += own == nil ? 0 : 1
            }
        }
        #expect(failed > 0)
    }

    @Test func `bytes that no scan uses are a warning`() throws {
        let jpeg = Libjpeg.encode(width: 40, height: 40, as: Self.storages[4])
        let segments = try Segments(jpeg)
        let second = try #require(segments.list.filter { $0.marker == 0xDA }.dropFirst().first).offset
        // Before the tables of the second scan.
        let tables = try #require(segments.list.last { $0.offset < second && $0.marker == 0xC4 }).offset
        var longer = jpeg
        longer.insert(contentsOf: [0, 0, 0, 0], at: tables)
        let collector = try PassthroughCollector.cut(longer, tileSize: 32)
        #expect(collector.warnings == [JPEGInspection.skippedBytesWarning])
        #expect(try collector.tiles == PassthroughCollector.cut(jpeg, tileSize: 32).tiles)
    }
}
