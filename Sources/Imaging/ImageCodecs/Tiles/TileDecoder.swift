internal import ImageMetadata
internal import ImageSources
public import TilePyramid

/// Decodes tiles to premultiplied pixels, one after the other, with buffers that it allocates once.
///
/// This is forced decompression: the result is ready to draw, so the main thread has nothing left to do and the encoded bytes
/// can be freed. The format is recognized by content, not by a file's name.
///
/// ```swift
/// let buffer = try decoder.decode(tile.bytes, name: "tile 3/4_5") { tile in
///     try PixelBuffer(size: tile.size, isOpaque: tile.isOpaque ? true : nil) { try tile.write(to: $0) }
/// }
/// ```
///
/// JPEG, PNG, WebP and JPNG in sRGB or without a profile are decoded directly. KTX 2.0 is copied. JPEG 2000 is decoded by
/// OpenJPEG. AVIF, JPEG XL, GIF, TIFF, interlaced PNG, animations (their first frame), CMYK and other profiles go through
/// libvips, which converts them to sRGB. Orientation metadata is ignored: a tile is shown as stored.
///
/// Damage is never ignored: a tile that is truncated or fails its checks is an error. After an error the decoder can still be
/// used.
///
/// One thread uses a decoder at a time; every worker has its own. It keeps up to ``keptBytes`` of memory between tiles.
public final class TileDecoder {
    /// The default of ``pixelLimit``: 8192 × 8192.
    public static let defaultPixelLimit = TileLimits.pixels

    /// The maximum bytes of working memory kept for the next tile.
    public static let keptBytes = TileLimits.keptBytes

    /// The maximum number of stored pixels of a tile.
    ///
    /// The default is ``defaultPixelLimit``.
    ///
    /// A tile that declares more in its header is refused before its memory is allocated, so that a few damaged bytes cannot
    /// claim gigabytes.
    public var pixelLimit = defaultPixelLimit

    /// The work done so far.
    public private(set) var counts = Counts()

    private let formats: ImageFormats
    private let profiles = SRGBProfileCache()
    /// The decoders of the formats, by their indices; each is made for its first tile.
    private var decoders: [(any TileFormatDecoder)?]
    private lazy var general = ImageTileDecoder(formats)

    private var current: Current?
    /// Whether a tile is lent, written or not.
    private var isLending = false

    /// The tile that is being lent.
    private struct Current {
        let decoder: any TileFormatDecoder
        let input: TileInput
        let size: PixelSize
    }

    /// Creates a decoder; resources of a format are allocated with its first tile.
    public convenience init() { self.init(formats: .standard) }

    /// Creates a decoder of tiles in some formats.
    init(formats: ImageFormats) {
        self.formats = formats
        decoders = Array(repeating: nil, count: formats.all.count)
    }

    /// Reads a tile's header and lends the tile to `body`, which decodes it into memory that it chooses.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile, a complete file.
    ///   - name: the tile's name for error messages, such as "tile 3/4_5".
    ///   - format: the format of the tile according to the pyramid. The default is nil: any. A JPNG without alpha is decoded as
    ///     a JPEG, counted in ``Counts/missingAlpha``, and has a warning, ``OpenedTile/warning``.
    ///   - body: called once, with a tile that is valid during the call.
    /// - Returns: the result of `body`.
    /// - Throws: ``CodecError`` when the tile is not an image, damaged or too large, and what `body` throws.
    public func decode<Result>(
        _ bytes: [UInt8], name: String, format: TileFormat? = nil, _ body: (borrowing OpenedTile) throws -> Result
    ) throws -> Result {
        precondition(!isLending, "a decoder decodes one tile at a time")
        isLending = true
        defer { isLending = false }
        return try bytes.withUnsafeBytes { raw in
            let header = try counting { try open(TileInput(array: bytes, bytes: raw, name: name)) }
            defer { close() }
            let lacksAlpha = format.map { isWithoutAlpha(raw, $0) } ?? false
            counts.missingAlpha += lacksAlpha ? 1 : 0
            let warning = lacksAlpha ? "\(name): the alpha is missing; the tile is shown opaque." : nil
            return try body(OpenedTile(header, warning: warning, decoder: self))
        }
    }

    /// Returns the stored size of a tile, from its header alone in common formats; otherwise opens the tile.
    ///
    /// - Throws: ``CodecError`` when the tile is not an image.
    package static func size(of bytes: [UInt8], name: String) throws -> PixelSize {
        try ImageFormats.standard.size(of: bytes) ?? TileDecoder().decode(bytes, name: name) { $0.size }
    }

    /// Whether a tile of a format has lost its alpha, and is of another format therefore.
    private func isWithoutAlpha(_ bytes: UnsafeRawBufferPointer, _ format: TileFormat) -> Bool {
        formats.formatWithoutAlpha(format) != nil && formats.tileFormat(of: bytes) != format
    }

    private func open(_ input: TileInput) throws -> TileHeader {
        guard !input.bytes.isEmpty else {
            throw CodecError(.unsupported, file: input.name, "the tile is empty.")
        }
        let (decoder, header) = try decoderAndHeader(input)
        let (area, isOverflow) = header.size.width.multipliedReportingOverflow(by: header.size.height)
        guard !isOverflow, area <= pixelLimit else {
            decoder.close()
            throw CodecError(
                .unsupported, file: input.name,
                "the tile is too large: it has \(header.size) pixels, and up to \(pixelLimit) are decoded.")
        }
        current = Current(decoder: decoder, input: input, size: header.size)
        return header
    }

    /// Opens the tile with the fastest decoder that gives correct colors.
    private func decoderAndHeader(_ input: TileInput) throws -> (any TileFormatDecoder, TileHeader) {
        if let direct = directDecoder(for: input.bytes), let header = try direct.open(input) {
            return (direct, header)
        }
        guard let header = try general.open(input) else { preconditionFailure("the general path opens every format") }
        return (general, header)
    }

    private func directDecoder(for bytes: UnsafeRawBufferPointer) -> (any TileFormatDecoder)? {
        guard let index = formats.index(of: bytes) else { return nil }
        if let decoder = decoders[index] { return decoder }
        decoders[index] = formats.all[index].tiles?.makeDecoder?(profiles)
        return decoders[index]
    }

    /// Decodes the tile that is lent; called by ``OpenedTile``.
    fileprivate func write(to pixels: UnsafeMutableBufferPointer<UInt32>) throws -> Bool {
        guard let current else { preconditionFailure("a tile is written once") }
        self.current = nil
        defer { current.decoder.close() }
        precondition(pixels.count >= current.size.area, "the memory must hold all pixels")
        guard let target = pixels.baseAddress else { preconditionFailure("a tile has pixels") }
        return try counting {
            let isOpaque = try current.decoder.read(into: target)
            counts.add(tile: current.input.bytes.count, pixels: current.size.area)
            return isOpaque
        }
    }

    /// Closes a tile that was not written.
    private func close() {
        current?.decoder.close()
        current = nil
    }

    private func counting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            counts.failures += 1
            throw error
        }
    }
}

/// A tile whose header has been read, lent by ``TileDecoder`` for the duration of a call.
///
/// It cannot be copied, so that it does not outlive the call.
public struct OpenedTile: ~Copyable {
    /// The stored size.
    public let size: PixelSize
    /// True when no pixel can be transparent, because the format or the file has no alpha.
    ///
    /// A tile with alpha may still be opaque; the result of ``write(to:)`` says so.
    public let isOpaque: Bool

    /// A sentence that names the missing parts of a tile that can still be shown; nil if nothing is missing.
    public let warning: String?

    private let decoder: TileDecoder

    fileprivate init(_ header: TileHeader, warning: String?, decoder: TileDecoder) {
        self.warning = warning
        size = header.size
        isOpaque = header.isOpaque
        self.decoder = decoder
    }

    /// Decodes the tile into the caller's memory; may be called once.
    ///
    /// - Parameter pixels: memory for all pixels, row by row from the top. A pixel is 0xAARRGGBB in sRGB, premultiplied
    ///   by alpha and rounded to nearest.
    /// - Returns: true when every pixel is opaque.
    /// - Throws: ``CodecError``; the contents of `pixels` are undefined then.
    @discardableResult
    public func write(to pixels: UnsafeMutableBufferPointer<UInt32>) throws -> Bool {
        try decoder.write(to: pixels)
    }
}
