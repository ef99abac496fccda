internal import Caching
internal import Concurrency
internal import FilePyramids
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import TileContainers
internal import TilePyramid
internal import TileStores

/// Opens images when they are first requested, and keeps the most recently used ones open.
final class OpenImages: Sendable {
    /// The decoded tiles of all images.
    let decodedTiles: DecodedTileCache
    /// The limits of what is served.
    let limits: ServingLimits
    /// The formats of pyramids.
    let formats: PyramidFormats

    /// The images and renderings that are being opened and made.
    struct State {
        /// The last number that an image or a rendering was given.
        var lastNumber: UInt64 = 0
        /// The images that are being opened.
        var opening: [CatalogEntry: Promise<Result<ServedImage, any Error>>] = [:]
        /// The images whose previews are being made; as many as ``PreviewQueue`` takes.
        var preparing: [CatalogEntry: ServedImage] = [:]
        /// The smaller levels of pyramids that have been begun.
        var preparedLevels = 0
        /// The renderings that are being prepared.
        var rendering: [RenderingKey: Promise<Result<ServedImage, any Error>>] = [:]
    }

    /// Makes the preview of an image with a number of pixels at most; blocks until it is done.
    typealias PreviewMaker = @Sendable (_ entry: CatalogEntry, _ pixelLimit: Int) throws -> PreviewPixels

    /// The outcome of a call that opens an image.
    enum Opening: Sendable {
        /// The image, which is open.
        case image(ServedImage)
        /// Another thread opens it.
        case elsewhere(Promise<Result<ServedImage, any Error>>)
    }

    /// A rendering of an opened image.
    struct RenderingKey: Hashable, Sendable {
        /// The number of the image.
        var image: UInt64
        /// The query of the request.
        var items: RenderingItems
    }

    private struct Opened: Sendable {
        var image: ServedImage
        /// The time at which the image is opened again, as its entry may not show all changes; nil for never.
        var expiry: ContinuousClock.Instant?
    }

    private struct Failure: Sendable {
        var error: any Error
        var expiry: ContinuousClock.Instant
    }

    /// The time after which a pyramid whose tiles are files is opened again, since they may have been replaced.
    static let tileFilesLifetime = Duration.seconds(60)
    /// The time after which what has failed is tried again: opening an image, making a preview, or queueing an image to be cut.
    static let failureLifetime = Duration.seconds(10)
    /// The pause after a failure, as a multiple of the time until it; at least ``failureLifetime``.
    static let failurePatience = 100.0
    /// The time after which an image is opened again that took more processor time than an answer may.
    static let costlyFailureLifetime = Duration.seconds(86_400)
    /// The most failures that are kept in mind.
    static let failureLimit = 1000
    /// The most warnings that are kept in mind, so that each is shown once.
    static let warningLimit = 10_000
    /// The longest time for which a request waits until another one has opened its image.
    static let openingTimeout = Duration.seconds(30)
    /// The longest time for which a request waits for a preview; the client has to ask again after that.
    static let previewTimeout = Duration.seconds(2)

    private let images: SharedCache<CatalogEntry, Opened>
    private let failures = SharedCache<CatalogEntry, Failure>(limit: failureLimit)
    private let cutter: ImageCutter?
    private let transforms = TransformPool()
    private let previews = PreviewQueue()
    private let makePreview: PreviewMaker
    /// The smaller levels of pyramids that lack them; those of tiles in files of their own may be of former tiles for a while.
    private let coarseLevels: SharedCache<CatalogEntry, CoarseLevel>
    /// The renderings that took more processor time than an answer may.
    let costlyRenderings = SharedCache<RenderingKey, Bool>(limit: failureLimit)
    /// The channels of images that are shown as pictures until others are asked for.
    let otherChannels: SharedCache<UInt64, ServedChannels>
    /// The archives whose files are served.
    let archives = SingleFlightCache<CatalogEntry, ServedArchive>(costLimit: archiveBytes)
    /// The most bytes of the lists of files in archives that are kept.
    static let archiveBytes = 64 << 20
    let messages: ServingMessages
    private let shownWarnings = SharedCache<String, Bool>(limit: warningLimit)
    private let openPyramid: @Sendable (CatalogEntry) throws -> OpenedPyramid?
    let now: @Sendable () -> ContinuousClock.Instant
    let state = Locked(State())

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - limits: the sizes of caches.
    ///   - cutFolder: where pyramids of images are kept that are none; nil for nowhere, so that these have previews only.
    ///   - messages: what becomes of messages about files; the default shows no warnings.
    ///   - formats: the formats of pyramids; by default all.
    ///   - openPyramid: opens the pyramid of an entry, or returns nil if it is none; by default with `formats`. Tests replace it.
    ///   - makePreview: makes a preview of an image with a number of pixels at most; tests replace it.
    ///   - now: the clock, which tests replace.
    init(
        _ limits: ServingLimits, cutFolder: String?, messages: ServingMessages = ServingMessages(),
        formats: PyramidFormats = .standard,
        openPyramid: (@Sendable (CatalogEntry) throws -> OpenedPyramid?)? = nil,
        makePreview: PreviewMaker? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.limits = limits
        self.messages = messages
        self.formats = formats
        self.openPyramid = openPyramid ?? { try Pyramids.openBlocking($0.path, formats: formats) }
        self.now = now
        decodedTiles = DecodedTileCache(limit: limits.decodedTileBytes)
        images = SharedCache(limit: limits.openImages)
        self.makePreview =
            makePreview ?? { try PreviewPixels($0.path, pixelLimit: $1, options: limits.decoding(of: $0)) }
        coarseLevels = SharedCache(
            limit: max(1, limits.coarseLevelBytes / max(1, limits.previewPixels * Self.coarsePixelBytes)))
        otherChannels = SharedCache(limit: limits.openImages)
        cutter = cutFolder.map { ImageCutter($0, limits, now: now) }
    }

    /// The smaller levels of pyramids that have been begun, for tests.
    var preparedLevels: Int { state.withLock(\.preparedLevels) }

    /// The number of images that are kept open.
    var openCount: Int { images.statistics.values }

    /// Returns an image if it is open; it never blocks.
    func opened(_ entry: CatalogEntry) -> ServedImage? {
        guard let opened = images.value(for: entry) else { return state.withLock { $0.preparing[entry] } }
        if let expiry = opened.expiry, expiry <= now() { return nil }
        return opened.image
    }

    /// The image that a thread opens; nil if none does.
    func opening(_ entry: CatalogEntry) -> Promise<Result<ServedImage, any Error>>? {
        state.withLock { $0.opening[entry] }
    }

    /// Opens an image unless it is open, or another thread does that; blocks while it reads the file.
    ///
    /// Pixels of large images are prepared in the background.
    ///
    /// - Throws: errors of the file, which are thrown again for a while; ``RequestError`` with status 404 if it is gone.
    func open(_ entry: CatalogEntry) throws -> Opening {
        let promise = Promise<Result<ServedImage, any Error>>()
        let (other, number) = state.withLock { state in
            if let other = state.opening[entry] { return (Optional(other), UInt64(0)) }
            state.opening[entry] = promise
            state.lastNumber += 1
            return (nil, state.lastNumber)
        }
        if let other { return .elsewhere(other) }
        let result = Result {
            // Others wait for it as well, so that it does not end when the client leaves that came first.
            try Cancellation.$current.withValue(nil) { try openNow(entry, number) }
        }
        state.withLock { _ = $0.opening.removeValue(forKey: entry) }
        promise.fulfill(result)
        return .image(try result.get())
    }

    private func openNow(_ entry: CatalogEntry, _ number: UInt64) throws -> ServedImage {
        if let image = opened(entry) { return image }
        if let kept = images.value(for: entry), let expiry = kept.expiry, expiry <= now() {
            images.remove(entry)
            if kept.image.isPreview, kept.image.pixels != nil {
                // It is served on while the image is cut again.
                keepUntilCut(kept.image, begun: now())
                return kept.image
            }
        }
        if let failure = failures.value(for: entry), failure.expiry > now() { throw failure.error }
        let start = now()
        do {
            return try ProcessorTimeBudget.$current.withValue(ProcessorTimeBudget(seconds: limits.answerSeconds)) {
                try makeImage(entry, number)
            }
        } catch {
            guard FileStatus(of: entry.path) != nil else { throw Self.gone }
            var failure = Failure(error: error, expiry: retryTime(ofWorkFrom: start))
            if error is ProcessorTimeBudget.Exhausted {
                failure = Failure(
                    error: CostlyAnswers.refusal(seconds: limits.answerSeconds),
                    expiry: now() + Self.costlyFailureLifetime)
            }
            failures.insert(failure, for: entry, cost: 1)
            throw failure.error
        }
    }

    /// The time of the next attempt at work that began at `start` and has failed now: the longer it took, the later.
    private func retryTime(ofWorkFrom start: ContinuousClock.Instant) -> ContinuousClock.Instant {
        now() + max(Self.failureLifetime, (now() - start) * Self.failurePatience)
    }

    static let gone = RequestError(404, "this image is not there any more. The list of images is at /.")

    /// The number of open images for which one counts that holds some bytes; a single one always fits.
    func cost(ofBytes count: Int) -> Int { min(max(1, limits.openImages), max(1, count >> 20)) }

    private func keep(_ image: ServedImage, until expiry: ContinuousClock.Instant? = nil) {
        images.insert(
            Opened(image: image, expiry: expiry), for: image.entry, cost: cost(ofBytes: image.pixels?.ownBytes ?? 0))
    }

    /// Waits until no preview is being made and no image cut, for tests.
    func waitUntilCut() async {
        await previews.waitUntilIdle()
        await cutter?.waitUntilIdle()
    }

    private func makeImage(_ entry: CatalogEntry, _ number: UInt64) throws -> ServedImage {
        if entry.page == 1, let image = try makeChannels(entry, number) {
            keep(image, until: image.hasTileFiles ? now() + Self.tileFilesLifetime : nil)
            return image
        }
        let stored = entry.page == 1 ? try openPyramid(entry) : nil
        if let pyramid = stored ?? cutter?.finishedPyramid(of: entry) {
            let tiles = try CachedTileDecoder(
                pyramid.source, format: pyramid.source.format, name: entry.name, image: number, cache: decodedTiles,
                terrain: pyramid.source.terrain, mayLackTiles: pyramid.source.isSparse)
            let map = map(of: entry, pyramid.source.pyramid.size) {
                // What was cut from an image has no place of its own.
                guard let stored else { return try self.place(of: entry) }
                return stored.source.georeference == nil ? try stored.source.rasterGeoreference : nil
            }
            let image = ServedImage(pyramid, pixels: tiles, number: number, entry: entry, openedAt: now(), map: map)
            keep(image, until: image.hasTileFiles ? now() + Self.tileFilesLifetime : nil)
            return image
        }
        let source = try openPage(entry)
        if !limits.allowedLoss.isEmpty { source.warnings.forEach { warn(entry, $0) } }
        let info = source.info
        let map = map(of: entry, info.size) { try self.place(of: entry, info) }
        guard info.size.area <= limits.previewPixels else { return prepare(info, number, entry, map) }
        let pixels = ServedPixels.available(
            try PreviewPixels(entry.path, pixelLimit: limits.previewPixels, options: limits.decoding(of: entry)))
        let image = ServedImage(info, pixels, isPreview: false, number: number, entry: entry, map: map)
        keep(image)
        return image
    }

    /// Opens an image that is not a pyramid, and reads its header.
    ///
    /// - Throws: errors of the file; ``RequestError`` with status 404 if it has no such page.
    private func openPage(_ entry: CatalogEntry) throws -> any ImageSource {
        do {
            return try openImage(.file(entry.path), options: limits.decoding(of: entry))
        } catch let error as CodecError where entry.page > 1 && error.code == .invalidRequest {
            throw RequestError(404, "this document has no page \(entry.page).")
        }
    }

    /// The place of an image's upright pixels; nil if it has none.
    func place(of entry: CatalogEntry, _ info: ImageInfo? = nil) throws -> RasterGeoreference? {
        guard let found = try StatedGeoreference.read(.file(entry.path), page: entry.page) else { return nil }
        var options = limits.decoding(of: entry)
        // The header suffices for the orientation, and the range of a float image is not looked for.
        options.range = .full
        return found.georeference.delivered(as: try info ?? openImage(.file(entry.path), options: options).info)
    }

    /// The image of a size as a map; nil if it has no place, or may lose it.
    func map(
        of entry: CatalogEntry, _ size: PixelSize, at place: () throws -> RasterGeoreference?
    ) -> Result<ServedMap, RequestError>? {
        do {
            guard let place = try place() else { return nil }
            return .success(try ServedMap(place, size: size, transforms))
        } catch {
            let reason =
                (error as? GeoreferencingError)?.message ?? (error as? CodecError)?.message
                ?? (error as? StoreError)?.message ?? "its georeference cannot be read."
            guard !limits.allowedLoss.contains(.place) else {
                warn(
                    entry,
                    "it is served without its place: \((error as? CodecError)?.warning(ofLost: .place) ?? reason)")
                return nil
            }
            return .failure(RequestError(404, "this image is not served as a map: \(reason)"))
        }
    }

    /// Shows a warning about a file, once.
    private func warn(_ entry: CatalogEntry, _ warning: String) {
        let line = "\(entry.path): warning: \(messages.adapt(warning))"
        guard shownWarnings.value(for: line) == nil else { return }
        shownWarnings.insert(true, for: line, cost: 1)
        messages.warn(line)
    }

    // MARK: Smaller levels that pyramids lack

    /// The time after which the level of a pyramid is made again whose tiles are files, since they may have been replaced.
    static let coarseLevelLifetime = Duration.seconds(3600)
    /// The bytes of a pixel of such a level, at most.
    private static let coarsePixelBytes = 4

    /// The smaller level of which a region of a pyramid is to be made; nil for one that is made of the pyramid's levels.
    ///
    /// - Parameters:
    ///   - request: the region, without the margin of the pyramid.
    ///   - decodedPixels: the pixels that would be decoded of the pyramid's levels.
    ///   - image: the pyramid.
    ///   - pixels: its pixels.
    /// - Returns: the promise of the level, which is being made in the background if it is not there yet.
    /// - Throws: ``RequestError`` with status 503 if too many wait.
    func coarseLevel(
        for request: RegionRequest, decodedPixels: Int, of image: ServedImage, _ pixels: any DecodedTiles
    ) throws(RequestError) -> Promise<CoarseLevel.Outcome>? {
        guard image.source != nil || image.channels != nil else { return nil }
        let kept = coarseLevels.value(for: image.entry).flatMap { level in
            image.hasTileFiles && level.time + Self.coarseLevelLifetime < now() ? nil : level
        }
        let level =
            kept
            ?? CoarseLevel(of: image.size, margin: image.margin, limits: limits, time: now())
        guard level.serves(request, decodedPixels: decodedPixels) else { return nil }
        coarseLevels.insert(level, for: image.entry, cost: 1)
        let promise = level.promised { promise in
            state.withLock { $0.preparedLevels += 1 }
            // What is known of its bytes says how much there can be to decode.
            let seconds =
                image.hasTileFiles
                ? limits.coarseLevelSeconds
                : min(limits.coarseLevelSeconds, limits.answerSeconds + Double(image.entry.status.byteCount) * 1e-6)
            return previews.add {
                try level.make(of: pixels, seconds: seconds)
            } completion: {
                promise.fulfill($0)
            }
        }
        guard let promise else { throw Self.tooManyPreviews }
        return promise
    }

    // MARK: Large images that are not pyramids

    /// Makes a preview of an image in the background, and cuts it then.
    ///
    /// - Returns: the image, which has no pixels yet.
    private func prepare(
        _ info: ImageInfo, _ number: UInt64, _ entry: CatalogEntry, _ map: Result<ServedMap, RequestError>?
    ) -> ServedImage {
        let promise = Promise<ServedImage>()
        @Sendable func image(_ pixels: ServedPixels) -> ServedImage {
            ServedImage(info, pixels, isPreview: true, number: number, entry: entry, map: map)
        }
        let pending = image(.pending(promise))
        let start = now()
        // It is in the table before, or else it would stay there after the preview has been made.
        state.withLock { $0.preparing[entry] = pending }
        let isAdded = previews.add { [makePreview, limits] in
            try makePreview(entry, limits.previewPixels)
        } completion: { [weak self] result in
            let prepared: ServedImage
            switch result {
            case .success(let pixels): prepared = image(.available(pixels))
            case .failure(let error):
                prepared = image(.unavailable(FileStatus(of: entry.path) == nil ? Self.gone : error))
            }
            self?.keepUntilCut(prepared, begun: start)
            self?.state.withLock { _ = $0.preparing.removeValue(forKey: entry) }
            promise.fulfill(prepared)
        }
        guard !isAdded else { return pending }
        state.withLock { _ = $0.preparing.removeValue(forKey: entry) }
        return image(.unavailable(Self.tooManyPreviews))
    }

    private static let tooManyPreviews = RequestError(
        503, "too many images are being prepared. Request it again in a few seconds.")

    /// Serves a preview, or says why there is none, until the image is cut; one that cannot be cut is tried again later.
    ///
    /// - Parameters:
    ///   - image: the image with its preview, or without one.
    ///   - start: the time when the preview was begun.
    private func keepUntilCut(_ image: ServedImage, begun start: ContinuousClock.Instant) {
        let entry = image.entry
        let retryTime = cutter?.retryTime(of: entry)
        keep(image, until: image.pixels == nil ? self.retryTime(ofWorkFrom: start) : retryTime)
        guard let cutter, retryTime == nil else { return }
        // It is in the table before, or else it would stay there after it has been cut. What waits to be cut does not hold it: it
        // may make room for others.
        let isWaiting = cutter.cut(entry) { [weak self, weak cutter] isCut in
            guard let self else { return }
            if isCut {
                images.remove(entry)
            } else if let kept = images.value(for: entry)?.image, kept.pixels != nil {
                keep(kept, until: cutter?.retryTime(of: entry))
            }
        }
        if !isWaiting, image.pixels != nil { keep(image, until: now() + Self.failureLifetime) }
    }
}
