/// The compression format of a tile.
public enum TileFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// JPEG: small files, no transparency; the file extension is `.jpg`.
    case jpeg = "jpg"
    /// PNG: lossless, with transparency and up to 16 bits per sample.
    case png
    /// WebP: smaller than JPEG at the same visual quality, with transparency; slow to encode.
    case webp
    /// AVIF, the AV1 still image: the smallest files, the slowest to encode.
    case avif
    /// JPEG XL.
    case jxl
    /// JPEG 2000: better than JPEG at the same size, with transparency, lossless at quality 100; slow to decode.
    case jp2
    /// JPNG: a JPEG with the colors, followed by a PNG with the lossless alpha.
    ///
    /// For photographs with transparent parts it takes a third of a PNG's size. Programs that do not know JPNG show the JPEG.
    case jpng
    /// KTX 2.0, a container of textures, with pixels ready to draw: uncompressed and page-aligned.
    ///
    /// A viewer maps the tiles into memory without decoding them. They take 4 bytes for each pixel, and 4 KiB for each tile.
    case ktx2

    /// The usual file extension, without the dot.
    public var fileExtension: String { rawValue }

    /// Whether the format can store transparency.
    public var supportsAlpha: Bool { self != .jpeg }

    /// Whether web browsers show the whole format; the others are for viewers such as `tileview`.
    public var isShownByBrowsers: Bool { ![.jp2, .jpng, .ktx2].contains(self) }
}
