public import ImageCodecs
internal import LayerTree

/// What all overlays of one window have in common: how they look, the scale of the screen, and who draws their texts.
///
/// ```swift
/// let environment = OverlayEnvironment(queue: DrawingQueue(mode: .background), scale: window.pixelsPerPoint)
/// environment.queue.onDelivery = { [requests = scene.requests] in requests.request() }
/// // In the loop, before each frame:
/// environment.queue.deliver()
/// ```
@MainActor
public final class OverlayEnvironment {
    /// Who draws.
    public let queue: DrawingQueue

    /// Pixels for each point; overlays that are shown are drawn anew when it changes.
    public var scale: Double {
        didSet {
            guard scale != oldValue else { return }
            scaleObservers.removeAll { !$0() }
        }
    }

    /// Whether nothing is animated, for people whom that disturbs; default false.
    public var reducesMotion = false

    /// How overlays look.
    public let theme: OverlayTheme

    /// Why text cannot be drawn, when a try has failed; nil while all is well.
    ///
    /// Nothing can be said about it on the screen.
    public internal(set) var textFailure: CodecError?

    /// Texts that may be shown again.
    var textCache = TextCache(costLimit: OverlayEnvironment.textCacheLimit)

    /// The most bytes of drawn texts that are kept though they are not shown: 4 MiB.
    public nonisolated static let textCacheLimit = 4 << 20

    /// Each tells whether it is still there.
    private var scaleObservers: [@MainActor () -> Bool] = []

    /// The surroundings of overlays.
    public init(queue: DrawingQueue, scale: Double = 1, theme: OverlayTheme = OverlayTheme()) {
        self.queue = queue
        self.scale = scale
        self.theme = theme
    }

    /// The nearest place whose coordinates are whole pixels, so that pictures and lines are sharp.
    func snappedToPixels(_ point: Point) -> Point { Point(x: snappedToPixels(point.x), y: snappedToPixels(point.y)) }

    /// The nearest length of whole pixels.
    func snappedToPixels(_ length: Double) -> Double { (length * scale).rounded() / scale }

    /// Tells someone, who is not kept alive, when the scale has changed.
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
    /// Shows or hides an overlay: it fades, unless motion is to be reduced.
    func setHidden(_ isHidden: Bool, _ layer: Layer) {
        guard layer.isHidden != isHidden else { return }
        layer.actions[.isHidden] = reducesMotion ? .none : .run(Transition(.fade, duration: Self.fadeDuration))
        layer.isHidden = isHidden
    }

    /// Seconds that overlays take to appear and to go.
    private static let fadeDuration = 0.15
}
