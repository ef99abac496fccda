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

    private let images: LeastRecentlyUsedCache<CatalogEntry, ServedImage>
    private let cutter: ImageCutter?
    private let state = Locked(State())

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - limits: the sizes of caches.
    ///   - cutFolder: where pyramids of images are kept that are none; nil for nowhere, so that these have previews only.
    init(_ limits: ServingLimits, cutFolder: String?) {
        self.limits = limits
        decodedTiles = CachedTileDecoder.Cache(limit: limits.decodedTileBytes)
        images = LeastRecentlyUsedCache(limit: limits.openImages)
        cutter = cutFolder.map { ImageCutter($0, byteLimit: limits.cutImageBytes) }
    }

    /// The number of images that are kept open.
    var openCount: Int { images.counts.values }

    /// Returns an image if it is open; it never blocks.
    func opened(_ entry: CatalogEntry) -> ServedImage? { images.value(for: entry) }

    /// Opens an image unless it is open; blocks until it is.
    ///
    /// - Throws: errors of the file.
    func open(_ entry: CatalogEntry) throws -> ServedImage {
        // Of several threads that want an image, one opens it.
        let number = state.wait { state -> UInt64? in
            guard state.opening.insert(entry).inserted else { return nil }
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { _ = state.withLockAndNotify { $0.opening.remove(entry) } }
        if let image = images.value(for: entry) { return image }
        let image = try makeImage(entry, number)
        images.insert(image, for: entry, cost: max(1, (image.pixels?.ownBytes ?? 0) >> 20))
        return image
    }

    /// Waits until no image is being cut, for tests.
    func waitUntilCut() async {
        await cutter?.waitUntilIdle()
    }

    private func makeImage(_ entry: CatalogEntry, _ number: UInt64) throws -> ServedImage {
        if let pyramid = try Pyramids.openBlocking(entry.path) ?? cutter?.finishedPyramid(of: entry) {
            let tiles = try CachedTileDecoder(
                pyramid.source, format: pyramid.source.format, name: entry.name, image: number, cache: decodedTiles)
            return ServedImage(pyramid, pixels: tiles, number: number, entry: entry)
        }
        let info = try openImage(.file(entry.path)).info
        let isSmall = info.size.area <= limits.previewPixels
        if !isSmall {
            cutter?.cut(entry) { [weak self] in self?.images.remove(entry) }
        }
        // Every pixel of other formats is decoded for a preview, which takes as long as cutting the image.
        let hasPreview = isSmall || info.container == "JPEG" || cutter == nil
        let preview = hasPreview ? try PreviewPixels(entry.path, pixelLimit: limits.previewPixels) : nil
        return ServedImage(info, preview: preview, number: number, entry: entry)
    }
}
