internal import Concurrency
internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// An image that is decoded when it is first shown, in the background, at the size at which it is shown.
///
/// An ``ImageLayer`` shows it. Its ``decompression`` decides when it is decoded and which data are kept. Several layers can
/// share one image and its pixels. ``MemoryWarnings`` drop the pixels of images that allow it.
///
/// All members may be used from any thread.
public final class LazyImage: Sendable {
    /// The name in messages.
    public let name: String
    /// The policy for decoding: the moment, and the data to keep.
    public let decompression: Decompression
    let queue: ImageQueue
    let decoder: any ImageDecoding
    /// The cache that keeps the pixels by ``name`` after the image is gone.
    let cache: ImageCache?
    let state: Locked<State>

    /// Creates an image; nothing is read or decoded on the calling thread.
    ///
    /// - Parameters:
    ///   - name: the name in messages, such as the file name.
    ///   - decompression: the policy for decoding. The default is ``Decompression/whenShown``.
    ///   - size: the size to show in pixels, for images that are decoded before a layer shows them. The default is nil: the
    ///     image's own size.
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
    /// The decoder reads only the parts of the file that it needs. With a cache, an image with cached pixels of sufficient size
    /// is shown at once and not decoded again: so the thumbnails of a list reappear when people scroll back. If the file
    /// changes, the former pixels stay in the cache until they are removed.
    ///
    /// - Parameters:
    ///   - path: the file; it is also the ``name``, and the name in the cache.
    ///   - decompression: the policy for decoding. The default is ``Decompression/whenShown``.
    ///   - size: the size to show in pixels, for images that are decoded before a layer shows them. The default is nil: the
    ///     image's own size.
    ///   - cache: keeps the pixels beyond the lifetime of the image. The default is nil: no cache.
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
        if let cached = cache?.find(name) {
            state.decoded = cached.buffer
            state.fullSize = cached.fullSize
        }
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

        init(_ size: PixelSize, _ gravity: ContentsGravity) {
            self.size = size
            self.gravity = gravity
        }

        /// Returns a size with the pixels of both; nil stands for the image's own size, which has all pixels.
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

        /// Returns the size of an image in that rectangle, at most its own size.
        func pixels(of full: PixelSize) -> PixelSize {
            let frame = gravity.frame(
                of: Size(width: Double(full.width), height: Double(full.height)),
                in: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
            func side(_ length: Double, _ limit: Int) -> Int { Int(min(max(1, length.rounded(.up)), Double(limit))) }
            return PixelSize(
                width: side(frame.size.width - 1e-6, full.width), height: side(frame.size.height - 1e-6, full.height))
        }
    }

    /// The source of the encoded image.
    enum Content {
        /// A closure that returns the encoded bytes.
        case bytes(@Sendable () throws -> [UInt8])
        /// The path of a file.
        case file(String)
    }

    /// The mutable state, guarded by the lock.
    struct State {
        /// The source of the encoded image; nil once it is released.
        var content: Content?
        var decoded: PixelBuffer?
        var fullSize: PixelSize?
        /// The size at which the image is to be decoded; nil for its own.
        var wanted: ShownSize?
        /// Whether the image waits to be decoded or is being decoded.
        var isRequested = false
        /// Whether the image is being decoded, for the size requested at the start of the decoding.
        var isDecoding = false
        /// Whether it was requested before it is shown.
        var isPrefetched = false
        var failure: (any Error)?
        var statistics = LazyImageStatistics()
        var observers: [WeakObserver] = []
        /// The tasks that wait for pixels, each with its requested size.
        var waiters: [Waiter] = []

        /// Whether the decoded pixels are enough for a size; nil stands for the image's own size.
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

    /// The error of the failed decoding; nil if it has not failed.
    ///
    /// ``retry()`` tries again.
    public var failure: (any Error)? { state.withLock { $0.failure } }

    /// A snapshot of the counters.
    public var statistics: LazyImageStatistics { state.withLock { $0.statistics } }

    /// Requests the image before it is shown, for example for the next rows of a list; shown images come first.
    ///
    /// It does nothing if the image is decoded or requested already. The request is withdrawn when a layer that shows the image
    /// gets another image, or leaves its scene.
    ///
    /// - Parameter size: the size at which the image will be shown, in pixels.
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
    /// - Parameter size: the size to show in pixels. The default is nil: the image's own size.
    /// - Returns: the pixels, which may be more than requested.
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
    /// The number of times that the image was decoded.
    public var decodes = 0
    /// The number of decodes on the main thread, which should be 0 except with ``Decompression/onAssignment``.
    public var mainThreadDecodes = 0
    /// The bytes of the decoded pixels that are in memory, 4 each.
    public var decodedBytes = 0
    /// The number of times that memory pressure dropped the pixels.
    public var purges = 0
}
