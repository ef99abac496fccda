internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Makes tiles larger or smaller that show the same and are stored otherwise; one thread's.
final class TileFitter {
    private let encoding: TileEncoding
    private let background: RGBColor
    private let fillsWithBackground: Bool
    private let picture = TilePicture()
    private var encoders: [PixelLayout.Channels: any TileEncoder] = [:]
    private var memory: [UInt8] = []

    /// A fitter that encodes so, with a background for what lies beyond the picture in formats without transparency, or
    /// in all of them where opaque tiles are to stay so.
    init(encoding: TileEncoding, background: RGBColor, fillsWithBackground: Bool) {
        self.encoding = encoding
        self.background = background
        self.fillsWithBackground = fillsWithBackground
    }

    /// How a tile is stored.
    struct Frame {
        /// The size it is stored in.
        var size: PixelSize
        /// Where in it what it shows begins.
        var place: PixelOffset
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
    func fit(
        _ tile: EncodedTile, name: String, showing shown: PixelSize, from old: Frame, to new: Frame,
        _ body: (RawSpan) throws -> Void
    ) throws -> Bool {
        if Self.isDeep(tile) { return false }
        let size = try picture.decode(tile, name: name, expecting: old.size)
        guard size == old.size else {
            throw CodecError(.damaged, file: name, "it has \(size) pixels, not \(old.size).")
        }
        let showsBeyond = new.size != shown && !fillsWithBackground
        let hasAlpha = encoding.format.supportsAlpha && (showsBeyond || !isOpaque(shown, at: old.place))
        try encode(PixelLayout(hasAlpha ? .rgba : .rgb), shown, from: old, to: new, body)
        return true
    }

    /// Whether a tile is a PNG with 16 bits a sample: by the ninth byte of IHDR (https://www.w3.org/TR/png-3/#11IHDR).
    private static func isDeep(_ tile: EncodedTile) -> Bool {
        let depthPlace = 24
        return tile.format == .png && tile.bytes.count > depthPlace && tile.bytes[depthPlace] == 16
    }

    private func isOpaque(_ shown: PixelSize, at place: PixelOffset) -> Bool {
        guard let base = picture.pixels.baseAddress else { return true }
        return (0..<shown.height).allSatisfy { y in
            PremultipliedPixels.areOpaque(base + (place.y + y) * picture.size.width + place.x, count: shown.width)
        }
    }

    private func encode(
        _ layout: PixelLayout, _ shown: PixelSize, from old: Frame, to new: Frame, _ body: (RawSpan) throws -> Void
    ) throws {
        let pixel = layout.bytesPerPixel
        let stride = new.size.width * pixel
        let blank =
            layout.channels.hasAlpha ? [0, 0, 0, 0] : [background.red, background.green, background.blue]
        memory = Array(
            repeatElement(Array(repeatElement(blank, count: new.size.width).joined()), count: new.size.height).joined())
        let encoder = try encoders[layout.channels] ?? encoding.makeEncoder(for: layout)
        encoders[layout.channels] = encoder
        try memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress, let pixels = picture.pixels.baseAddress else { return }
            for y in 0..<shown.height {
                let row = pixels + (old.place.y + y) * old.size.width + old.place.x
                let target = base + (new.place.y + y) * stride + new.place.x * pixel
                if layout.channels.hasAlpha {
                    StraightPixels.writeWithAlpha(row, count: shown.width, into: target)
                } else {
                    StraightPixels.writeColour(row, count: shown.width, into: target)
                }
            }
            try (0..<new.size.height).map { UnsafeRawPointer(base + $0 * stride) }.withUnsafeBufferPointer { rows in
                try encoder.encode(TilePixels(size: new.size, layout: layout, rows: rows), body)
            }
        }
    }
}
