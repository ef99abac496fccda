public import TextRendering

/// The resources that text layers share: the queue that draws their text, a cache of drawn texts, and the scale.
///
/// Layers use ``shared`` by default: text is drawn in the background, for the scale of each layer's scene, and appears with the
/// scene's next frame. For pictures without a window, draw text at once:
///
/// ```swift
/// let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
/// let label = TextLayer("Zugspitze", style: style, drawing: drawing)
/// ```
@MainActor
public final class TextDrawing {
    /// The default resources of all layers.
    public static let shared = TextDrawing()

    /// The queue that draws.
    public let queue: DrawingQueue

    /// Pixels per point; nil, the default, for the scale of each layer's scene.
    ///
    /// A change redraws the text of all layers.
    public var scale: Double? {
        didSet {
            guard scale != oldValue else { return }
            removeGoneObservers()
            for observer in scaleObservers {
                observer.scaleDidChange()
            }
        }
    }

    /// The reason why text cannot be drawn, after an attempt has failed; nil otherwise.
    ///
    /// Nothing is drawn after a failure.
    public package(set) var failure: TextError?

    /// The cache of drawn texts.
    package var cache = TextCache(costLimit: TextDrawing.cacheLimit)

    /// The maximum memory for drawn texts in the cache: 4 MiB.
    public nonisolated static let cacheLimit = 4 << 20

    /// Whether results arrive with the frames of scenes; otherwise the queue's owner delivers them.
    let deliversWithFrames: Bool

    private struct ScaleObserver {
        weak var observer: AnyObject?
        var scaleDidChange: @MainActor () -> Void
    }

    private var scaleObservers: [ScaleObserver] = []
    /// The number of observers at which released ones are removed.
    private var observerLimit = 64

    /// Creates separate resources for some layers.
    ///
    /// - Parameters:
    ///   - queue: a queue whose owner calls ``DrawingQueue/deliver()``; nil, the default, for a background queue that delivers
    ///     with the frames of the layers' scenes.
    ///   - scale: pixels per point; nil, the default, for the scale of each layer's scene.
    public init(queue: DrawingQueue? = nil, scale: Double? = nil) {
        self.queue = queue ?? DrawingQueue()
        self.scale = scale
        deliversWithFrames = queue == nil
    }

    /// Calls a closure after each change of the scale, as long as the observer lives; the observer is not retained.
    package func addScaleObserver<Observer: AnyObject>(
        _ observer: Observer, _ change: @escaping @MainActor (Observer) -> Void
    ) {
        if scaleObservers.count >= observerLimit {
            removeGoneObservers()
            observerLimit = max(64, 2 * scaleObservers.count)
        }
        let scaleDidChange = { @MainActor [weak observer] in
            if let observer { change(observer) }
        }
        scaleObservers.append(ScaleObserver(observer: observer, scaleDidChange: scaleDidChange))
    }

    /// The number of kept observers, including some released ones.
    var observerCount: Int { scaleObservers.count }

    private func removeGoneObservers() {
        scaleObservers.removeAll { $0.observer == nil }
    }
}
