import TestSupport
import PixelKernels
import TestLimits
import Testing
import TilePyramid

import ImageCodecs
import ImageMetadata
@testable import ImageSources
@testable import JPEGLossless

/// Parts and pieces of JPEGs by copying bits.
@Suite(.timeLimited) struct JPEGBitstreamDividerTests {
    private static let size = PixelSize(width: 64, height: 48)
    /// The first pixel, fewer columns, fewer rows, both, and everything.
    private static let parts = [
        PixelSize(width: 1, height: 1), PixelSize(width: 17, height: 48), PixelSize(width: 64, height: 31),
        PixelSize(width: 33, height: 16), size,
    ]
    private static let storages =
        Libjpeg.Storage.tiled + [
            Libjpeg.Storage(name: "4:4:0", sampling: [(1, 2), (1, 1), (1, 1)]),
            Libjpeg.Storage(name: "4:1:1", sampling: [(4, 1), (1, 1), (1, 1)]),
            Libjpeg.Storage(name: "gray with factors", sampling: [(2, 2)]),
            Libjpeg.Storage(name: "arithmetic", sampling: [(1, 1)], isArithmetic: true),
        ]

    private func divider(_ encoding: TileEncoding = TileEncoding()) throws -> JPEGBitstreamDivider {
        try JPEGBitstreamDivider(JPEGSampleDecoder(), size: Self.size, encoding: encoding)
    }

    /// The part of a JPEG; nil if libjpeg has to crop it.
    private func part(_ size: PixelSize, of jpeg: [UInt8], by divider: JPEGBitstreamDivider) throws -> [UInt8]? {
        var part: [UInt8]?
        let isDone = try divider.divide(jpeg, part: size) { _, _, bytes in part = bytes.withUnsafeBytes { Array($0) } }
        #expect(isDone == (part != nil))
        return part
    }

    private func jpeg(_ storage: Libjpeg.Storage) -> [UInt8] {
        Libjpeg.encode(width: Self.size.width, height: Self.size.height, as: storage)
    }

    @Test func `crops of images of alternating kinds have the coefficients of libjpeg's crops`() throws {
        let divider = try divider()
        var count = 0
        for size in Self.parts + Self.parts.reversed() {
            for storage in Self.storages {
                let jpeg = jpeg(storage)
                let part = try part(size, of: jpeg, by: divider)
                #expect((part != nil) == storage.hasOneSequentialScan)
                guard let part else { continue }
                let expected = try JPEGLosslessCropper.crop(jpeg, to: size, encoding: TileEncoding())
                #expect(Libjpeg.coefficients(of: part) == Libjpeg.coefficients(of: expected))
                let own = Libjpeg.samples(of: part)
                let its = Libjpeg.samples(of: expected)
                #expect(PixelSize(width: own.width, height: own.height) == size)
                #expect(own.samples == its.samples)
                count += 1
            }
        }
        #expect(count == 80)
    }

    @Test(arguments: [
        PixelSize(width: 32, height: 16), PixelSize(width: 16, height: 32), PixelSize(width: 48, height: 48),
    ])
    func `pieces have the coefficients of the image, in every part of it`(piece: PixelSize) throws {
        let divider = try JPEGBitstreamDivider(
            JPEGSampleDecoder(), size: Self.size, piece: piece, encoding: TileEncoding())
        for size in Self.parts {
            for storage in Self.storages where storage.hasOneSequentialScan {
                let jpeg = jpeg(storage)
                let whole = Libjpeg.coefficients(of: jpeg)
                let factors = storage.sampling.map { (Int($0.across), Int($0.down)) }
                let largest = (
                    horizontal: factors.map(\.0).max() ?? 1, vertical: factors.map(\.1).max() ?? 1
                )
                let mcu =
                    factors.count == 1
                    ? PixelSize(width: 8, height: 8)
                    : PixelSize(width: 8 * largest.horizontal, height: 8 * largest.vertical)
                var pieces = 0
                let isDone = try divider.divide(jpeg, part: size) { column, row, bytes in
                    let bytes = bytes.withUnsafeBytes { Array($0) }
                    let rect = PixelRect(
                        x: column * piece.width, y: row * piece.height,
                        width: min(piece.width, size.width - column * piece.width),
                        height: min(piece.height, size.height - row * piece.height))
                    let samples = Libjpeg.samples(of: bytes)
                    #expect(PixelSize(width: samples.width, height: samples.height) == rect.size)
                    for (number, component) in Libjpeg.coefficients(of: bytes).enumerated() {
                        let left = rect.x * factors[number].0 / (8 * largest.horizontal)
                        let top = rect.y * factors[number].1 / (8 * largest.vertical)
                        let expected = whole[number].part(
                            columns: left..<left + component.columns, rows: top..<top + component.rows)
                        #expect(component.blocks == expected)
                    }
                    pieces += 1
                }
                let isDivisible =
                    (size.width <= piece.width || piece.width.isMultiple(of: mcu.width))
                    && (size.height <= piece.height || piece.height.isMultiple(of: mcu.height))
                #expect(isDone == isDivisible)
                let count =
                    ((size.width + piece.width - 1) / piece.width) * ((size.height + piece.height - 1) / piece.height)
                #expect(pieces == (isDivisible ? count : 0))
            }
        }
    }

    @Test func `crops have the profile of the encoding`() throws {
        var encoding = TileEncoding()
        encoding.profile = Array(repeating: 7, count: 70_000)
        let jpeg = jpeg(Self.storages[0])
        let part = try #require(try part(Self.parts[1], of: jpeg, by: divider(encoding)))
        var options = DecodeOptions()
        options.keepProfile = true
        let source = try openImage(.bytes(part, name: "part"), options: options)
        #expect(source.info.profile == encoding.profile)
    }

    @Test(arguments: [storages[0], storages[3]])
    func `a damaged image is an error, and does not affect the next one`(storage: Libjpeg.Storage) throws {
        let jpeg = jpeg(storage)
        let data = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }) + 14
        let divider = try divider()
        let whole = try part(Self.size, of: jpeg, by: divider)
        let early = #expect(throws: JPEGSampleDecoder.Failure.self) {
            try part(Self.size, of: Array(jpeg[..<(data + 20)]), by: divider)
        }
        #expect(early?.reason == "it ends early")
        #expect(try part(Self.size, of: jpeg, by: divider) == whole)
        // No code is all ones.
        var damaged = jpeg
        damaged.insert(contentsOf: Array(repeating: [0xFF, 0], count: 8).joined(), at: data)
        let corrupt = #expect(throws: JPEGSampleDecoder.Failure.self) {
            try part(Self.size, of: damaged, by: divider)
        }
        #expect(corrupt?.reason == "its entropy-coded data is corrupt")
        #expect(try part(Self.size, of: jpeg, by: divider) == whole)
    }

    @Test func `an error of the body is thrown unchanged`() throws {
        struct Refusal: Error {}
        let divider = try divider()
        #expect(throws: Refusal.self) {
            try divider.divide(jpeg(Self.storages[0]), part: Self.parts[0]) { _, _, _ in throw Refusal() }
        }
    }
}
