import PixelKernels
import Testing
import TilePyramid

@testable import ImageCodecs

/// A tile as a decoder wrote it for the screen.
struct ScreenTile: Equatable {
    let size: PixelSize
    /// Pixels 0xAARRGGBB, row after row.
    let pixels: [UInt32]
    /// What was known of its opacity before it was decoded, and afterwards.
    let isOpaque: (before: Bool, after: Bool)

    /// Decodes bytes, and sees that nothing is written behind the pixels.
    init(
        _ bytes: [UInt8], by decoder: TileDecoder = TileDecoder(), scale: DecodeScale = .full, name: String = "tile"
    ) throws {
        let guardPixel: UInt32 = 0x0123_4567
        (size, pixels, isOpaque) = try decoder.decode(bytes, name: name) { tile in
            let size = scale.size(of: tile.size)
            var pixels = [UInt32](repeating: guardPixel, count: size.area + 1)
            let isOpaque = try pixels.withUnsafeMutableBufferPointer { buffer in
                try tile.write(to: UnsafeMutableBufferPointer(rebasing: buffer.dropLast()), scale: scale)
            }
            #expect(pixels.removeLast() == guardPixel)
            return (size, pixels, (tile.isOpaque, isOpaque))
        }
    }

    /// What a tile ought to be, from straight samples of 8 bits.
    init(width: Int, height: Int, channels: PixelLayout.Channels, samples: [UInt8]) {
        precondition(samples.count == width * height * channels.rawValue, "as many samples")
        size = PixelSize(width: width, height: height)
        pixels = (0..<(width * height)).map { pixel in
            let sample = { (place: Int) in samples[pixel * channels.rawValue + place] }
            let isGrey = channels.opaque == .grey
            return PremultipliedPixels.pixel(
                red: sample(0), green: sample(isGrey ? 0 : 1), blue: sample(isGrey ? 0 : 2),
                channels.hasAlpha ? sample(channels.rawValue - 1) : 255)
        }
        let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
        self.isOpaque = (!channels.hasAlpha, isOpaque)
    }

    /// What libvips makes of encoded bytes of 8 bits, as it ought to look.
    init(expecting bytes: [UInt8]) throws {
        let decoded = try DecodedTile(bytes)
        let channels = try #require(PixelLayout.Channels(rawValue: decoded.bands))
        try #require(decoded.depth == 8)
        self.init(width: decoded.width, height: decoded.height, channels: channels, samples: decoded.pixels)
    }

    /// What an image is when it is cut, as it ought to look.
    init(cutting bytes: [UInt8]) throws {
        let image = try DecodedImage(openImage(.bytes(bytes, name: "tile")))
        self.init(
            width: image.info.size.width, height: image.info.size.height, channels: image.info.layout.channels,
            samples: image.samples.map { UInt8($0) })
    }

    /// The samples alpha, red, green and blue of a pixel.
    func samples(_ x: Int, _ y: Int) -> [Int] {
        let pixel = pixels[y * size.width + x]
        return (0..<4).map { Int(pixel >> (24 - 8 * UInt32($0)) & 255) }
    }

    static func == (left: ScreenTile, right: ScreenTile) -> Bool {
        left.size == right.size && left.pixels == right.pixels && left.isOpaque == right.isOpaque
    }
}
