internal import ImageCodecs
public import ImageMetadata
internal import Numbers

/// The limits of what is served: the sizes of answers, the memory of caches, and what is listed.
public struct ServingLimits: Hashable, Sendable {
    /// The widest image that is sent, in pixels; the default is 16,383, the widest WebP.
    public var maxWidth = 16_383
    /// The highest image that is sent, in pixels; the default is 16,383, the highest WebP.
    public var maxHeight = 16_383
    /// The most pixels of an image that is sent; the default is 24 million.
    ///
    /// Making one takes ``memory(ofArea:)``, which has to fit into ``ServerOptions/regionMemory``.
    public var maxArea = 24_000_000
    /// The most pixels of stored tiles that are decoded for one answer; the default is 536,870,912.
    ///
    /// JPEG tiles that are decoded at a smaller scale take about a fourth of the time: four of their pixels count as one. A
    /// pyramid with coarse levels needs a few times the pixels that are sent. For a pyramid without them, the server makes
    /// a smaller level (``coarseLevelSeconds``).
    public var decodedPixels = 1 << 29
    /// The most processor time that making an answer may take, in seconds; the default is 5.
    ///
    /// A request that takes more ends with the status 503. Later requests for at least as many pixels of the same file end
    /// so at once.
    public var answerSeconds = 5.0
    /// The bytes of decoded tiles that are kept for further requests; the default is 256 MiB.
    public var decodedTileBytes = 256 << 20
    /// The bytes of answers about images that are kept to be sent again, each of at most 1 MiB; the default is 128 MiB.
    public var answerBytes = 128 << 20
    /// The most images that are open at a time, besides those that requests use; the default is 256.
    ///
    /// An image in memory, such as a preview, counts as one for each MiB.
    public var openImages = 256
    /// The folders into which symbolic links may lead from the folders that are served, at any depth; the default is none.
    public var allowedFolders: [String] = []
    /// The kinds of statements of images whose loss is only a warning, not an error; the default is none.
    public var allowedLoss: Set<FileStatement> = []
    /// The number of nested levels of folders that are searched; the default is 8.
    public var folderDepth = 8
    /// The most images that are listed; the default is 100,000.
    public var listedImages = 100_000
    /// The most pixels of the preview of an image that is not a pyramid; the default is 4,194,304.
    ///
    /// A preview is served until the image is cut. Images with fewer pixels are served from memory.
    public var previewPixels = 4 << 20
    /// The most processor time for the smaller level of a pyramid that lacks it, in seconds; the default is 60.
    ///
    /// The level is made once, in the background, when it is first needed, and has ``previewPixels`` at most. For a pyramid
    /// in a single file, it may take ``answerSeconds`` and a second for each megabyte at most.
    public var coarseLevelSeconds = 60.0
    /// The pixels that would be decoded for an answer from which on such a level is made and used; 16,777,216.
    var coarseLevelDecodedPixels = 16 << 20
    /// The bytes of such smaller levels that are kept; the default is 128 MiB.
    public var coarseLevelBytes = 128 << 20
    /// The bytes of cut images that are kept on disk; the default is 20 GiB.
    ///
    /// The least recently used are removed first.
    public var cutImageBytes = 20 << 30

    /// The most pages of a document that its manifest has as canvases; the default is 1000.
    public var manifestCanvases = 1000

    /// The options for decoding images.
    var decoding: DecodeOptions {
        var options = DecodeOptions()
        options.allowedLoss = allowedLoss
        return options
    }

    /// The default limits.
    public init() {}

    /// The most bytes of memory that an image of a number of pixels takes while it is made.
    public static func memory(ofArea pixels: Int) -> Int {
        CheckedNumber.product(max(0, pixels), bytesPerPixel) ?? .max
    }

    /// The bytes for each pixel that is sent: four of the image, four of its encoded form, and three of the rows of tiles from
    /// which it is made.
    private static let bytesPerPixel = 11
}
