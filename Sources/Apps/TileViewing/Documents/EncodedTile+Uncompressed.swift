internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension EncodedTile {
    /// Creates a tile of premultiplied pixels, which is drawn as it is.
    ///
    /// - Parameters:
    ///   - size: the size of the tile.
    ///   - forEachRow: lends each row of pixels to the closure, from the top.
    /// - Throws: the errors of the encoder.
    init(
        uncompressed size: PixelSize,
        _ forEachRow: ((_ row: Int, _ pixels: UnsafePointer<UInt32>) -> Void) -> Void
    ) throws {
        let layout = PixelLayout(.rgba)
        let rowBytes = size.width * layout.bytesPerPixel
        var samples = [UInt8](repeating: 0, count: rowBytes * size.height)
        samples.withUnsafeMutableBytes { samples in
            forEachRow { row, pixels in
                guard let base = samples.baseAddress else { return }
                StraightPixels.writeRGBA(pixels, count: size.width, into: base + row * rowBytes)
            }
        }
        var encoding = TileEncoding()
        encoding.format = .ktx2
        var bytes: [UInt8] = []
        try samples.withUnsafeBytes { samples in
            guard let base = samples.baseAddress else { return }
            try TilePixels.lend(base, stride: rowBytes, size: size, layout: layout) { tile in
                try encoding.makeEncoder(for: layout).encode(tile) { span in
                    bytes = span.withUnsafeBytes { Array($0) }
                }
            }
        }
        self.init(bytes: bytes, format: .ktx2)
    }
}
