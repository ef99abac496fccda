internal import Foundation
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@Suite(.timeLimited) struct `FITS through libvips` {
    /// A FITS image of 3×2 samples, the bottom row first.
    private static func fits(bits: Int, cards: [String] = [], _ samples: [[UInt8]]) -> [UInt8] {
        func value(_ name: String, _ number: Int) -> String {
            name.padded(to: 8) + "= " + String(repeating: " ", count: 20 - "\(number)".count) + "\(number)"
        }
        let all =
            ["SIMPLE  =                    T", value("BITPIX", bits), value("NAXIS", 2), value("NAXIS1", 3)]
            + [value("NAXIS2", 2)] + cards + ["END"]
        let header = all.map { $0.padded(to: 80) }.joined().padded(to: 2880)
        let data = Array(samples.joined())
        return Array(header.utf8) + data + Array(repeating: 0, count: 2880 - data.count)
    }

    private static func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private static let grays: [UInt32] = [0, 50, 100, 150, 200, 255]

    @Test func `FITS of 8 and 16 bits and of floating point span black to white, bottom row first`() throws {
        let offset = "BZERO   =                32768"
        let files = [
            Self.fits(bits: 8, Self.grays.map { Self.bytes($0, 1) }),
            Self.fits(bits: 16, cards: [offset], Self.grays.map { Self.bytes(($0 * 257) ^ 0x8000, 2) }),
            Self.fits(bits: -32, Self.grays.map { Self.bytes(Float($0).bitPattern, 4) }),
        ]
        let folder = try TemporaryFolder()
        for file in files {
            // libvips reads FITS only from files.
            try folder.write(Data(file), to: "image.fits")
            let image = try DecodedImage.throughVips(.file(folder.path("image.fits")))
            #expect(image.info.container == "FITS")
            #expect(image.info.size == PixelSize(width: 3, height: 2))
            #expect(image.info.layout == PixelLayout(.gray))
            #expect(image.samples == [150, 200, 255, 0, 50, 100])
        }
    }
}

extension String {
    /// Appends spaces up to a length.
    fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
