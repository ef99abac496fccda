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

    /// The usual file extension, without the dot.
    public var fileExtension: String { rawValue }

    /// Whether the format can store transparency.
    public var supportsAlpha: Bool { self != .jpeg }
}
