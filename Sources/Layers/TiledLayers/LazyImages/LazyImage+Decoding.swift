internal import CLinux
internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension LazyImage {
    /// Decodes the image at once, on the calling thread, unless it is decoded already.
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

    /// Returns the available pixels, and requests more if they are too few for a size; nil stands for the image's own size.
    ///
    /// An image that was prefetched and is now shown moves to the front of the queue.
    func pixels(for shown: ShownSize?, isPrefetched: Bool = false) -> PixelBuffer? {
        let (buffer, request) = state.withLock { state in
            (state.decoded, state.request(shown, isPrefetched: isPrefetched))
        }
        carryOut(request)
        return buffer
    }

    /// The change that a request makes to the queue.
    enum Request {
        case none
        /// The image is added to the waiting images.
        case add(isUrgent: Bool)
        /// The image is now shown; it may be waiting among the prefetched images.
        case moveToFront
    }

    func carryOut(_ request: Request) {
        switch request {
        case .none: break
        case .add(let isUrgent): queue.add(self, isUrgent: isUrgent)
        case .moveToFront: queue.moveToFront(self)
        }
    }

    /// Returns a larger size for a growing image: at least 1.5 times the former size, so that an animation decodes it only a
    /// few times.
    fileprivate static func grown(_ shown: ShownSize, beyond decoded: PixelBuffer?) -> ShownSize {
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
        let (content, wanted, served) = state.withLock { state in
            state.isDecoding = state.content != nil
            state.isRequested = state.isDecoding
            // What they need is part of what is wanted; those who come later may need more.
            let served = state.isDecoding ? state.waiters : []
            if state.isDecoding { state.waiters = [] }
            return (state.content, state.wanted, served)
        }
        guard let content else { return }
        let result = Result {
            let shownSize = { (full: PixelSize) in wanted?.pixels(of: full) ?? full }
            switch content {
            case .bytes(let load): return try decoder.decode(try load(), name: name, shownSize: shownSize)
            case .file(let path): return try decoder.decode(file: path, shownSize: shownSize)
            }
        }
        if case .success(let image) = result { cache?.insert(image.buffer, name, fullSize: image.fullSize) }
        let isMainThread = tk_is_main_thread() != 0
        let (observers, waiters, request) = state.withLock { state in
            state.isRequested = false
            state.isDecoding = false
            switch result {
            case .success(let image):
                state.decoded = image.buffer
                state.fullSize = image.fullSize
                state.statistics.decodes += 1
                state.statistics.mainThreadDecodes += isMainThread ? 1 : 0
                state.statistics.decodedBytes = image.buffer.byteCount
                if decompression == .redrawn { state.content = nil }
            case .failure(let error):
                state.failure = error
            }
            let isFailure = state.failure != nil
            let rest = state.waiters.filter { !isFailure && !state.suffices($0.shown) }
            let waiters = served + state.waiters.filter { isFailure || state.suffices($0.shown) }
            state.waiters = rest
            let request = rest.reduce(Request.none) { request, waiter in
                if case .add = state.request(waiter.shown) { .add(isUrgent: true) } else { request }
            }
            return (state.observers.compactMap(\.observer), waiters, request)
        }
        waiters.forEach { $0.continuation.resume(with: result.map(\.buffer)) }
        observers.forEach { $0.notify() }
        carryOut(request)
    }
}

extension LazyImage.State {
    /// Requests pixels for a size, unless there are enough; an image that waits already is decoded for the larger size.
    mutating func request(_ shown: LazyImage.ShownSize?, isPrefetched: Bool = false) -> LazyImage.Request {
        guard !suffices(shown), failure == nil else { return .none }
        let wanted = decoded == nil ? shown : shown.map { LazyImage.grown($0, beyond: decoded) }
        guard isRequested else {
            self.wanted = wanted
            self.isPrefetched = isPrefetched
            isRequested = true
            return .add(isUrgent: !isPrefetched)
        }
        if !isDecoding { self.wanted = LazyImage.ShownSize.union(self.wanted, wanted) }
        guard self.isPrefetched, !isPrefetched else { return .none }
        self.isPrefetched = false
        return .moveToFront
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
