internal import TestSupport
import Foundation
internal import CVips
import PixelKernels
import Testing

@testable import ImageCodecs

/// A tile decoded by libvips, which is independent of this package's decoders.
struct DecodedTile {
    let width: Int
    let height: Int
    let bands: Int
    /// Bits per sample.
    let depth: Int
    /// The pixels, with samples in the machine's byte order.
    let pixels: [UInt8]
    let profile: [UInt8]?
    /// The EXIF block without the "Exif\0\0" prefix.
    let exif: [UInt8]?

    init(_ encoded: [UInt8]) throws {
        try VipsRuntime.start(file: "tile")
        // The image reads from the bytes lazily, and some metadata belongs to the image, so everything is copied here.
        let (image, metadata) = try encoded.withUnsafeBytes { buffer in
            let lazy = VipsHandle(
                owning: try #require(tk_vips_decode(vips, buffer.baseAddress, buffer.count), "it is an image"))
            let metadata = ["icc-profile-data", "exif-data"].map(lazy.bytes)
            let image = VipsHandle(
                owning: try #require(vips.pointee.image_copy_memory(lazy.image), "it can be decoded"))
            return (image, metadata)
        }
        width = image.width
        height = image.height
        bands = image.bands
        depth = image.format == VIPS_FORMAT_USHORT ? 16 : 8
        var count = 0
        let memory = try #require(vips.pointee.image_write_to_memory(image.image, &count))
        defer { g_free(memory) }
        pixels = Array(UnsafeRawBufferPointer(start: memory, count: count))
        profile = metadata[0]
        exif = metadata[1].map { $0.starts(with: "Exif\0\0".utf8) ? Array($0.dropFirst(6)) : $0 }
    }

    /// The PSNR of 8-bit samples against an original, in decibels.
    func decibels(from original: [UInt8]) -> Double {
        precondition(original.count == pixels.count, "as many samples")
        let squares = zip(original, pixels).reduce(into: 0) { sum, pair in
            let difference = Int(pair.0) - Int(pair.1)
            sum += difference * difference
        }
        return 10 * log10(65_025 * Double(pixels.count) / Double(max(squares, 1)))
    }

    /// The largest difference of an 8-bit sample to the original's.
    func greatestDifference(from original: [UInt8]) -> Int {
        zip(original, pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}

/// A profile and an EXIF block for tests.
enum TestMetadata {
    /// A profile built into libvips.
    static func profile(_ name: String = "srgb") throws -> [UInt8] {
        try VipsRuntime.start(file: "tile")
        let area = try #require(tk_vips_profile_load(vips, name))
        defer { vips.pointee.area_unref(area) }
        return Array(UnsafeRawBufferPointer(start: area.pointee.data, count: area.pointee.length))
    }

    /// A little-endian TIFF block with one tag, orientation 1.
    static let exif: [UInt8] = [
        0x49, 0x49, 0x2A, 0, 8, 0, 0, 0,
        1, 0,
        0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,
        0, 0, 0, 0,
    ]
}
