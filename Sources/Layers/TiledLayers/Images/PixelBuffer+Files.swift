public import ImageCodecs
internal import ImageMetadata
internal import ImageSources
package import PixelKernels
internal import TilePyramid
public import VectorDrawing

extension PixelBuffer {
    /// Writes the pixels to an image file, which appears when it is complete.
    ///
    /// PNG and TIFF have alpha unless the buffer is known to be opaque. In JPEG, transparent pixels are blended with white.
    ///
    /// ```swift
    /// try picture.write(to: "picture.png")
    /// ```
    ///
    /// - Parameters:
    ///   - path: the file, in a folder that exists; an existing file is replaced.
    ///   - format: the format; nil, the default, for that of the path's extension: png, jpg, jpeg, tif or tiff.
    ///   - quality: the quality of JPEG, from 1 to 100; other formats ignore it. The default is 88.
    /// - Throws: `CodecError` if the file cannot be written, or its extension names no format.
    public func write(to path: String, as format: ImageFileFormat? = nil, quality: Int = 88) throws {
        guard let format = format ?? ImageFileFormat(path: path) else {
            throw CodecError(
                .invalidRequest, file: path,
                "the extension names no format that images are written in. Choose .png, .jpg or .tif.")
        }
        let layout = PixelLayout(isOpaque || !format.supportsAlpha ? .rgb : .rgba)
        let writer = try format.makeWriter(path, size: size, layout: layout, quality: quality)
        let stride = size.width * layout.bytesPerPixel
        let row = try HeapMemory.allocate(stride)
        defer { HeapMemory.free(row) }
        for y in 0..<size.height {
            writeStraight(row: y, to: row, layout.channels)
            try writer.write(PixelBand(base: row, stride: stride, rows: y..<y + 1))
        }
        try writer.finish()
    }

    /// Writes a row as the straight 8-bit samples of a file: RGBA, or RGB over white.
    func writeStraight(row: Int, to target: UnsafeMutableRawPointer, _ channels: PixelLayout.Channels) {
        let width = size.width
        withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            if isOpaque || channels.hasAlpha {
                target.writeStraight(base + row * width, count: width, channels)
            } else {
                target.writeOverWhite(base + row * width, count: width)
            }
        }
    }
}

extension UnsafeMutableRawPointer {
    /// Writes premultiplied pixels as the straight 8-bit samples of a file, RGB or RGBA.
    package func writeStraight(_ pixels: UnsafePointer<UInt32>, count: Int, _ channels: PixelLayout.Channels) {
        if channels.hasAlpha {
            StraightPixels.writeRGBA(pixels, count: count, into: self)
        } else {
            StraightPixels.writeRGB(pixels, count: count, into: self)
        }
    }

    /// Writes premultiplied pixels over white, as RGB.
    package func writeOverWhite(_ pixels: UnsafePointer<UInt32>, count: Int) {
        let white = (0..<count).map { index in pixels[index] &+ (255 &- pixels[index] >> 24) &* 0x01_0101 }
        white.withUnsafeBufferPointer { row in
            if let base = row.baseAddress { StraightPixels.writeRGB(base, count: count, into: self) }
        }
    }
}
