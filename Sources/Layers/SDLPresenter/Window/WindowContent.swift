public import LayerTree
public import TilePyramid
internal import VectorDrawing

/// The content of a ``LayerWindow``: something that makes frames, and handles the events of a window.
///
/// A window makes its own content from a root layer. Another content is for what has layers and a loop of its own, such as a
/// viewer: the window tells it the time to update, and shows its frames.
@MainActor
public protocol WindowContent: AnyObject {
    /// The scene whose requests wake the window.
    var scene: LayerScene { get }
    /// The pointer's shape.
    var cursor: Cursor { get }
    /// Brings everything to the clock's time; called in each turn of the loop.
    func update()
    /// The time on the clock at which ``update()`` is needed next, at most once for each refresh of the screen; nil for not
    /// before an event.
    var nextUpdateTime: Double? { get }
    /// The time on the clock at which a frame is due; nil for not before an event.
    var nextFrameTime: Double? { get }
    /// Makes the frame of the clock's time.
    func frame() -> RenderTree
    /// Whether the last frame shows what the window is opened for.
    ///
    /// A new window stays hidden until then, but not longer than ``LayerWindow/pictureWait``.
    var hasPicture: Bool { get }
    /// Prepares the frame with which the window appears: it should show everything at once, without a fade.
    func willAppear()
    /// Takes the report on a frame that was shown.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - seconds: the seconds from its start until it was handed to the screen.
    ///   - statistics: the counters of the presenter before it was shown.
    func didPresent(_ frame: RenderTree, seconds: Double, since statistics: PresenterStatistics)
    /// Handles an event, with its position in points of the window.
    func handle(_ event: WindowEvent)
    /// Takes the size of the window in pixels, and the pixels per point, when the window opens and when they change.
    func resize(to size: PixelSize, scale: Double)
    /// Cancels all input in progress, because its events will not arrive.
    func cancelInput()
}

extension WindowContent {
    /// The time of the scene's next frame.
    public var nextFrameTime: Double? { scene.nextFrameTime }
    /// Nil.
    public var nextUpdateTime: Double? { nil }
    /// `true`: the window appears with its first frame.
    public var hasPicture: Bool { true }
    /// Does nothing.
    public func willAppear() {}
    /// Does nothing.
    public func didPresent(_ frame: RenderTree, seconds: Double, since statistics: PresenterStatistics) {}
    /// Does nothing.
    public func cancelInput() {}
}

/// The content of a window that shows a root layer, whose events a dispatcher passes to gestures and controllers.
final class LayerContent: WindowContent {
    let scene: LayerScene
    let dispatcher: InputDispatcher
    /// The layers that fill the window.
    private var fillingLayers: [Layer] = []

    init(_ root: Layer, _ options: WindowOptions) {
        scene = LayerScene(
            root: root,
            size: PixelSize(width: Int(options.size.width.rounded()), height: Int(options.size.height.rounded())),
            background: .black, clock: options.clock)
        dispatcher = InputDispatcher(scene: scene)
        root.frame = Rect(origin: .zero, size: options.size)
    }

    /// Adds a controller, whose layer fills the window if it has no superlayer.
    func add(_ controller: any LayerController) {
        dispatcher.add(controller)
        guard controller.layer.superlayer == nil, controller.layer !== scene.root else { return }
        Transaction.run(disablesActions: true) { _ = scene.root.addSublayer(controller.layer) }
        fillingLayers.append(controller.layer)
        layOut()
    }

    /// Removes a controller, and also its layer if ``add(_:)`` added it.
    func remove(_ controller: any LayerController) {
        dispatcher.remove(controller)
        guard fillingLayers.contains(where: { $0 === controller.layer }) else { return }
        fillingLayers.removeAll { $0 === controller.layer }
        Transaction.run(disablesActions: true) { controller.layer.removeFromSuperlayer() }
    }

    var cursor: Cursor { dispatcher.cursor }

    func update() {
        dispatcher.update()
    }

    var nextUpdateTime: Double? { dispatcher.nextUpdateTime }

    func frame() -> RenderTree { scene.frame() }

    func handle(_ event: WindowEvent) {
        if let input = event.input { dispatcher.handle(input) }
    }

    func cancelInput() {
        dispatcher.cancelInput()
    }

    func resize(to size: PixelSize, scale: Double) {
        scene.size = size
        scene.scale = scale
        layOut()
    }

    /// Gives the layers that fill the window its size.
    private func layOut() {
        let size = Size(width: Double(scene.size.width) / scene.scale, height: Double(scene.size.height) / scene.scale)
        Transaction.run(disablesActions: true) {
            scene.root.frame = Rect(origin: .zero, size: size)
            for layer in fillingLayers {
                layer.frame = Rect(origin: scene.root.bounds.origin, size: size)
            }
        }
    }
}
