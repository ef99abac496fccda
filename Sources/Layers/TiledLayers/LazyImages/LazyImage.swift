internal import Concurrency
public import LayerTree
public import TilePyramid

/// An image that is decoded when it is first shown, in the background, at the size at which it is shown.
///
/// An ``ImageLayer`` shows it. Its ``decompression`` says when it is decoded and what is kept. Several layers can share one
/// image and its pixels. ``MemoryWarnings`` drop the pixels of images that allow it.
///
/// All members may be used from any thread.
public final class LazyImage: Sendable {
    /// The name in messages.
    public let name: String
    /// When the image is decoded, and what is kept.
    public let decompression: Decompression
    let queue: ImageQueue
    let decoder: any ImageDecoding
    /// Where the pixels are kept after the image is gone, by ``name``.
    let cache: ImageCache?
    let state: Locked<State>

    /// Creates an image; nothing is read or decoded on the calling thread.
    ///
    /// - Parameters:
    ///   - name: the name in messages, such as that of the file.
    ///   - decompression: when the image is decoded, and what is kept. The default is ``Decompression/whenShown``.
    ///   - size: the size at which it is shown, in pixels, for images that are decoded before a layer shows them. The
    ///     default is nil: the image's own.
    ///   - decoder: decodes the bytes. The default reads every supported format.
    ///   - queue: decodes in the background. The default is ``ImageQueue/shared``.
    ///   - load: returns the encoded bytes. It may block; it is called on a background thread for every decode, or on the
    ///     main thread for ``Decompression/onAssignment``.
    public convenience init(
        name: String, decompression: Decompression = .whenShown, size: PixelSize? = nil,
        decoder: any ImageDecoding = ScreenImageDecoding(), queue: ImageQueue = .shared,
        load: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.init(name, decompression, size, decoder, queue, nil, .bytes(load))
    }

    /// Creates an image of a file; nothing is read or decoded on the calling thread.
    ///
    /// Only as much of the file is read at a time as the decoder needs. With a cache, an image whose pixels are in it is
    /// shown at once and not decoded again, as long as they are enough: so the thumbnails of a list come back when people
    /// scroll back. A file that changes keeps its former pixels in the cache until they are removed.
    ///
    /// - Parameters:
    ///   - path: the file; it is also the ``name``, and the name in the cache.
    ///   - decompression: when the image is decoded, and what is kept. The default is ``Decompression/whenShown``.
    ///   - size: the size at which it is shown, in pixels, for images that are decoded before a layer shows them. The
    ///     default is nil: the image's own.
    ///   - cache: keeps the pixels beyond the life of the image. The default is nil: none does.
    ///   - decoder: decodes the file. The default reads every supported format.
    ///   - queue: decodes in the background. The default is ``ImageQueue/shared``.
    public convenience init(
        file path: String, decompression: Decompression = .whenShown, size: PixelSize? = nil, cache: ImageCache? = nil,
        decoder: any ImageDecoding = ScreenImageDecoding(), queue: ImageQueue = .shared
    ) {
        self.init(path, decompression, size, decoder, queue, cache, .file(path))
    }

    private init(
        _ name: String, _ decompression: Decompression, _ size: PixelSize?, _ decoder: any ImageDecoding,
        _ queue: ImageQueue, _ cache: ImageCache?, _ content: Content
    ) {
        self.name = name
        self.decompression = decompression
        self.decoder = decoder
        self.queue = queue
        self.cache = cache
        var state = State(content: content, wanted: size.map(ShownSize.init))
        if let cached = cache?.find(name) { (state.decoded, state.fullSize) = (cached.buffer, cached.fullSize) }
        let isNeeded = decompression.isAhead && !state.suffices(state.wanted)
        state.isRequested = isNeeded
        self.state = Locked(state)
        MemoryWarnings.shared.register(self)
        if isNeeded { queue.add(self) }
    }

    /// Creates an image of bytes in memory.
    public convenience init(
        _ bytes: [UInt8], name: String, decompression: Decompression = .whenShown, size: PixelSize? = nil
    ) {
        self.init(name: name, decompression: decompression, size: size) { bytes }
    }

    /// The size at which an image is shown: a rectangle of pixels, and how the image is laid out in it.
    struct ShownSize: Hashable {
        var size: PixelSize
        /// One of the gravities that scale.
        var gravity = ContentsGravity.resize

        init(_ size: PixelSize) { self.size = size }

        init(_ size: PixelSize, _ gravity: ContentsGravity) { (self.size, self.gravity) = (size, gravity) }

        /// A size that has the pixels of both; nil, which stands for the image's own, has all.
        static func union(_ first: ShownSize?, _ second: ShownSize?) -> ShownSize? {
            guard let first, let second else { return nil }
            // In the same rectangle, an image that fills it has the most pixels, and one that fits in it the fewest.
            let gravity =
                [first.gravity, second.gravity].contains(.resizeAspectFill) ? .resizeAspectFill : ContentsGravity.resize
            return ShownSize(
                PixelSize(
                    width: max(first.size.width, second.size.width), height: max(first.size.height, second.size.height)),
                first.gravity == second.gravity ? first.gravity : gravity)
        }

        /// The pixels that an image of some size has there, at most its own.
        func pixels(of full: PixelSize) -> PixelSize {
            let frame = gravity.frame(
                of: Size(width: Double(full.width), height: Double(full.height)),
                in: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
            func side(_ length: Double, _ limit: Int) -> Int { Int(min(max(1, length.rounded(.up)), Double(limit))) }
            return PixelSize(
                width: side(frame.size.width - 1e-6, full.width), height: side(frame.size.height - 1e-6, full.height))
        }
    }

    /// What is decoded.
    enum Content {
        /// A closure that returns the encoded bytes.
        case bytes(@Sendable () throws -> [UInt8])
        /// The path of a file.
        case file(String)
    }

    /// The mutable state, guarded by the lock.
    struct State {
        /// What is decoded; nil once it is released.
        var content: Content?
        var decoded: PixelBuffer?
        var fullSize: PixelSize?
        /// The size at which the image is to be decoded; nil for its own.
        var wanted: ShownSize?
        /// Whether the image waits to be decoded or is being decoded.
        var isRequested = false
        /// Whether it is being decoded, for the size that was wanted when that began.
        var isDecoding = false
        /// Whether it was requested before it is shown.
        var isPrefetched = false
        var failure: (any Error)?
        var statistics = LazyImageStatistics()
        var observers: [WeakObserver] = []
        /// Those who wait for pixels, each with the size that it needs.
        var waiters: [Waiter] = []

        /// Whether the decoded pixels are enough for a size; nil stands for the image's own.
        func suffices(_ shown: ShownSize?) -> Bool {
            guard let decoded, let fullSize else { return false }
            let needed = shown?.pixels(of: fullSize) ?? fullSize
            return decoded.size.width >= needed.width && decoded.size.height >= needed.height || content == nil
        }
    }

    struct Waiter {
        var shown: ShownSize?
        var continuation: CheckedContinuation<PixelBuffer, any Error>
    }

    struct WeakObserver {
        weak var observer: Observer?
    }

    /// An object that is notified when the image has been decoded or has failed.
    final class Observer: Sendable {
        let notify: @Sendable () -> Void

        init(_ notify: @escaping @Sendable () -> Void) { self.notify = notify }
    }

    func addObserver(_ observer: Observer) {
        state.withLock { state in
            state.observers.removeAll { $0.observer == nil || $0.observer === observer }
            state.observers.append(WeakObserver(observer: observer))
        }
    }
}

extension LazyImage {
    /// The pixels, if the image is decoded.
    public var buffer: PixelBuffer? { state.withLock { $0.decoded } }

    /// The image's own size; nil before it has been decoded once.
    public var fullSize: PixelSize? { state.withLock { $0.fullSize } }

    /// Why the image could not be decoded; nil if it has not failed.
    ///
    /// ``retry()`` tries again.
    public var failure: (any Error)? { state.withLock { $0.failure } }

    /// A snapshot of the counters.
    public var statistics: LazyImageStatistics { state.withLock { $0.statistics } }

    /// Requests the image before it is shown, as for the next rows of a list; images that are shown come first.
    ///
    /// Nothing happens if it is decoded or requested already. The request is withdrawn when a layer that shows the image
    /// gets another one, or leaves its scene.
    ///
    /// - Parameter size: the size at which it will be shown, in pixels.
    public func prefetch(for size: PixelSize) { _ = pixels(for: ShownSize(size), isPrefetched: true) }

    /// Tries again to decode an image that failed, when it is next shown.
    public func retry() {
        let observers = state.withLock { state in
            state.failure = nil
            return state.observers.compactMap(\.observer)
        }
        observers.forEach { $0.notify() }
    }

    /// Waits until the image is decoded.
    ///
    /// - Parameter size: the size at which it is shown, in pixels. The default is nil: the image's own.
    /// - Returns: the pixels, which may be more than were asked for.
    /// - Throws: the error of loading or decoding.
    public func decoded(for size: PixelSize? = nil) async throws -> PixelBuffer {
        try await withCheckedThrowingContinuation { continuation in
            let shown = size.map(ShownSize.init)
            let (outcome, request) = state.withLock { state -> (Result<PixelBuffer, any Error>?, Request) in
                if let failure = state.failure { return (.failure(failure), .none) }
                if let decoded = state.decoded, state.suffices(shown) { return (.success(decoded), .none) }
                state.waiters.append(Waiter(shown: shown, continuation: continuation))
                return (nil, state.request(shown))
            }
            if let outcome { continuation.resume(with: outcome) }
            carryOut(request)
        }
    }
}

/// Counters of a lazy image since its creation.
public struct LazyImageStatistics: Hashable, Sendable {
    /// The times that the image was decoded.
    public var decodes = 0
    /// The decodes on the main thread, which should be 0 unless ``Decompression/onAssignment`` was chosen.
    public var mainThreadDecodes = 0
    /// The bytes of the decoded pixels that are in memory, 4 each.
    public var decodedBytes = 0
    /// The times that memory pressure dropped the pixels.
    public var purges = 0
}
