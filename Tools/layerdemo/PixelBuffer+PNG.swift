internal import ImageCodecs
internal import ImageSources
internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

extension PixelBuffer {
    /// Writes an opaque image as a PNG file, replacing an existing one.
    func writePNG(_ path: String) throws {
        let layout = PixelLayout(.rgb)
        let bytes = withPixels { pixels in
            pixels.flatMap {
                [UInt8(truncatingIfNeeded: $0 >> 16), UInt8(truncatingIfNeeded: $0 >> 8), UInt8($0 & 255)]
            }
        }
        let writer = try ImageFileFormat.png.makeWriter(path, size: size, layout: layout)
        try bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try writer.write(PixelBand(base: base, stride: size.width * layout.bytesPerPixel, rows: 0..<size.height))
        }
        try writer.finish()
    }
}
