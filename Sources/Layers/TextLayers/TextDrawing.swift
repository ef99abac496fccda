public import TextRendering

/// The resources that text layers share: the queue that draws their text, a cache of drawn texts, and the scale.
///
/// Layers use ``shared`` unless they are given another one: text is drawn in the background, for the scale of each
/// layer's scene, and appears with the scene's next frame. For pictures without a window, text is drawn at once:
///
/// ```swift
/// let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
/// let label = TextLayer("Zugspitze", style: style, drawing: drawing)
/// ```
@MainActor
public final class TextDrawing {
    /// The resources of all layers that are given no others.
    public static let shared = TextDrawing()

    /// The queue that draws.
    public let queue: DrawingQueue

    /// Pixels per point; nil, the default, for the scale of each layer's scene.
    ///
    /// A change redraws the text of all layers.
    public var scale: Double? {
        didSet {
            guard scale != oldValue else { return }
            scaleObservers.removeAll { !$0() }
        }
    }

    /// The reason why text cannot be drawn, after an attempt has failed; nil otherwise.
    ///
    /// Nothing is drawn after a failure.
    public package(set) var failure: TextError?

    /// The cache of drawn texts.
    package var cache = TextCache(costLimit: TextDrawing.cacheLimit)

    /// The most bytes of drawn texts in the cache: 4 MiB.
    public nonisolated static let cacheLimit = 4 << 20

    /// Whether results arrive with the frames of scenes, and not when the queue's owner delivers them.
    let deliversWithFrames: Bool

    /// The observers' closures, which return false once the observer is gone.
    private var scaleObservers: [@MainActor () -> Bool] = []

    /// Creates resources of their own for some layers.
    ///
    /// - Parameters:
    ///   - queue: a queue whose owner calls ``DrawingQueue/deliver()``; nil, the default, for a background queue whose
    ///     results arrive with the frames of the layers' scenes.
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
        scaleObservers.append { [weak observer] in
            guard let observer else { return false }
            change(observer)
            return true
        }
    }
}
