public import PixelKernels
public import TilePyramid

/// Decides whether an image's tiles are better PNG or JPEG, from a sample of its tiles.
///
/// PNG suits flat color, sharp lines and text, which it keeps exactly and which JPEG smears; JPEG suits photographs and
/// anything noisy, which PNG makes several times as large. What the sample is, its encoded bytes tell: PNG is chosen
/// when it takes at most ``pngAllowance`` percent of the bytes of JPEG, and wherever JPEG cannot hold the pixels at all.
///
/// ```swift
/// var choice = try FormatChoice(layout: source.info.layout)
/// for tile in sample { try choice.add(tile) }
/// encoding.format = choice.format
/// ```
///
/// The same tiles give the same answer, in whatever order they come. Encoding a tile twice costs about 3 ms for 256
/// pixels a side. Copies share their encoders: one thread uses them.
public struct FormatChoice {
    /// The most tiles that are encoded; of further ones, only transparency counts.
    public static let sampleLimit = 64

    /// How many percent of the bytes of JPEG are worth paying for exact pixels.
    ///
    /// The two kinds of picture lie far apart: text and drawings were measured at 25 to 120 percent, photographs and
    /// maps at 600 and more, pure gray grain, the worst case for JPEG, at 200.
    public static let pngAllowance = 150

    /// How many tiles have been encoded so far.
    public private(set) var sampleCount = 0

    private let layout: PixelLayout
    private let png: any TileEncoder
    private let jpeg: (any TileEncoder)?
    private var pngBytes = 0
    private var jpegBytes = 0
    private var isTransparent = false

    /// A choice for an image whose tiles have this layout.
    ///
    /// - Parameters:
    ///   - layout: with alpha or without; 16 bits a sample always become PNG.
    ///   - encoding: gives the quality and chroma that JPEG tiles would have.
    /// - Throws: ``CodecError`` when there is no memory for the encoders.
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

    /// Whether further tiles cannot change the answer, so that none need be added.
    public var isSettled: Bool {
        jpeg == nil || isTransparent || (sampleCount == Self.sampleLimit && !layout.channels.hasAlpha)
    }

    /// Looks for transparency in rows that are not part of the sample; their memory is not needed afterwards.
    public mutating func lookForTransparency(in rows: TilePixels) {
        precondition(rows.layout == layout, "rows have the layout the choice was made for")
        guard layout.channels.hasAlpha, !isTransparent else { return }
        isTransparent = rows.rows.contains { !isOpaque($0, layout: layout, count: rows.size.width) }
    }

    /// Adds a tile of the image to the sample; the tile's memory is not needed afterwards.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``.
    public mutating func add(_ tile: TilePixels) throws {
        precondition(tile.layout == layout, "tiles have the layout the choice was made for")
        lookForTransparency(in: tile)
        guard let jpeg, !isTransparent, sampleCount < Self.sampleLimit else { return }
        sampleCount += 1
        try tile.withoutAlpha { opaque in
            try png.encode(opaque) { pngBytes += $0.byteCount }
            try jpeg.encode(opaque) { jpegBytes += $0.byteCount }
        }
    }

    /// The better format for what has been added; JPEG if nothing was.
    public var format: TileFormat {
        guard jpeg != nil, !isTransparent else { return .png }
        return sampleCount > 0 && 100 * pngBytes <= Self.pngAllowance * jpegBytes ? .png : .jpeg
    }

    /// Why it is that format, as a sentence.
    public var reason: String {
        if jpeg == nil {
            return "Only PNG tiles keep 16 bits a sample."
        }
        if isTransparent {
            return "The image is transparent in places, which JPEG cannot keep."
        }
        guard sampleCount > 0 else {
            return "There was nothing to judge by."
        }
        let percent = (100 * pngBytes + jpegBytes / 2) / max(jpegBytes, 1)
        let bytes = "\(percent) % of the bytes of JPEG"
        return format == .png ? "PNG keeps the image exactly in \(bytes)." : "PNG would take \(bytes)."
    }
}

extension TilePixels {
    /// Lends the tile without its alpha: a copy, or itself when it has none.
    fileprivate func withoutAlpha(_ body: (TilePixels) throws -> Void) rethrows {
        guard layout.channels.hasAlpha else {
            try body(self)
            return
        }
        let opaque = PixelLayout(layout.channels.opaque, layout.depth)
        let stride = size.width * opaque.bytesPerPixel
        try withUnsafeTemporaryAllocation(byteCount: stride * size.height, alignment: 16) { copy in
            guard let base = copy.baseAddress else { return }
            let copies = rows.enumerated().map { y, row in
                dropAlpha(row, layout: layout, count: size.width, into: base + y * stride)
                return UnsafeRawPointer(base + y * stride)
            }
            try copies.withUnsafeBufferPointer { try body(TilePixels(size: size, layout: opaque, rows: $0)) }
        }
    }
}
