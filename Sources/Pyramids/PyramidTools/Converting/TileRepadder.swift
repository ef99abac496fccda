internal import ImageMetadata
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Makes tiles larger or smaller that show the same and are stored otherwise; one thread's.
///
/// A JPEG tile keeps its channels, the resolution of its color and, unless another quality is asked for, its
/// quantization; a PNG tile stays gray or colored.
final class TileRepadder {
    /// How fitted tiles are encoded.
    struct Options: Sendable {
        /// The format, and what is said of tiles that are no JPEGs.
        var encoding = TileEncoding()
        /// What lies beyond the picture in tiles without transparency.
        var background = RGBColor.white
        /// Whether JPEG tiles are quantized as they were, and not as ``encoding`` says.
        var keepsQuality = true
        /// Whether JPEG tiles have color at the resolution that they had, and not as ``encoding`` says.
        var keepsChroma = true
        /// Whether tiles without alpha stay so, and those with one as well, for they are kept among others of their kind.
        var keepsChannels = false
    }

    private let options: Options
    private let decodedTile = DecodedTileBuffer()
    private var encoders: [PixelLayout.Channels: any TileEncoder] = [:]
    private var memory: [UInt8] = []

    /// A fitter that encodes so.
    init(_ options: Options) {
        self.options = options
    }

    /// How a tile is stored.
    struct Canvas {
        /// The size it is stored in.
        var size: PixelSize
        /// Where in it what it shows begins.
        var contentOffset: PixelOffset
    }

    /// Fits a tile, and lends its bytes to `body`.
    ///
    /// - Parameters:
    ///   - tile: the tile as it is.
    ///   - name: its name in messages.
    ///   - shown: the size of what it shows.
    ///   - old: how it is stored.
    ///   - new: how it is to be stored.
    ///   - body: gets the bytes.
    /// - Returns: false when pixels would lose something: those of 16 bits a sample.
    /// - Throws: `CodecError` when it is damaged or of another size, and what `body` throws.
    func repad(
        _ tile: EncodedTile, name: String, showing shown: PixelSize, from old: Canvas, to new: Canvas,
        _ body: (RawSpan) throws -> Void
    ) throws -> Bool {
        let header = tile.format == .png ? tile.bytes.withUnsafeBytes { PNGHeader(file: $0) } : nil
        if header?.depth == 16 { return false }
        let size = try decodedTile.decode(tile, name: name, expecting: old.size)
        guard size == old.size else {
            throw CodecError(.damaged, file: name, "it has \(size) pixels, not \(old.size).")
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
            // What is no JPEG of gray or three colors, such as CMYK, has been decoded to these.
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

    /// What lies beyond the picture.
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

    /// From color to gray.
    private func conversion(to layout: PixelLayout) -> LayoutConversion {
        LayoutConversion(
            from: PixelLayout(layout.channels.hasAlpha ? .rgba : .rgb), to: layout, background: (0, 0, 0))
    }
}
