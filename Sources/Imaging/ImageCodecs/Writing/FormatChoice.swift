public import ImageSources
public import PixelKernels
public import TilePyramid

/// Chooses PNG or JPEG for an image's tiles by encoding a sample of them in both formats.
///
/// PNG suits flat color, sharp lines and text: it is lossless, while JPEG blurs them. JPEG suits photographs and anything
/// noisy, which are several times as large in PNG. PNG is chosen when its sample takes at most ``pngAllowance`` percent of the
/// bytes of the JPEG sample, and wherever JPEG cannot hold the pixels: 16 bits per sample, or transparency.
///
/// ```swift
/// var choice = try FormatChoice(layout: source.info.layout)
/// for tile in sample { try choice.add(tile) }
/// encoding.format = choice.format
/// ```
///
/// The result does not depend on the order of the tiles. Encoding a tile of 256 × 256 pixels twice takes about 3 ms.
/// Copies share their encoders, so one thread uses them all.
public struct FormatChoice {
    /// The maximum number of encoded tiles; in further tiles, only the transparency is examined.
    public static let sampleLimit = 64

    /// The size of the PNG sample, in percent of the JPEG sample, up to which PNG is chosen.
    ///
    /// The two kinds of image are far apart: text and drawings measured 25 to 120 percent, photographs and maps 600 and more,
    /// and pure gray noise, the worst case for JPEG, 200.
    public static let pngAllowance = 150

    /// The number of tiles encoded so far.
    public private(set) var sampleCount = 0

    private let layout: PixelLayout
    private let png: any TileEncoder
    private let jpeg: (any TileEncoder)?
    private var pngBytes = 0
    private var jpegBytes = 0
    private var isTransparent = false

    /// Creates a choice for an image whose tiles have the given layout.
    ///
    /// - Parameters:
    ///   - layout: the tiles' pixel layout; with 16 bits per sample the choice is always PNG.
    ///   - encoding: the quality and chroma subsampling of JPEG tiles.
    /// - Throws: ``CodecError`` when the encoders cannot be created.
    public init(layout: PixelLayout, encoding: TileEncoding = TileEncoding()) throws {
        var candidate = TileEncoding()
        candidate.quality = encoding.quality
        candidate.chroma = encoding.chroma
        let opaque = PixelLayout(layout.channels.opaque, layout.depth)
        candidate.format = .png
        png = try candidate.makeEncoder(for: opaque)
        candidate.format = .jpeg
        jpeg = layout.depth == .eight ? try candidate.makeEncoder(for: opaque) : nil
        self.layout = layout
    }

    /// True when further tiles cannot change the result.
    public var isSettled: Bool {
        jpeg == nil || isTransparent || (sampleCount == Self.sampleLimit && !layout.channels.hasAlpha)
    }

    /// Checks rows outside the sample for transparency; does not use the rows after the call.
    public mutating func lookForTransparency(in rows: TilePixels) {
        precondition(rows.layout == layout, "the rows must have the layout of the choice")
        guard layout.channels.hasAlpha, !isTransparent else { return }
        isTransparent = rows.rows.contains { !isOpaque($0, layout: layout, count: rows.size.width) }
    }

    /// Adds a tile to the sample; does not use its memory after the call.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``.
    public mutating func add(_ tile: TilePixels) throws {
        precondition(tile.layout == layout, "a tile must have the layout of the choice")
        lookForTransparency(in: tile)
        guard let jpeg, !isTransparent, sampleCount < Self.sampleLimit else { return }
        sampleCount += 1
        try tile.withoutAlpha { opaque in
            try png.encode(opaque) { pngBytes += $0.byteCount }
            try jpeg.encode(opaque) { jpegBytes += $0.byteCount }
        }
    }

    /// The better format for the sample; JPEG for an empty one.
    public var format: TileFormat {
        guard jpeg != nil, !isTransparent else { return .png }
        return sampleCount > 0 && 100 * pngBytes <= Self.pngAllowance * jpegBytes ? .png : .jpeg
    }

    /// The reason for ``format``, as a sentence.
    public var reason: String {
        if jpeg == nil {
            return "Only PNG tiles keep 16 bits per sample."
        }
        if isTransparent {
            return "The image has transparent pixels, which JPEG cannot store."
        }
        guard sampleCount > 0 else {
            return "There were no tiles to compare."
        }
        let percent = (100 * pngBytes + jpegBytes / 2) / max(jpegBytes, 1)
        let bytes = "\(percent) % of the bytes of JPEG"
        return format == .png ? "PNG is lossless and takes \(bytes)." : "PNG would take \(bytes)."
    }
}

extension TilePixels {
    /// Lends a copy of the tile without alpha; the tile itself when it has none.
    fileprivate func withoutAlpha(_ body: (TilePixels) throws -> Void) rethrows {
        guard layout.channels.hasAlpha else {
            try body(self)
            return
        }
        let opaque = PixelLayout(layout.channels.opaque, layout.depth)
        let stride = size.width * opaque.bytesPerPixel
        try withUnsafeTemporaryAllocation(byteCount: stride * size.height, alignment: 16) { copy in
            guard let base = copy.baseAddress else { return }
            for (y, row) in rows.enumerated() {
                dropAlpha(row, layout: layout, count: size.width, into: base + y * stride)
            }
            try TilePixels.lend(base, stride: stride, size: size, layout: opaque, body)
        }
    }
}
