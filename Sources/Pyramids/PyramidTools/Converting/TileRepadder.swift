internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Re-encodes tiles with another padding; confined to one thread.
///
/// A JPEG tile keeps its channels, chroma subsampling and, unless the options set a quality, its quantization; a PNG tile
/// stays gray or color.
final class TileRepadder {
    /// The encoding of repadded tiles.
    struct Options: Sendable {
        /// The format, and the encoding of tiles that are no JPEGs.
        var encoding = TileEncoding()
        /// The color beyond the image in tiles without alpha.
        var background = RGBColor.white
        /// Whether JPEG tiles keep their quantization instead of that of ``encoding``.
        var keepsQuality = true
        /// Whether JPEG tiles keep their chroma subsampling instead of that of ``encoding``.
        var keepsChroma = true
        /// Whether tiles keep or lack alpha as before, because the store requires the same channels in all tiles.
        var keepsChannels = false
    }

    private let options: Options
    private let decodedTile = DecodedTileBuffer()
    private var encoders: [PixelLayout.Channels: any TileEncoder] = [:]
    private var memory: [UInt8] = []

    /// Creates a repadder.
    init(_ options: Options) {
        self.options = options
    }

    /// The stored size of a tile, and the position of the image in it.
    struct Canvas {
        /// The stored size.
        var size: PixelSize
        /// The offset of the contents.
        var contentOffset: PixelOffset
    }

    /// Re-encodes a tile with another padding, and calls `body` with the bytes.
    ///
    /// - Parameters:
    ///   - tile: the source tile.
    ///   - name: the name of the tile in messages.
    ///   - shown: the size of the contents.
    ///   - old: the canvas of the source tile.
    ///   - new: the canvas of the new tile.
    ///   - body: receives the bytes.
    /// - Returns: false if the tile has 16 bits per sample, which would be lost.
    /// - Throws: `CodecError` if the tile is damaged or has another size, and the errors of `body`.
    func repad(
        _ tile: EncodedTile, name: String, showing shown: PixelSize, from old: Canvas, to new: Canvas,
        _ body: (RawSpan) throws -> Void
    ) throws -> Bool {
        let header = tile.format == .png ? PNGHeader(tile.bytes) : nil
        if header?.depth == 16 { return false }
        let size = try decodedTile.decode(tile, name: name, expecting: old.size)
        guard size == old.size else {
            throw CodecError(
                .damaged, file: name,
                "the tile has \(size) pixels, not \(old.size). Check the pyramid with tilecut verify.")
        }
        let channels: PixelLayout.Channels = header?.isGray == true ? .gray : .rgb
        let hasAlpha =
            options.keepsChannels && header != nil
            ? header?.hasAlpha == true
            : options.encoding.format.supportsAlpha
                && (new.size != shown && !options.keepsChannels || !isOpaque(shown, at: old.contentOffset))
        let layout = PixelLayout(hasAlpha ? channels.withAlpha : channels)
        try encode(layout, with: encoder(layout, for: tile), shown, from: old, to: new, body)
        return true
    }

    private func isOpaque(_ shown: PixelSize, at contentOffset: PixelOffset) -> Bool {
        guard let base = decodedTile.pixels.baseAddress else { return true }
        return (0..<shown.height).allSatisfy { y in
            PremultipliedPixels.areOpaque(
                base + (contentOffset.y + y) * decodedTile.size.width + contentOffset.x, count: shown.width)
        }
    }

    private func encoder(_ layout: PixelLayout, for tile: EncodedTile) throws -> any TileEncoder {
        if options.encoding.format == .jpeg, options.keepsChroma {
            var encoding = options.encoding
            encoding.jpegTemplate = JPEGTemplate(tile.bytes, reusesQuantization: options.keepsQuality)
            // Other JPEGs than gray and three-component ones, such as CMYK, have been decoded to RGB.
            if let encoder = try? encoding.makeEncoder(for: layout) { return encoder }
        }
        let encoder = try encoders[layout.channels] ?? options.encoding.makeEncoder(for: layout)
        encoders[layout.channels] = encoder
        return encoder
    }

    private func encode(
        _ layout: PixelLayout, with encoder: any TileEncoder, _ shown: PixelSize, from old: Canvas, to new: Canvas,
        _ body: (RawSpan) throws -> Void
    ) throws {
        let pixel = layout.bytesPerPixel
        let stride = new.size.width * pixel
        let row = Array(repeatElement(backgroundPixel(layout), count: new.size.width).joined())
        memory = Array(repeatElement(row, count: new.size.height).joined())
        try memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress, let pixels = decodedTile.pixels.baseAddress else { return }
            for y in 0..<shown.height {
                write(
                    pixels + (old.contentOffset.y + y) * old.size.width + old.contentOffset.x, layout,
                    count: shown.width,
                    to: base + (new.contentOffset.y + y) * stride + new.contentOffset.x * pixel)
            }
            try (0..<new.size.height).map { UnsafeRawPointer(base + $0 * stride) }.withUnsafeBufferPointer { rows in
                try encoder.encode(TilePixels(size: new.size, layout: layout, rows: rows), body)
            }
        }
    }

    /// Returns the pixel beyond the image.
    private func backgroundPixel(_ layout: PixelLayout) -> [UInt8] {
        if layout.channels.hasAlpha { return Array(repeating: 0, count: layout.bytesPerPixel) }
        let color = [options.background.red, options.background.green, options.background.blue]
        guard layout.channels == .gray else { return color }
        var gray: UInt8 = 0
        conversion(to: layout).convert(color, count: 1, into: &gray)
        return [gray]
    }

    private func write(
        _ pixels: UnsafePointer<UInt32>, _ layout: PixelLayout, count: Int, to target: UnsafeMutableRawPointer
    ) {
        switch layout.channels {
        case .rgb: StraightPixels.writeRGB(pixels, count: count, into: target)
        case .rgba: StraightPixels.writeRGBA(pixels, count: count, into: target)
        case .gray, .grayAlpha:
            withUnsafeTemporaryAllocation(byteCount: count * 4, alignment: 4) { color in
                guard let base = color.baseAddress else { return }
                let isOpaque = layout.channels == .gray
                write(pixels, PixelLayout(isOpaque ? .rgb : .rgba), count: count, to: base)
                conversion(to: layout).convert(base, count: count, into: target)
            }
        }
    }

    /// Returns the conversion from color to a gray layout.
    private func conversion(to layout: PixelLayout) -> LayoutConversion {
        LayoutConversion(
            from: PixelLayout(layout.channels.hasAlpha ? .rgba : .rgb), to: layout, background: (0, 0, 0))
    }
}
