internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
package import TilePyramid

/// A format of images: its names, and how it is recognized, opened, and used for tiles.
///
/// A format is a value, and a list of them is an ``ImageFormats``. A folder beside this file has what one format needs, and
/// its value; one line in ``ImageFormats/standard`` adds it.
package struct ImageFormat: Sendable {
    /// Opens an image, or returns nil to leave it to the next format that its bytes may be of, and at last to libvips.
    typealias Opener = @Sendable (ImageOpening) throws -> OpenedImage?

    /// The name in ``/ImageSources/ImageInfo/container``, such as "JPEG 2000".
    package let name: String
    /// The word for the format in the list of kinds that can be read; nil for formats of tiles, which the list leaves out.
    let kind: String?
    /// The file extensions of its images in folders, in lower case and without the dot; empty for formats of tiles.
    package let fileExtensions: [String]
    /// The media type of files and tiles.
    package let mediaType: String
    /// The media types of file extensions that have their own.
    private let mediaTypes: [String: String]
    /// The bytes by which files are recognized; nil for formats that only libvips recognizes.
    let signature: ImageSignature?
    /// Reads the stored size of an image from its first bytes; nil where that takes a decoder.
    let size: (@Sendable ([UInt8]) -> PixelSize?)?
    /// The properties that matter for opening and for the limits of decoding.
    let traits: ImageTraits
    /// The format's own decoder; nil for libvips.
    let open: Opener?
    /// Opens an image whose own range of values is measured; nil for ``open``.
    let openForRange: (@Sendable (ImageOpening) throws -> any ImageSource)?
    /// The use of the format for tiles; nil for formats that are not accepted as tiles.
    let tiles: TileCoding?
    /// The format as libvips reads it; nil for formats that it must not read.
    let vipsFormat: VipsFormat?
    /// The access to stored values of pixels that hold more than their displayed colors.
    let storedValues: StoredValues
    /// Opens an image with its stored samples as channels, or returns nil if its colors have to be converted; nil for formats
    /// whose images are decoded to gray or RGB.
    let openChannels: (@Sendable (ImageOpening) throws -> (any ChannelImage)?)?
    /// Opens an image to be decoded to its stored samples, or returns nil if these are plain colors; nil for formats that hold
    /// colors alone.
    let storedSamples: (@Sendable (ImageOpening) throws -> (any StoredSampleDecoder)?)?
    /// Reads where an image lies, from statements in the file; the page is counted from 1.
    let places: (@Sendable (_ bytes: ImageBytes, _ page: Int, _ name: String) -> [PlaceSource])?

    /// Creates a format; by default it is one that libvips recognizes and opens.
    init(
        name: String, kind: String? = nil, fileExtensions: [String] = [],
        mediaType: String = ImageFormat.unknownMediaType, mediaTypes: [String: String] = [:],
        signature: ImageSignature? = nil,
        size: (@Sendable ([UInt8]) -> PixelSize?)? = nil, traits: ImageTraits = ImageTraits(), tiles: TileCoding? = nil,
        vipsFormat: VipsFormat? = nil, storedValues: StoredValues = .none,
        openChannels: (@Sendable (ImageOpening) throws -> (any ChannelImage)?)? = nil,
        storedSamples: (@Sendable (ImageOpening) throws -> (any StoredSampleDecoder)?)? = nil,
        places: (@Sendable (ImageBytes, Int, String) -> [PlaceSource])? = nil,
        openForRange: (@Sendable (ImageOpening) throws -> any ImageSource)? = nil, open: Opener? = nil
    ) {
        self.name = name
        self.kind = kind
        self.fileExtensions = fileExtensions
        self.mediaType = mediaType
        self.mediaTypes = mediaTypes
        self.signature = signature
        self.size = size
        self.traits = traits
        self.open = open
        self.openForRange = openForRange
        self.tiles = tiles
        self.vipsFormat = vipsFormat
        self.storedValues = storedValues
        self.openChannels = openChannels
        self.storedSamples = storedSamples
        self.places = places
    }

    /// Whether a file that begins with some bytes has the signature of a format without one at the end.
    func hasSignature(_ head: FileEnd) -> Bool { signature?.matches(head) ?? false }

    /// The media type of files of which nothing is known.
    package static let unknownMediaType = "application/octet-stream"

    /// The media type of files with an extension; nil if the format has no such files.
    func mediaType(fileExtension: String) -> String? {
        guard fileExtensions.contains(fileExtension) || tileFormat?.fileExtension == fileExtension else { return nil }
        return mediaTypes[fileExtension] ?? mediaType
    }

    /// The format of tiles on disk; nil if the format is not one of them.
    package var tileFormat: TileFormat? { tiles?.format }

    /// Whether the format can embed color profiles, which are read without decoding an image.
    package var embedsProfiles: Bool { traits.embedsProfiles }

    /// The access to the stored values of pixels.
    enum StoredValues: Sendable {
        /// None: pixels hold no more than their displayed colors.
        case none
        /// By blocks that are decoded one at a time; the opener returns nil for pages without further values.
        case blocks(@Sendable (ImageInput, _ page: Int) throws -> (any PixelBlockDecoder)?)
        /// By rows, decoded from the top; `scales` is true for decoders that scale samples of less than 16 bits.
        case rows(scales: Bool)
    }
}

/// The properties of a format that matter for opening its images and for the limits of decoding.
struct ImageTraits: Hashable {
    /// Whether images are decoded in a decoder process where these are used.
    ///
    /// So are formats that decode in one call, which nothing can interrupt. In this process: formats whose decoders deliver row
    /// by row, or part by part.
    var isIsolated = true
    /// Whether decoding takes memory for all pixels at once.
    var isDecodedWhole = false
    /// The resolution at which a vector image has the size that it declares; nil for pixels.
    var vectorResolution: Double?
    /// The pixels that a file of any length may declare; nil where neither memory nor time follows from them.
    var leastPixelLimit: Int?
    /// Whether the format's decoder compares stored samples with no-data values, and marks invalid pixels.
    var readsValidity = false
    /// Whether images are decoded faster at a half, a quarter or an eighth.
    var decodesScaled = false
    /// Whether images can embed color profiles.
    var embedsProfiles = false

    /// Whether a file may declare only so many pixels.
    var limitsPixels: Bool { leastPixelLimit != nil }

    /// The traits of pixels that are decoded in this process, row by row or part by part.
    static let streamed = ImageTraits(isIsolated: false)
    /// The traits of pixels that are decoded all at once.
    static func whole(embedsProfiles: Bool) -> ImageTraits {
        ImageTraits(
            isDecodedWhole: true, leastPixelLimit: DecodeLimits.leastPixelLimit, embedsProfiles: embedsProfiles)
    }

    /// The traits of a vector format that is rendered at a resolution unless another is asked for.
    static func vector(resolution: Double) -> ImageTraits {
        ImageTraits(vectorResolution: resolution, leastPixelLimit: DecodeLimits.leastVectorPixelLimit)
    }
}

extension PixelSize {
    /// The number of pixels that a file declares; for a vector image, at its own size, because the reader sets the resolution.
    func declaredArea(_ options: DecodeOptions, _ traits: ImageTraits) -> Int {
        guard let standard = traits.vectorResolution, let dpi = options.dpi, dpi > standard else { return area }
        return Int(Double(area) * (standard / dpi) * (standard / dpi))
    }
}
