internal import CLinux
internal import Concurrency
internal import LayerTree
internal import TilePyramid

extension LazyImage {
    /// Decodes the image now, on the calling thread, unless it is decoded already.
    ///
    /// Setting the image of a layer does this for ``Decompression/onAssignment``.
    public func decodeNow() {
        let shouldDecode = state.withLock { state in
            guard state.decoded == nil, state.failure == nil else { return false }
            // An image that is being decoded arrives by itself.
            guard !state.isRequested || queue.remove(self) else { return false }
            state.isRequested = true
            return true
        }
        if shouldDecode { decodeRequested() }
    }

    /// Returns the pixels that there are, and requests better ones if they are too few for a size; nil stands for the
    /// image's own.
    ///
    /// An image that was prefetched and is now shown moves to the front of the queue.
    func pixels(for shown: ShownSize?, isPrefetched: Bool = false) -> PixelBuffer? {
        let (buffer, isNew, isShown) = state.withLock { state -> (PixelBuffer?, Bool, Bool) in
            guard !state.suffices(shown), !state.isRequested, state.failure == nil else {
                let isShown = state.isPrefetched && state.isRequested && !isPrefetched
                if isShown { state.isPrefetched = false }
                return (state.decoded, false, isShown)
            }
            state.isPrefetched = isPrefetched
            state.wanted = state.decoded == nil ? shown : shown.map { Self.grown($0, beyond: state.decoded) }
            state.isRequested = true
            return (state.decoded, true, false)
        }
        if isNew { queue.add(self, isUrgent: !isPrefetched) }
        if isShown { queue.moveToFront(self) }
        return buffer
    }

    /// A larger size for an image that grows: at least half as much again, so that an animation decodes it a few times.
    private static func grown(_ shown: ShownSize, beyond decoded: PixelBuffer?) -> ShownSize {
        guard let decoded else { return shown }
        let ratio = min(
            Double(shown.size.width) / Double(decoded.size.width),
            Double(shown.size.height) / Double(decoded.size.height))
        guard ratio < growth else { return shown }
        func side(_ length: Int) -> Int { Int((Double(length) * growth / max(ratio, 1)).rounded(.up)) }
        return ShownSize(
            PixelSize(width: side(shown.size.width), height: side(shown.size.height)), shown.gravity)
    }

    /// The factor by which an image is decoded larger than before.
    private static let growth = 1.5

    /// Withdraws a request that no worker has begun.
    func cancel() {
        let isWaiting = state.withLock { $0.waiters.isEmpty } && !decompression.isAhead && queue.remove(self)
        guard isWaiting else { return }
        let observers = state.withLock { state in
            state.isRequested = false
            return state.observers.compactMap(\.observer)
        }
        // Another layer that shows the image requests it again.
        observers.forEach { $0.notify() }
    }

    /// Loads and decodes the image, on the calling thread.
    func decodeRequested() {
        let (content, wanted) = state.withLock { ($0.content, $0.wanted) }
        guard let content else { return state.withLock { $0.isRequested = false } }
        let result = Result {
            let shownSize = { (full: PixelSize) in wanted?.pixels(of: full) ?? full }
            switch content {
            case .bytes(let load): return try decoder.decode(try load(), name: name, shownSize: shownSize)
            case .file(let path): return try decoder.decode(file: path, shownSize: shownSize)
            }
        }
        if case .success(let image) = result { cache?.insert(image.buffer, name, fullSize: image.fullSize) }
        let isMainThread = tk_is_main_thread() != 0
        let (observers, waiters) = state.withLock { state in
            state.isRequested = false
            switch result {
            case .success(let image):
                (state.decoded, state.fullSize) = (image.buffer, image.fullSize)
                state.statistics.decodes += 1
                state.statistics.mainThreadDecodes += isMainThread ? 1 : 0
                state.statistics.decodedBytes = image.buffer.byteCount
                if decompression == .redrawn { state.content = nil }
            case .failure(let error):
                state.failure = error
            }
            defer { state.waiters = [] }
            return (state.observers.compactMap(\.observer), state.waiters)
        }
        waiters.forEach { $0.resume(with: result.map(\.buffer)) }
        observers.forEach { $0.notify() }
    }
}

extension LazyImage: MemoryWarningObserver {
    /// Drops the pixels, if ``decompression`` allows it and they can be decoded again; the next draw does so.
    public func handleMemoryWarning() {
        state.withLock { state in
            guard decompression.dropsPixels, state.decoded != nil, !state.isRequested else { return }
            state.decoded = nil
            state.statistics.decodedBytes = 0
            state.statistics.purges += 1
        }
    }
}
