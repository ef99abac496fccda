internal import FilePyramids
internal import TiledLayers

/// The thumbnails of files: decoded in the background when they are shown, at the size at which they are shown, and cached.
///
/// Of a pyramid, the coarsest level is read that is large enough. All members may be used from any thread.
struct Thumbnails: Sendable {
    /// The most bytes of pixels in the cache: 32 MiB, some thousand thumbnails.
    static let costLimit = 32 << 20
    /// The most files that are decoded at once: 2, so that the image that is being looked at comes first.
    static let decodeLimit = 2
    /// The most pixels of the level of a pyramid that is read.
    static let levelPixelLimit = 1 << 20
    /// The most tiles of the level of a pyramid that is read.
    static let levelTileLimit = 16

    private let cache: ImageCache
    private let queue: ImageQueue
    private let decoder: any ImageDecoding

    /// Creates thumbnails.
    ///
    /// - Parameters:
    ///   - decoder: decodes a file or a pyramid at an address.
    ///   - executor: the executor of the workers.
    init(decoder: any ImageDecoding, executor: any TileExecutor) {
        cache = ImageCache(costLimit: Self.costLimit)
        queue = ImageQueue(width: Self.decodeLimit, executor: executor)
        self.decoder = decoder
    }

    /// A decoder of thumbnails with the limits and the network of some options.
    static func decoder(_ options: DocumentOptions) -> any ImageDecoding {
        var options = options
        options.page = 1
        return PhotoDecoding(options: options, pixelLimit: levelPixelLimit, tileLimit: levelTileLimit)
    }

    /// The thumbnail of a file; nothing is decoded before it is shown.
    func image(of path: String) -> LazyImage {
        LazyImage(file: path, cache: cache, decoder: decoder, queue: queue)
    }

    /// The number of files that wait to be decoded.
    var waitingCount: Int { queue.count }
}
