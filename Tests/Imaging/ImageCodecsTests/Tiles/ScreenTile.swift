import ImageMetadata
import ImageSources
import TestSupport
import PixelKernels
import Testing
import TilePyramid

@testable import ImageCodecs

/// A tile as decoded for the screen.
struct ScreenTile: Equatable {
    let size: PixelSize
    /// The pixels as 0xAARRGGBB, row by row.
    let pixels: [UInt32]
    /// The opacity known before decoding, and the result of decoding.
    let isOpaque: (before: Bool, after: Bool)

    /// Decodes bytes and checks that nothing is written after the pixels.
    init(
        _ bytes: [UInt8], by decoder: TileDecoder = TileDecoder(), name: String = "tile"
    ) throws {
        let guardPixel: UInt32 = 0x0123_4567
        (size, pixels, isOpaque) = try decoder.decode(bytes, name: name) { tile in
            let size = tile.size
            var pixels = [UInt32](repeating: guardPixel, count: size.area + 1)
            let isOpaque = try pixels.withUnsafeMutableBufferPointer { buffer in
                try tile.write(to: UnsafeMutableBufferPointer(rebasing: buffer.dropLast()))
            }
            #expect(pixels.removeLast() == guardPixel)
            return (size, pixels, (tile.isOpaque, isOpaque))
        }
    }

    /// The expected tile for straight 8-bit samples.
    init(width: Int, height: Int, channels: PixelLayout.Channels, samples: [UInt8]) {
        precondition(samples.count == width * height * channels.rawValue, "the number of samples must match the size")
        size = PixelSize(width: width, height: height)
        pixels = (0..<(width * height)).map { pixel in
            let sample = { (place: Int) in samples[pixel * channels.rawValue + place] }
            let isGray = channels.opaque == .gray
            return PremultipliedPixels.pixel(
                red: sample(0), green: sample(isGray ? 0 : 1), blue: sample(isGray ? 0 : 2),
                channels.hasAlpha ? sample(channels.rawValue - 1) : 255)
        }
        let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
        self.isOpaque = (!channels.hasAlpha, isOpaque)
    }

    /// The expected tile for 8-bit encoded bytes, decoded by libvips.
    init(expecting bytes: [UInt8]) throws {
        let decoded = try DecodedTile(bytes)
        let channels = try #require(PixelLayout.Channels(rawValue: decoded.bands))
        try #require(decoded.depth == 8)
        self.init(width: decoded.width, height: decoded.height, channels: channels, samples: decoded.pixels)
    }

    /// The expected tile for encoded bytes, decoded as an image to be cut.
    init(cutting bytes: [UInt8]) throws {
        let image = try DecodedImage(openImage(.bytes(bytes, name: "tile")))
        self.init(
            width: image.info.size.width, height: image.info.size.height, channels: image.info.layout.channels,
            samples: image.samples.map { UInt8($0) })
    }

    /// The tile at half size: each sample is the mean of those that exist, halves rounded up.
    func halved() -> ScreenTile {
        let half = size.halved
        var halved: [UInt32] = []
        for y in 0..<half.height {
            for x in 0..<half.width {
                let columns = Array(2 * x..<min(2 * x + 2, size.width))
                let rows = Array(2 * y..<min(2 * y + 2, size.height))
                let covered = rows.flatMap { row in columns.map { pixels[row * size.width + $0] } }
                halved.append(
                    (0..<4).reduce(0) { pixel, channel in
                        let sum = covered.reduce(0) { $0 + ($1 >> (8 * channel) & 255) }
                        let count = UInt32(covered.count)
                        return pixel | ((2 * sum + count) / (2 * count)) << (8 * channel)
                    })
            }
        }
        return ScreenTile(size: half, pixels: halved, isOpaque: isOpaque)
    }

    private init(size: PixelSize, pixels: [UInt32], isOpaque: (Bool, Bool)) {
        self.size = size
        self.pixels = pixels
        self.isOpaque = isOpaque
    }

    static func == (left: ScreenTile, right: ScreenTile) -> Bool {
        left.size == right.size && left.pixels == right.pixels && left.isOpaque == right.isOpaque
    }
}
