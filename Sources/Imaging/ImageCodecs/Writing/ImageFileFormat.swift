internal import ImageMetadata
public import TilePyramid
public import PixelKernels

/// The formats in which whole images are written, row by row.
public enum ImageFileFormat: Hashable, Sendable {
    /// Baseline JPEG with 4:2:0 chroma: gray and RGB, up to 65,500 pixels a side.
    case jpeg
    /// PNG: gray and RGB, with and without alpha.
    case png
    /// TIFF in uncompressed strips, BigTIFF from 4 GiB on: gray and RGB, with and without alpha.
    case tiff

    /// The format for a path's extension (jpg, jpeg, png, tif or tiff, in any case); nil for others.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        case "tif", "tiff": self = .tiff
        default: return nil
        }
    }

    /// True when the format stores alpha.
    public var supportsAlpha: Bool { self != .jpeg }

    /// The maximum width and height in pixels.
    public var maximumSide: Int { self == .jpeg ? 65_500 : 2_147_483_647 }

    /// Starts a file of this format.
    ///
    /// - Parameters:
    ///   - path: the path of the file; its folder must exist.
    ///   - size: the size of the image in pixels.
    ///   - layout: the layout of the rows; 8 bits per sample.
    ///   - quality: the quality of JPEG, from 1 to 100; other formats ignore it. The default is 88.
    /// - Returns: a writer that expects row 0.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/invalidRequest`` when the format cannot store such an
    ///   image, and ``CodecError/Code/cannotCreate`` when the file cannot be created.
    public func makeWriter(
        _ path: String, size: PixelSize, layout: PixelLayout, quality: Int = 88
    ) throws -> any RowWriter {
        guard size.width >= 1, size.height >= 1, max(size.width, size.height) <= maximumSide else {
            throw CodecError(
                .invalidRequest, file: path,
                "the format cannot store an image of \(size) pixels; a side may have 1 to \(maximumSide).")
        }
        guard layout.depth == .eight, supportsAlpha || !layout.channels.hasAlpha else {
            throw CodecError(
                .invalidRequest, file: path, "the format cannot store such pixels. Choose PNG for transparency.")
        }
        let file = try ImageFileWriter(path)
        switch self {
        case .jpeg: return try JPEGRowWriter(file, size: size, layout: layout, quality: quality)
        case .png: return try PNGRowWriter(file, size: size, layout: layout)
        case .tiff: return try TIFFRowWriter(file, size: size, layout: layout)
        }
    }
}
