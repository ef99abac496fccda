internal import Concurrency
internal import ImageCodecs
internal import TilePyramid
internal import TileStores

/// Opens images when they are first requested, and keeps the most recently used ones open.
final class OpenImages: Sendable {
    /// The decoded tiles of all images.
    let decodedTiles: CachedTileDecoder.Cache
    /// The limits of what is served.
    let limits: ServingLimits

    private struct State {
        var lastNumber: UInt64 = 0
        /// The entries that are being opened.
        var opening: Set<CatalogEntry> = []
    }

    private struct Opened: Sendable {
        var image: ServedImage
        /// When it is opened again, because there may be more of it than its entry shows; nil for never.
        var expiry: ContinuousClock.Instant?
    }

    private struct Failure: Sendable {
        var error: any Error
        var expiry: ContinuousClock.Instant
    }

    /// The time after which a pyramid whose tiles are files is opened again, since they may have been replaced.
    static let tileFilesLifetime = Duration.seconds(60)
    /// The time for which an image that could not be opened is not tried again, and a preview waits that could not be queued.
    static let failureLifetime = Duration.seconds(10)
    /// The most failures that are kept in mind.
    static let failureLimit = 1000

    private let images: LeastRecentlyUsedCache<CatalogEntry, Opened>
    private let failures = LeastRecentlyUsedCache<CatalogEntry, Failure>(limit: failureLimit)
    private let cutter: ImageCutter?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Locked(State())

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - limits: the sizes of caches.
    ///   - cutFolder: where pyramids of images are kept that are none; nil for nowhere, so that these have previews only.
    ///   - now: the clock, which tests replace.
    init(
        _ limits: ServingLimits, cutFolder: String?,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.limits, self.now) = (limits, now)
        decodedTiles = CachedTileDecoder.Cache(limit: limits.decodedTileBytes)
        images = LeastRecentlyUsedCache(limit: limits.openImages)
        cutter = cutFolder.map { ImageCutter($0, byteLimit: limits.cutImageBytes, now: now) }
    }

    /// The number of images that are kept open.
    var openCount: Int { images.counts.values }

    /// Returns an image if it is open; it never blocks.
    func opened(_ entry: CatalogEntry) -> ServedImage? {
        guard let opened = images.value(for: entry) else { return nil }
        if let expiry = opened.expiry, expiry <= now() { return nil }
        return opened.image
    }

    /// Opens an image unless it is open; blocks until it is.
    ///
    /// - Throws: errors of the file, which are thrown again for a while; ``RequestError`` with status 404 if it is gone.
    func open(_ entry: CatalogEntry) throws -> ServedImage {
        // Of several threads that want an image, one opens it.
        let number = state.wait { state -> UInt64? in
            guard state.opening.insert(entry).inserted else { return nil }
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { _ = state.withLockAndNotify { $0.opening.remove(entry) } }
        if let image = opened(entry) { return image }
        if let failure = failures.value(for: entry), failure.expiry > now() { throw failure.error }
        let retryTime = cutter?.retryTime(of: entry)
        let image: ServedImage
        do {
            image = try makeImage(entry, number, mayBeCut: cutter != nil && retryTime == nil)
        } catch {
            guard FileStatus(of: entry.path) != nil else { throw Self.gone }
            failures.insert(Failure(error: error, expiry: now() + Self.failureLifetime), for: entry, cost: 1)
            throw error
        }
        if image.hasTileFiles {
            keep(image, until: now() + Self.tileFilesLifetime)
        } else if image.isPreview, let cutter {
            keep(image, until: retryTime)
            // It is in the table before, or else it would stay there after it has been cut.
            if retryTime == nil, !cutter.cut(entry, onEnd: { [weak self] in self?.images.remove(entry) }) {
                keep(image, until: now() + Self.failureLifetime)
            }
        } else {
            keep(image)
        }
        return image
    }

    private static let gone = RequestError(404, "this image is not there any more. The list of images is at /.")

    private func keep(_ image: ServedImage, until expiry: ContinuousClock.Instant? = nil) {
        images.insert(
            Opened(image: image, expiry: expiry), for: image.entry, cost: max(1, (image.pixels?.ownBytes ?? 0) >> 20))
    }

    /// Waits until no image is being cut, for tests.
    func waitUntilCut() async {
        await cutter?.waitUntilIdle()
    }

    private func makeImage(_ entry: CatalogEntry, _ number: UInt64, mayBeCut: Bool) throws -> ServedImage {
        if let pyramid = try Pyramids.openBlocking(entry.path) ?? cutter?.finishedPyramid(of: entry) {
            let tiles = try CachedTileDecoder(
                pyramid.source, format: pyramid.source.format, name: entry.name, image: number, cache: decodedTiles)
            return ServedImage(pyramid, pixels: tiles, number: number, entry: entry, openedAt: now())
        }
        let info = try openImage(.file(entry.path)).info
        let isSmall = info.size.area <= limits.previewPixels
        // Every pixel of other formats is decoded for a preview, which takes as long as cutting the image.
        let hasPreview = isSmall || info.container == "JPEG" || !mayBeCut
        let preview = hasPreview ? try PreviewPixels(entry.path, pixelLimit: limits.previewPixels) : nil
        return ServedImage(info, preview: preview, number: number, entry: entry, openedAt: now())
    }
}
