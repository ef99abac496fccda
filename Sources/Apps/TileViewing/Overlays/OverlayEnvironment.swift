internal import ImageCodecs
internal import LayerTree

/// What all overlays of a window share: the theme, the scale of the screen, and the queue that draws their contents.
///
/// ```swift
/// let environment = OverlayEnvironment(queue: DrawingQueue(mode: .background), scale: window.pixelsPerPoint)
/// environment.queue.onDelivery = { [requests = scene.requests] in requests.request() }
/// // In the loop, before each frame:
/// environment.queue.deliver()
/// ```
@MainActor
final class OverlayEnvironment {
    /// The queue that draws the contents of overlays.
    let queue: DrawingQueue

    /// Pixels per point; a change redraws the overlays that are shown.
    var scale: Double {
        didSet {
            guard scale != oldValue else { return }
            scaleObservers.removeAll { !$0() }
        }
    }

    /// Whether overlays appear and disappear without animations, `false` by default.
    var reducesMotion = false

    /// The look of overlays.
    let theme: OverlayTheme

    /// Why text cannot be drawn, if an attempt has failed; nil otherwise.
    ///
    /// Without text, the reason cannot be shown on the screen.
    var textFailure: CodecError?

    /// The cache of drawn texts.
    var textCache = TextCache(costLimit: OverlayEnvironment.textCacheLimit)

    /// The most bytes of drawn texts in the cache: 4 MiB.
    nonisolated static let textCacheLimit = 4 << 20

    /// The observers' closures, which return false once the observer is gone.
    private var scaleObservers: [@MainActor () -> Bool] = []

    /// Creates an environment.
    init(queue: DrawingQueue, scale: Double = 1, theme: OverlayTheme = OverlayTheme()) {
        self.queue = queue
        self.scale = scale
        self.theme = theme
    }

    /// The nearest point whose coordinates are whole pixels, so that images and lines are sharp.
    func snappedToPixels(_ point: Point) -> Point { Point(x: snappedToPixels(point.x), y: snappedToPixels(point.y)) }

    /// The nearest length of whole pixels.
    func snappedToPixels(_ length: Double) -> Double { (length * scale).rounded() / scale }

    /// Calls a closure after each change of the scale, as long as the observer lives; the observer is not retained.
    func addScaleObserver<Observer: AnyObject>(_ observer: Observer, _ change: @escaping @MainActor (Observer) -> Void)
    {
        scaleObservers.append { [weak observer] in
            guard let observer else { return false }
            change(observer)
            return true
        }
    }
}

extension OverlayEnvironment {
    /// Shows or hides an overlay, with a fade unless motion is reduced.
    func setHidden(_ isHidden: Bool, _ layer: Layer) {
        guard layer.isHidden != isHidden else { return }
        layer.actions[.isHidden] = reducesMotion ? .none : .run(Transition(.fade, duration: Self.fadeDuration))
        layer.isHidden = isHidden
    }

    /// The duration of a fade, in seconds.
    private static let fadeDuration = 0.15
}
