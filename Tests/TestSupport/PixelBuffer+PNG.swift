internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
import LayerTree
internal import PixelKernels
internal import TilePyramid
public import VectorDrawing

/// Lossless PNG files with straight alpha.
extension PixelBuffer {
    /// Writes a PNG file, with alpha if any pixel is not opaque; replaces an existing file.
    ///
    /// - Parameter path: the path; its folder must exist.
    /// - Throws: `CodecError` if the file cannot be written.
    public func writePNG(_ path: String) throws {
        let pixels = withPixels { Array($0) }
        let layout = PixelLayout(pixels.allSatisfy { $0 >> 24 == 255 } ? .rgb : .rgba)
        let bytes = pixels.flatMap { pixel in
            let alpha = pixel >> 24
            let color = [16, 8, 0].map { shift in
                // Rounded to nearest, so that multiplying by alpha gives the same value again.
                UInt8(alpha == 0 ? 0 : ((pixel >> shift & 255) * 255 + alpha / 2) / alpha)
            }
            return layout.channels.hasAlpha ? color + [UInt8(alpha)] : color
        }
        let writer = try ImageFileFormat.png.makeWriter(path, size: size, layout: layout)
        try bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try writer.write(PixelBand(base: base, stride: size.width * layout.bytesPerPixel, rows: 0..<size.height))
        }
        try writer.finish()
    }

    /// Reads an image file of 8 bits per sample, gray or in color, with or without alpha.
    ///
    /// - Parameter path: the path of the file.
    /// - Returns: the pixels.
    /// - Throws: `CodecError` if the file cannot be read.
    public static func read(_ path: String) throws -> PixelBuffer {
        let source = try openImage(.file(path))
        let size = source.info.size
        let channels = source.info.layout.channels
        precondition(source.info.layout.depth == .eight, "images of tests have 8 bits per sample")
        return try PixelBuffer(size: size, isOpaque: !channels.hasAlpha) { target in
            try source.readBands { band in
                for row in band.rows {
                    let samples = band.row(row).assumingMemoryBound(to: UInt8.self)
                    for column in 0..<size.width {
                        target[row * size.width + column] = pixel(samples + column * channels.rawValue, channels)
                    }
                }
            }
        }
    }

    private static func pixel(_ samples: UnsafePointer<UInt8>, _ channels: PixelLayout.Channels) -> UInt32 {
        let isGray = channels == .gray || channels == .grayAlpha
        let alpha = channels.hasAlpha ? UInt32(samples[channels.rawValue - 1]) : 255
        return (0..<3).reduce(alpha << 24) { pixel, channel in
            let sample = UInt32(samples[isGray ? 0 : channel])
            return pixel | ((sample * alpha + 127) / 255) << UInt32(16 - 8 * channel)
        }
    }
}
