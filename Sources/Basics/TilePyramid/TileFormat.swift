/// What a tile's bytes are.
public enum TileFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// JPEG: small, no transparency; written as `.jpg`.
    case jpeg = "jpg"
    /// PNG: exact, with transparency and 16 bits a sample.
    case png
    /// WebP: smaller than JPEG at the same look, with transparency; slow to make.
    case webp
    /// AV1 still image: smallest, slowest to make.
    case avif
    /// JPEG XL.
    case jxl

    /// The usual ending of a file's name, without the dot.
    public var fileExtension: String { rawValue }

    /// Whether tiles can be transparent.
    public var supportsAlpha: Bool { self != .jpeg }
}
