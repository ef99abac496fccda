public import TilePyramid
public import PixelKernels

/// The formats in which whole images are written row by row.
public enum ImageFileFormat: Hashable, Sendable {
    /// Baseline JPEG with halved chroma: gray and RGB, up to 65,500 pixels a side.
    case jpeg
    /// PNG: gray and RGB, with and without alpha.
    case png
    /// TIFF in uncompressed strips, BigTIFF from 4 GB on: gray and RGB, with and without alpha.
    case tiff

    /// The format that a file's name asks for by its ending (jpg, jpeg, png, tif or tiff, in any case); nil for others.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        case "tif", "tiff": self = .tiff
        default: return nil
        }
    }

    /// Whether the format can hold transparency.
    public var supportsAlpha: Bool { self != .jpeg }

    /// The most pixels a side has.
    public var maximumSide: Int { self == .jpeg ? 65_500 : 2_147_483_647 }

    /// Starts a file of this format.
    ///
    /// - Parameters:
    ///   - path: the file's name; its folder must exist.
    ///   - size: the size of the image in pixels.
    ///   - layout: how pixels will be handed over; 8 bits.
    ///   - quality: of JPEG, from 1 to 100; ignored by the others. The default is 88.
    /// - Returns: a writer that waits for row 0.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/invalidRequest`` when the format cannot hold such an image,
    ///   and ``CodecError/Code/cannotCreate`` when the file cannot be made.
    public func makeWriter(
        _ path: String, size: PixelSize, layout: PixelLayout, quality: Int = 88
    ) throws -> any RowWriter {
        guard size.width >= 1, size.height >= 1, max(size.width, size.height) <= maximumSide else {
            throw CodecError(
                .invalidRequest, file: path,
                "an image of \(size) pixels does not fit this format; sides of 1 to \(maximumSide) pixels do.")
        }
        guard layout.depth == .eight, supportsAlpha || !layout.channels.hasAlpha else {
            throw CodecError(
                .invalidRequest, file: path, "the format does not hold pixels of this kind; PNG holds transparency.")
        }
        let file = try AtomicFile(path)
        switch self {
        case .jpeg: return try JPEGRowWriter(file, size: size, layout: layout, quality: quality)
        case .png: return try PNGRowWriter(file, size: size, layout: layout)
        case .tiff: return try TIFFRowWriter(file, size: size, layout: layout)
        }
    }
}
