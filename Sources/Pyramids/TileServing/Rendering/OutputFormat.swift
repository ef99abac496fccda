internal import ImageCodecs
internal import TilePyramid

/// A format in which images of regions are encoded.
enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, the default; what is transparent becomes white.
    case jpeg = "jpg"
    /// PNG.
    case png
    /// WebP.
    case webp
    /// TIFF in uncompressed strips.
    case tiff = "tif"

    /// The format of tiles; nil for those in which no tiles are sent.
    init?(_ format: TileFormat) { self.init(rawValue: format.rawValue) }

    /// The same format of tiles; nil if there is none.
    var tileFormat: TileFormat? { TileFormat(rawValue: rawValue) }

    /// The file extension in addresses, without the dot.
    var fileExtension: String { rawValue }

    /// Whether the format can store transparency.
    var supportsAlpha: Bool { self != .jpeg }

    /// Whether samples keep their values.
    var isLossless: Bool { self == .png || self == .tiff }

    /// The media type.
    var mediaType: String {
        ImageFormats.standard.mediaType(fileExtension: fileExtension) ?? ImageFormat.unknownMediaType
    }

    /// The processor time that encoding takes at most, in seconds: that of noise.
    func encodingSeconds(pixels: Int) -> Double {
        let nanoseconds =
            switch self {
            case .webp: 150.0
            case .png: 60.0
            case .jpeg: 20.0
            case .tiff: 2.0
            }
        return Double(pixels) * nanoseconds * 1e-9
    }
}

extension ServerAnswer {
    /// An image that was made for the request.
    static func image(_ bytes: [UInt8], _ format: OutputFormat, entityTag: String) -> ServerAnswer {
        ServerAnswer(.bytes(bytes), type: format.mediaType, entityTag: entityTag)
    }
}
