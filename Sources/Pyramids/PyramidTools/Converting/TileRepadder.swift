internal import ImageMetadata
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Changes the padding of tiles: decodes them, draws what they show onto a canvas of another size, and re-encodes them.
///
/// A JPEG tile keeps its channels, its chroma subsampling and, unless another quality is requested, its quantization; a
/// PNG tile stays gray or colored. Used by one thread at a time.
final class TileRepadder {
    /// The encoding of the new tiles.
    struct Options: Sendable {
        /// The format, and the quality of tiles that are not JPEGs.
        var encoding = TileEncoding()
        /// The color beyond the image in tiles without alpha; the default is white.
        var background = RGBColor.white
        /// Whether JPEG tiles keep their quantization instead of that of ``encoding``; the default is `true`.
        var keepsQuality = true
        /// Whether JPEG tiles keep their chroma subsampling instead of that of ``encoding``; the default is `true`.
        var keepsChroma = true
        /// Whether a tile with transparency is an error if the format has none, rather than blended with the background; the
        /// default is `false`.
        var refusesTransparency = false
        /// Whether tiles with and without alpha stay so, because all tiles of the store are alike; the default is `false`.
        var keepsChannels = false
    }

    private let options: Options
    private let decodedTile = DecodedTileBuffer()
    private var encoders: [PixelLayout.Channels: any TileEncoder] = [:]

    /// Creates a repadder.
    init(_ options: Options) {
        self.options = options
    }

    /// The stored size of a tile, and the position of what it shows.
    struct Canvas {
        /// The stored size.
        var size: PixelSize
        /// The position of the part that shows the image.
        var contentOffset: PixelOffset
    }

    /// Changes the padding of a tile, and lends its new bytes to `body`.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - name: the tile's name in messages.
    ///   - shown: the size of the part that shows the image.
    ///   - old: the size and position in which the tile is stored.
    ///   - new: the size and position in which it is to be stored.
    ///   - body: called with the bytes, which are valid during the call.
    /// - Returns: `false` if nothing was made, because pixels of 16 bits per sample would lose precision.
    /// - Throws: `CodecError` when the tile is damaged or has another size, and the errors of `body`.
    func repad(
        _ tile: EncodedTile, name: String, showing shown: PixelSize, from old: Canvas, to new: Canvas,
        _ body: (RawSpan) throws -> Void
    ) throws -> Bool {
        let header = tile.format == .png ? tile.bytes.withUnsafeBytes { PNGHeader(file: $0) } : nil
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
        if options.refusesTransparency, !options.encoding.format.supportsAlpha, !isOpaque(shown, at: old.contentOffset)
        {
            throw CodecError(
                .encoding, file: name,
                "the tile has transparency, which \(options.encoding.format.rawValue) tiles cannot store. Keep it with "
                    + "the format png, or choose the format \(options.encoding.format.rawValue) to blend it with the background."
            )
        }
        let layout = PixelLayout(hasAlpha ? channels.withAlpha : channels)
        try encode(layout, with: encoder(layout, for: tile), shown, from: old, to: new, body)
        return true
    }

    private func isOpaque(_ shown: PixelSize, at contentOffset: PixelOffset) -> Bool {
        guard let base = decodedTile.pixels.baseAddress else { return true }
        return (0..<shown.height).allSatisfy { y in
            let row = base + (contentOffset.y + y) * decodedTile.size.width + contentOffset.x
            return PremultipliedPixels.areOpaque(UnsafeBufferPointer(start: row, count: shown.width))
        }
    }

    private func encoder(_ layout: PixelLayout, for tile: EncodedTile) throws -> any TileEncoder {
        if options.encoding.format == .jpeg, options.keepsChroma {
            var encoding = options.encoding
            encoding.jpegTemplate = JPEGTemplate(tile.bytes, reusesQuantization: options.keepsQuality)
            // JPEGs of other color spaces, such as CMYK, are decoded to RGB and cannot serve as a template.
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
        guard let pixels = decodedTile.pixels.baseAddress else { return }
        let first = pixels + old.contentOffset.y * old.size.width + old.contentOffset.x
        try TilePadder(layout: layout, background: options.background).withPaddedTile(
            size: new.size, contentAt: new.contentOffset,
            draw: { content, stride in
                for y in 0..<shown.height {
                    write(first + y * old.size.width, layout, count: shown.width, to: content + y * stride)
                }
            },
            { try encoder.encode($0, body) })
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
                LayoutConversion(from: PixelLayout(isOpaque ? .rgb : .rgba), to: layout, background: (0, 0, 0))
                    .convert(base, count: count, into: target)
            }
        }
    }
}
