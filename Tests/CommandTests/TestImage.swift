import Foundation
import ImageCodecs
import ImageSources
import PixelKernels
import TilePyramid

/// Deterministic JPEG images for tests.
enum TestImage {
    /// Returns a color image of smooth gradients with a grid.
    static func jpeg(_ width: Int, _ height: Int, profile: [UInt8]? = nil) throws -> Data {
        try jpeg(width, height, quality: 90, profile: profile) { x, y in
            let line: UInt8 = x % 64 == 0 || y % 64 == 0 ? 255 : 0
            return (UInt8(truncatingIfNeeded: x) | line, UInt8(truncatingIfNeeded: y) | line, UInt8(x * y >> 4 & 255))
        }
    }

    /// Returns a white image.
    static func white(_ width: Int, _ height: Int) throws -> Data {
        try jpeg(width, height, quality: 90) { _, _ in (255, 255, 255) }
    }

    /// Returns noise, which no format compresses well.
    static func noise(_ width: Int, _ height: Int) throws -> Data {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        return try jpeg(width, height, quality: 100) { _, _ in
            // xorshift64: https://www.jstatsoft.org/article/view/v008i14
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return (UInt8(state >> 8 & 255), UInt8(state >> 16 & 255), UInt8(state >> 24 & 255))
        }
    }

    static func jpeg(
        _ width: Int, _ height: Int, quality: Int, profile: [UInt8]? = nil,
        _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8)
    ) throws -> Data {
        // The rows repeat, so that large images are generated quickly.
        let period = min(height, 64)
        var samples: [UInt8] = []
        samples.reserveCapacity(width * period * 3)
        for y in 0..<period {
            for x in 0..<width {
                let (red, green, blue) = pixel(x, y)
                samples += [red, green, blue]
            }
        }
        var encoding = TileEncoding()
        encoding.quality = quality
        encoding.profile = profile
        let layout = PixelLayout(.rgb)
        let encoder = try encoding.makeEncoder(for: layout)
        var result = Data()
        try samples.withUnsafeBytes { samples in
            guard let base = samples.baseAddress else { return }
            try (0..<height).map { base + $0 % period * width * 3 }.withUnsafeBufferPointer { rows in
                try encoder.encode(
                    TilePixels(size: PixelSize(width: width, height: height), layout: layout, rows: rows)
                ) { bytes in
                    bytes.withUnsafeBytes { result = Data($0) }
                }
            }
        }
        return result
    }
}

extension TestImage {
    /// A color that JPEG keeps to the last digits.
    enum Solid {
        case red, green, blue

        /// The color as a pixel, 0xAARRGGBB.
        var argb: UInt32 {
            let (red, green, blue) = channels
            return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }

        var channels: (red: UInt8, green: UInt8, blue: UInt8) {
            switch self {
            case .red: (200, 40, 40)
            case .green: (40, 160, 60)
            case .blue: (40, 80, 200)
            }
        }
    }

    /// Returns an image of one color.
    static func solid(_ width: Int, _ height: Int, _ color: Solid) throws -> Data {
        try jpeg(width, height, quality: 95) { _, _ in color.channels }
    }
}
