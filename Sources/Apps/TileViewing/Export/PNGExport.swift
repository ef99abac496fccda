internal import ImageCodecs
internal import ImageSources
internal import LayerTree
internal import PixelKernels
internal import TilePyramid
public import VectorDrawing

/// Writes pixel buffers as PNG files.
public enum PNGExport {
    /// Writes a buffer to a file, with alpha unless the buffer is known to be opaque.
    ///
    /// The file appears when it is complete.
    ///
    /// - Parameters:
    ///   - buffer: the pixels.
    ///   - path: the file, in a folder that exists; an existing file is replaced.
    /// - Throws: `CodecError` if the file cannot be written.
    public static func write(_ buffer: PixelBuffer, to path: String) throws {
        let layout = PixelLayout(buffer.isOpaque ? .rgb : .rgba)
        let writer = try ImageFileFormat.png.makeWriter(path, size: buffer.size, layout: layout)
        let width = buffer.size.width
        let row = try HeapMemory.allocate(width * layout.bytesPerPixel)
        defer { HeapMemory.free(row) }
        try buffer.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            for y in 0..<buffer.size.height {
                row.writeStraight(base + y * width, count: width, layout.channels)
                try writer.write(PixelBand(base: row, stride: width * layout.bytesPerPixel, rows: y..<y + 1))
            }
        }
        try writer.finish()
    }

    /// Encodes a buffer as PNG with alpha.
    ///
    /// - Throws: `CodecError` if memory runs out.
    static func png(of buffer: PixelBuffer) throws -> [UInt8] {
        let layout = PixelLayout(.rgba)
        let stride = buffer.size.width * layout.bytesPerPixel
        let pixels = try HeapMemory.allocate(stride * buffer.size.height)
        defer { HeapMemory.free(pixels) }
        buffer.withPixels { source in
            guard let base = source.baseAddress else { return }
            pixels.writeStraight(base, count: source.count, layout.channels)
        }
        var encoding = TileEncoding()
        encoding.format = .png
        var bytes: [UInt8] = []
        let rows = (0..<buffer.size.height).map { UnsafeRawPointer(pixels + $0 * stride) }
        try rows.withUnsafeBufferPointer { rows in
            try encoding.makeEncoder(for: layout).encode(TilePixels(size: buffer.size, layout: layout, rows: rows)) {
                bytes = $0.withUnsafeBytes { Array($0) }
            }
        }
        return bytes
    }
}

extension UnsafeMutableRawPointer {
    /// Writes premultiplied pixels as the straight 8-bit samples of a file, RGB or RGBA.
    func writeStraight(_ pixels: UnsafePointer<UInt32>, count: Int, _ channels: PixelLayout.Channels) {
        if channels.hasAlpha {
            StraightPixels.writeRGBA(pixels, count: count, into: self)
        } else {
            StraightPixels.writeRGB(pixels, count: count, into: self)
        }
    }
}
