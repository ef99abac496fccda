internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles that a source passes through and pads them with background.
///
/// Needs memory for one tile per thread.
struct TilePadder: Sendable {
    private let layout: PixelLayout
    /// The bytes of a background pixel.
    private let pixel: [UInt8]

    /// Creates a padder of tiles with this pixel layout.
    init(layout: PixelLayout, background: RGBColor) {
        self.layout = layout
        pixel = Background.pixel(background, layout)
    }

    /// Decodes an encoded tile, pads it, and lends its pixels to `body`.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile, at least as large as `part`.
    ///   - part: the size of its upper left part that shows the image; no larger than `size`.
    ///   - size: the padded size.
    ///   - name: the tile's name in messages.
    ///   - body: receives the padded tile, valid during the call.
    /// - Throws: `CodecError` when the tile cannot be decoded or does not fit, or the error of `body`.
    func pad(
        _ bytes: [UInt8], showing part: PixelSize, upTo size: PixelSize, name: String,
        _ body: (TilePixels) throws -> Void
    ) throws {
        var options = DecodeOptions()
        // The tile is already upright and in the image's profile.
        options.keepProfile = true
        options.autorotate = false
        var image = try openImage(.bytes(bytes, name: name), options: options)
        if layout.channels.hasAlpha, !image.info.layout.channels.hasAlpha {
            // Encoders drop the alpha of opaque tiles.
            image = AlphaSource(image)
        }
        let own = image.info
        guard own.layout == layout, own.size.width >= part.width, own.size.height >= part.height else {
            throw CodecError(
                .damaged, file: name,
                "the tile has \(own.size) pixels, and differs from the image in size or pixel format. Get a good copy.")
        }
        let rowBytes = size.width * layout.bytesPerPixel
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes * size.height, alignment: 64)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return }
        for x in 0..<size.width {
            (base + x * pixel.count).copyMemory(from: pixel, byteCount: pixel.count)
        }
        for y in 1..<size.height {
            (base + y * rowBytes).copyMemory(from: base, byteCount: rowBytes)
        }
        try image.readBands { band in
            for y in band.rows.prefix(max(0, part.height - band.rows.lowerBound)) {
                (base + y * rowBytes).copyMemory(from: band.row(y), byteCount: part.width * layout.bytesPerPixel)
            }
        }
        let rows = (0..<size.height).map { UnsafeRawPointer(base + $0 * rowBytes) }
        try rows.withUnsafeBufferPointer { rows in
            try body(TilePixels(size: size, layout: layout, rows: rows))
        }
    }
}
