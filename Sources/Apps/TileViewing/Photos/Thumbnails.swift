internal import TiledLayers
internal import VectorDrawing

/// The thumbnails of files: decoded in the background when they are shown, at the size at which they are shown, and cached.
///
/// Each time that a file is shown, it is compared with its thumbnail in the background, by size and date. Of a pyramid, the
/// coarsest level is read that is large enough. All members may be used from any thread.
struct Thumbnails: Sendable {
    /// The most bytes of pixels in the cache: 32 MiB, some thousand thumbnails.
    static let costLimit = 32 << 20
    /// The most files that are decoded at once: 2, so that the image that is being looked at comes first.
    static let decodeLimit = 2
    /// The most pixels of the level of a pyramid that is read.
    static let levelPixelLimit = 1 << 20
    /// The most tiles of the level of a pyramid that is read.
    static let levelTileLimit = 16

    private let cache: ThumbnailCache
    private let queue: ImageQueue
    private let decoder: CachedThumbnailDecoding

    /// Creates thumbnails.
    ///
    /// - Parameters:
    ///   - decoder: decodes a file or a pyramid at an address.
    ///   - executor: the executor of the workers.
    ///   - attributes: returns the date and the size of a file, which a worker asks for; nil for an address.
    init(
        decoder: any ImageDecoding, executor: any TileExecutor,
        attributes: @escaping @Sendable (_ path: String) -> FileAttributes?
    ) {
        cache = ThumbnailCache(costLimit: Self.costLimit)
        queue = ImageQueue(width: Self.decodeLimit, executor: executor)
        self.decoder = CachedThumbnailDecoding(cache: cache, decoder: decoder, attributes: attributes)
    }

    /// A decoder of thumbnails with the limits and the network of some options.
    static func decoder(_ options: DocumentOptions) -> any ImageDecoding {
        var options = options
        options.page = 1
        return PhotoDecoding(options: options, pixelLimit: levelPixelLimit, tileLimit: levelTileLimit)
    }

    /// The thumbnail of a file; nothing is compared or decoded before it is shown.
    func image(of path: String) -> LazyImage {
        LazyImage(file: path, decoder: decoder, queue: queue)
    }

    /// The last picture of a file, to be shown until it is known whether the file has changed; nil if there is none.
    func lastPicture(of path: String) -> PixelBuffer? { cache.thumbnail(of: path)?.buffer }

    /// Replaces the thumbnail of a file by one of its channels, if there is one; blocks while it reads samples.
    func draw(_ channels: DocumentChannels, of path: String) {
        guard let known = cache.thumbnail(of: path) else { return }
        let decoder = PhotoDecoding(
            options: DocumentOptions(), pixelLimit: Self.levelPixelLimit, tileLimit: Self.levelTileLimit)
        guard let (buffer, fullSize) = decoder.decode(channels, path, { _ in known.buffer.size }) else { return }
        cache.insert(ThumbnailCache.Thumbnail(buffer: buffer, fullSize: fullSize, file: known.file), of: path)
        check()
    }

    /// A number that changes when files may have changed: cells that are in view then show their files again.
    var checks: Int { cache.checks }

    /// Records that files may have changed, so that those in view are compared with their thumbnails.
    func check() {
        cache.recordChanges(rereadsAll: false)
    }

    /// Does the same, and has folders of tiles and what is at addresses read again, whose changes have no date.
    func reload() {
        cache.recordChanges(rereadsAll: true)
    }

    /// The number of files that wait to be decoded.
    var waitingCount: Int { queue.count }
}
