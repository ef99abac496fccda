internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Fills tiles up with background of which a source has ready what they show of the picture.
///
/// They are decoded for that. Memory is one tile for each thread, as much as its encoder has.
struct TilePadder: Sendable {
    private let layout: PixelLayout
    /// A pixel of the background.
    private let pixel: [UInt8]

    /// A filler of tiles whose pixels have this layout.
    init(layout: PixelLayout, background: RGBColor) {
        self.layout = layout
        pixel = Background.pixel(background, layout)
    }

    /// Lends the pixels of a tile whose part at the upper left is given to `body`.
    ///
    /// - Parameters:
    ///   - bytes: an encoded picture, at least as large as the part.
    ///   - part: how much of it is shown; no larger than the tile.
    ///   - size: that of the tile.
    ///   - name: the tile's, for messages.
    ///   - body: gets the tile.
    /// - Throws: `CodecError` when the picture cannot be decoded or is another one, or what `body` throws.
    func pad(
        _ bytes: [UInt8], showing part: PixelSize, upTo size: PixelSize, name: String,
        _ body: (TilePixels) throws -> Void
    ) throws {
        var options = DecodeOptions()
        // The tile is in the profile of the image, and upright.
        options.keepProfile = true
        options.autorotate = false
        var image = try openImage(.bytes(bytes, name: name), options: options)
        if layout.channels.hasAlpha, !image.info.layout.channels.hasAlpha {
            // Encoders leave an alpha out where all is opaque.
            image = AlphaSource(image)
        }
        let own = image.info
        guard own.layout == layout, own.size.width >= part.width, own.size.height >= part.height else {
            throw CodecError(
                .damaged, file: name, "it is not what the other tiles are: \(own.size) pixels. Get a good copy.")
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
