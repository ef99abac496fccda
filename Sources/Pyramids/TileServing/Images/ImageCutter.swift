internal import Caching
internal import Concurrency
internal import Dispatch
internal import FilePyramids
internal import Files
internal import Glibc
internal import ImageCodecs
internal import ImageMetadata
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// Cuts images that are not pyramids in the background, one after the other, and keeps the results in a folder.
///
/// A result has the name of a hash of the image's path, date and size, and appears when it is complete: after a restart
/// it is found again, and what was interrupted is cut again.
final class ImageCutter: Sendable {
    private let folder: String
    private let byteLimit: Int
    private let decoding: DecodeOptions
    private let now: @Sendable () -> ContinuousClock.Instant
    private let queue = DispatchQueue(label: "TileServing.cutting", qos: .utility)
    private let cancellation = Cancellation()
    /// The results that are waited for.
    private let pending = Locked(Set<String>())
    /// The times of the next attempts at results that could not be made.
    private let retries = SharedCache<String, ContinuousClock.Instant>(limit: pendingLimit)

    /// The file extension of results.
    private static let fileExtension = "szi"
    /// The most images that wait to be cut, and the most failures that are remembered.
    ///
    /// Further images are cut when they are requested again.
    static let pendingLimit = 1000
    /// The time after which an image is cut again that could not be: it may have been the disk that was full.
    static let retryInterval = Duration.seconds(600)

    /// Creates a cutter that keeps results in a folder, which is created with the first.
    ///
    /// - Parameters:
    ///   - folder: the folder; unfinished results in it that nobody writes any more are removed in the background.
    ///   - limits: the most bytes of all results, and how images are decoded.
    ///   - now: the clock.
    init(_ folder: String, _ limits: ServingLimits, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.folder = folder
        self.now = now
        byteLimit = limits.cutImageBytes
        decoding = limits.decoding
        queue.async { Self.removeLeftovers(in: folder) }
    }

    /// Stops what is being cut.
    deinit { cancellation.cancel() }

    private func path(_ entry: CatalogEntry) -> String {
        // What was cut without a statement is another result.
        let loss = decoding.allowedLoss.map { " \($0.rawValue)" }.sorted().joined()
        let page = entry.page > 1 ? " page \(entry.page)" : ""
        let hash = FNV1aHash.hash("\(entry.path) \(entry.status.text)\(loss)\(page)".utf8)
        return "\(folder)/\(String(hash, radix: 16)).\(Self.fileExtension)"
    }

    /// The pyramid of an image, if it has been cut; blocks while it is opened.
    func finishedPyramid(of entry: CatalogEntry) -> OpenedPyramid? {
        let path = path(entry)
        guard FileStatus(of: path) != nil, let pyramid = try? Pyramids.openBlocking(path) else { return nil }
        // The date of the file says when it was last used.
        utimes(path, nil)
        return OpenedPyramid(source: pyramid.source, format: pyramid.format, path: pyramid.path, name: entry.name)
    }

    /// The time of the next attempt at cutting an image; nil if none has failed, or if it may be cut now.
    func retryTime(of entry: CatalogEntry) -> ContinuousClock.Instant? {
        retries.value(for: path(entry)).flatMap { $0 > now() ? $0 : nil }
    }

    /// Cuts an image in the background, unless it waits for that already.
    ///
    /// - Parameters:
    ///   - entry: the image.
    ///   - onEnd: called at the end with whether it has been cut.
    /// - Returns: whether the image is waiting to be cut; false if too many are.
    func cut(_ entry: CatalogEntry, onEnd: @escaping @Sendable (Bool) -> Void) -> Bool {
        let path = path(entry)
        let (isWaiting, isNew) = pending.withLock { pending in
            guard !pending.contains(path) else { return (true, false) }
            guard pending.count < Self.pendingLimit else { return (false, false) }
            pending.insert(path)
            return (true, true)
        }
        guard isNew else { return isWaiting }
        // The cutter is not held, so that the last reference to it stops what runs.
        queue.async { [weak self, folder, byteLimit, decoding, cancellation] in
            guard !cancellation.isCancelled else { return }
            let isCut = (try? Self.cut(entry, to: path, in: folder, decoding, cancellation)) != nil
            Self.removeOldest(in: folder, byteLimit: byteLimit, except: path)
            self?.end(path, isCut: isCut)
            onEnd(isCut)
        }
        return true
    }

    private func end(_ path: String, isCut: Bool) {
        if !isCut { retries.insert(now() + Self.retryInterval, for: path, cost: 1) }
        pending.withLock { _ = $0.remove(path) }
    }

    /// Waits until everything is cut that waits for it.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Cuts an image; what was made of a file that is another one by then is removed.
    private static func cut(
        _ entry: CatalogEntry, to path: String, in folder: String, _ decoding: DecodeOptions,
        _ cancellation: Cancellation
    ) throws {
        let image = entry.path
        func checkFile() throws {
            guard FileStatus(of: image) == entry.status else {
                throw CodecError(.unreadable, file: image, "the image has changed since it was listed.")
            }
        }
        try checkFile()
        // It may have been finished since the image was opened.
        guard (try? Pyramids.openBlocking(path)) == nil else { return }
        PrivateFolder.create(folder)
        var options = CutOptions()
        options.format = .automatic
        options.decoding = decoding
        options.decoding.page = entry.page
        // The others are for requests.
        options.threads = max(1, Processors.count / 2)
        let plan = try CutPlan(.file(image), options: options)
        var storing = StoreOptions()
        storing.replacesExisting = true
        let store = try PyramidFormat.szi.makeStore(
            at: path, pyramid: plan.pyramid, format: plan.format, options: storing)
        _ = try plan.cut(into: store, cancellation: cancellation, onProgress: nil)
        do {
            try checkFile()
        } catch {
            try FileSystem.removeAll(path)
            throw error
        }
    }

    /// Removes the least recently used results while all of them are too large together.
    private static func removeOldest(in folder: String, byteLimit: Int, except newest: String) {
        let names = (try? FileSystem.entries(of: folder)) ?? []
        var results = names.filter { FilePath.fileExtension(of: $0) == fileExtension }.compactMap { name in
            FileStatus(of: "\(folder)/\(name)").map { (path: "\(folder)/\(name)", status: $0) }
        }
        results.sort { $0.status.isOlder(than: $1.status) }
        var bytes = results.reduce(0) { $0 + $1.status.byteCount }
        for result in results where bytes > byteLimit && result.path != newest {
            guard (try? FileSystem.removeAll(result.path)) != nil else { continue }
            bytes -= result.status.byteCount
        }
    }

    /// Removes the unfinished results of servers that ended while they cut.
    private static func removeLeftovers(in folder: String) {
        let suffix = ".\(fileExtension)\(AtomicFile.partialSuffix)"
        for name in (try? FileSystem.entries(of: folder)) ?? [] where name.hasSuffix(suffix) {
            // It takes over only what a run of this user has left and nobody writes, and is removed as it is released.
            _ = try? AtomicFile("\(folder)/\(name.dropLast(AtomicFile.partialSuffix.count))", mayReplace: true)
        }
    }
}
