import TestSupport
import PixelKernels
import TestLimits
import Testing
import TilePyramid

import ImageCodecs
@testable import ImageSources
@testable import JPEGLossless

/// Lossless crops of JPEGs by copying bits.
@Suite(.timeLimited) struct JPEGBitstreamCropperTests {
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

    private func cropper(_ encoding: TileEncoding = TileEncoding()) throws -> JPEGBitstreamCropper {
        try JPEGBitstreamCropper(JPEGSampleDecoder(), size: Self.size, encoding: encoding)
    }

    /// The part of a JPEG; nil if libjpeg has to crop it.
    private func part(_ size: PixelSize, of jpeg: [UInt8], by cropper: JPEGBitstreamCropper) throws -> [UInt8]? {
        var part: [UInt8]?
        let isDone = try cropper.crop(jpeg, to: size) { bytes in part = bytes.withUnsafeBytes { Array($0) } }
        #expect(isDone == (part != nil))
        return part
    }

    private func jpeg(_ storage: Libjpeg.Storage) -> [UInt8] {
        Libjpeg.encode(width: Self.size.width, height: Self.size.height, as: storage)
    }

    @Test func `crops of images of alternating kinds have the coefficients of libjpeg's crops`() throws {
        let cropper = try cropper()
        var count = 0
        for size in Self.parts + Self.parts.reversed() {
            for storage in Self.storages {
                let jpeg = jpeg(storage)
                let part = try part(size, of: jpeg, by: cropper)
                #expect((part != nil) == storage.hasOneSequentialScan)
                guard let part else { continue }
                let expected = try JPEGLosslessCropper.crop(jpeg, to: size, encoding: TileEncoding())
                #expect(Libjpeg.coefficients(of: part) == Libjpeg.coefficients(of: expected))
                let (own, its) = (Libjpeg.samples(of: part), Libjpeg.samples(of: expected))
                #expect(PixelSize(width: own.width, height: own.height) == size)
                #expect(own.samples == its.samples)
                count += 1
            }
        }
        #expect(count == 80)
    }

    @Test func `crops have the profile of the encoding`() throws {
        var encoding = TileEncoding()
        encoding.profile = Array(repeating: 7, count: 70_000)
        let jpeg = jpeg(Self.storages[0])
        let part = try #require(try part(Self.parts[1], of: jpeg, by: cropper(encoding)))
        var options = DecodeOptions()
        options.keepProfile = true
        let source = try openImage(.bytes(part, name: "part"), options: options)
        #expect(source.info.profile == encoding.profile)
    }

    @Test(arguments: [storages[0], storages[3]])
    func `a damaged image is an error, and does not affect the next one`(storage: Libjpeg.Storage) throws {
        let jpeg = jpeg(storage)
        let data = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }) + 14
        let cropper = try cropper()
        let whole = try part(Self.size, of: jpeg, by: cropper)
        let early = #expect(throws: JPEGSampleDecoder.Failure.self) {
            try part(Self.size, of: Array(jpeg[..<(data + 20)]), by: cropper)
        }
        #expect(early?.reason == "it ends early")
        #expect(try part(Self.size, of: jpeg, by: cropper) == whole)
        // No code is all ones.
        var damaged = jpeg
        damaged.insert(contentsOf: Array(repeating: [0xFF, 0], count: 8).joined(), at: data)
        let corrupt = #expect(throws: JPEGSampleDecoder.Failure.self) {
            try part(Self.size, of: damaged, by: cropper)
        }
        #expect(corrupt?.reason == "its entropy-coded data is corrupt")
        #expect(try part(Self.size, of: jpeg, by: cropper) == whole)
    }

    @Test func `an error of the body is thrown unchanged`() throws {
        struct Refusal: Error {}
        let cropper = try cropper()
        #expect(throws: Refusal.self) {
            try cropper.crop(jpeg(Self.storages[0]), to: Self.parts[0]) { _ in throw Refusal() }
        }
    }
}
