public import LayerTree
public import VectorDrawing

/// Scrolls and zooms a content layer in a scroll layer, driven by input events and by the app.
///
/// It owns a ``ScrollModel``, passes timed events to it, and updates the layers: the content's transform, and the
/// origin of the scroll layer's bounds. Call ``update()`` before each frame; at rest, wait until ``nextFrameTime``.
///
/// ```swift
/// let controller = ScrollController(scrollLayer: view, contentLayer: tiles, contentSize: imageSize)
/// controller.onEvent = { event in
///     if event == .didEndDecelerating { tiles.endMotion() }
/// }
/// controller.handle(.wheel(event))
/// controller.update()
/// ```
@MainActor
public final class ScrollController: LayerController {
    /// The scroll model: the view state and its motion.
    public private(set) var model: ScrollModel
    /// The layer in which the content scrolls.
    public let scrollLayer: ScrollLayer
    /// The content layer.
    ///
    /// Its bounds are in the content's own points; for an image those are full-size pixels.
    public let contentLayer: Layer
    /// The clock for calls without an event time.
    public let clock: any LayerClock
    /// Whether upright content is aligned to whole screen pixels when a whole factor magnifies it.
    ///
    /// It keeps such content sharp, at most half a pixel from its position in the model. The default is `true`.
    public var alignsToPixels = true {
        didSet { updateLayers() }
    }
    /// Whether ``ScrollGeometry/actualScale`` is set to a pixel of the scene.
    var followsSceneScale = false
    /// The layers that show other content in the same view; see ``link(_:in:)``.
    var links: [ScrollLink] = []
    /// The layer in which the last gesture began.
    private weak var gestureLayer: ScrollLayer?
    /// Called for each event, in order, after the layers have been updated.
    ///
    /// The default is nil.
    public var onEvent: (@MainActor (ScrollEvent) -> Void)?

    /// Creates a controller for two layers.
    ///
    /// - Parameters:
    ///   - scrollLayer: the layer to scroll in; its bounds have the size of the viewport.
    ///   - contentLayer: the content; added to the scroll layer if it has no superlayer.
    ///   - contentSize: the size of the content, in its own points.
    ///   - settings: the settings for the response to input.
    ///   - clock: the source of times; it must be the clock of the events' times.
    public init(
        scrollLayer: ScrollLayer, contentLayer: Layer, contentSize: Size, settings: ScrollSettings = ScrollSettings(),
        clock: any LayerClock = SystemClock()
    ) {
        self.scrollLayer = scrollLayer
        self.contentLayer = contentLayer
        self.clock = clock
        var settings = settings
        settings.panMode = scrollLayer.scrollMode
        model = ScrollModel(
            geometry: ScrollGeometry(contentSize: contentSize, viewportSize: scrollLayer.bounds.size),
            settings: settings, time: clock.now)
        if contentLayer.superlayer == nil {
            Transaction.run(disablesActions: true) { _ = scrollLayer.addSublayer(contentLayer) }
        }
        scrollLayer.controller = self
        updateLayers()
    }

    /// Creates a controller for a content layer in a scroll layer of its own.
    ///
    /// Its layer fills the `LayerWindow` that it is added to. At the actual size, a point of the content is one pixel of the
    /// screen, whatever the scale of the scene.
    ///
    /// - Parameters:
    ///   - contentLayer: the content; its bounds have the size of the content: for a tiled layer, the image's size in pixels.
    ///   - settings: the settings for the response to input.
    ///   - clock: the source of times; it must be the clock of the events' times.
    public convenience init(
        for contentLayer: Layer, settings: ScrollSettings = ScrollSettings(), clock: any LayerClock = SystemClock()
    ) {
        self.init(
            scrollLayer: ScrollLayer(), contentLayer: contentLayer, contentSize: contentLayer.bounds.size,
            settings: settings, clock: clock)
        followsSceneScale = true
    }

    /// The settings for the response to input.
    ///
    /// The directions of scrolling are set by ``ScrollLayer/scrollMode`` instead.
    public var settings: ScrollSettings {
        get { model.settings }
        set { model.settings = newValue }
    }

    /// The sizes of content and viewport, and the scale limits.
    ///
    /// The viewport size always follows the scroll layer's bounds.
    public var geometry: ScrollGeometry {
        get { model.geometry }
        set { change { $0.setGeometry(newValue, at: $1) } }
    }

    /// Handles an input event.
    ///
    /// - Parameter event: the event, with its position in points of the scene.
    /// - Returns: whether the event was used. Key events without a command are not used, nor are events outside the scroll
    ///   layer unless a drag is in progress.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        guard let event = localized(event) else { return false }
        change { model, _ in model.handle(event) }
        if case .key(let event) = event {
            return settings.keys.commands[KeyMap.Stroke(event.key, event.modifiers)] != nil
        }
        return true
    }

    /// Advances the view to the clock's current time and updates the layers.
    public func update() {
        change { $0.update(at: $1) }
    }

    /// The time on the clock at which ``update()`` is needed next; nil if not until the next event.
    public var nextFrameTime: Double? { model.nextFrameTime }

    /// Ends all input without a fling, as when the window loses the focus or a gesture takes over.
    public func cancelInput() {
        change { $0.cancelInput(at: $1) }
    }

    /// The scroll layer.
    public var layer: Layer { scrollLayer }

    /// Changes the model at the clock's current time, and updates the layers.
    ///
    /// ```swift
    /// controller.change { $0.zoom(to: rect, at: $1) }
    /// ```
    ///
    /// - Parameter body: called with the model and the time; returns the model's events.
    public func change(_ body: (inout ScrollModel, _ time: Double) -> [ScrollEvent]) {
        let now = clock.now
        var events: [ScrollEvent] = []
        model.settings.panMode = scrollLayer.scrollMode
        var geometry = model.geometry
        geometry.viewportSize = scrollLayer.bounds.size
        if followsSceneScale, let scale = scrollLayer.scene?.scale {
            geometry.actualScale = 1 / scale
        }
        if geometry != model.geometry {
            events += model.setGeometry(geometry, at: model.time)
        }
        events += body(&model, now)
        updateLayers()
        for event in events {
            onEvent?(event)
        }
    }

    /// Sets the layers without animation: the content's bounding box starts at the origin, and the bounds at the
    /// offset.
    func updateLayers() {
        var view = model.view
        view.center = .zero
        var content = contentLayer.properties
        content.bounds = model.geometry.contentRect
        content.anchorPoint = .zero
        content.affineTransform = view.transform(in: .zero)
        content.position = .zero - model.scaledContentOrigin
        let offset = alignsToPixels ? alignedOffset : model.contentOffset
        Transaction.run(disablesActions: true) {
            if content != contentLayer.properties {
                contentLayer.properties = content
            }
            if offset != scrollLayer.bounds.origin {
                scrollLayer.bounds.origin = offset
            }
            for link in links { link.show(content, at: offset, of: scrollLayer.bounds.size) }
        }
    }

    /// The content offset, rounded to whole screen pixels where that makes the content sharper.
    private var alignedOffset: Point {
        let offset = model.contentOffset
        let pixel = model.geometry.actualScale
        let magnification = model.view.scale / pixel
        guard model.view.isUpright, magnification >= 1, magnification == magnification.rounded() else { return offset }
        return Point(x: (offset.x / pixel).rounded() * pixel, y: (offset.y / pixel).rounded() * pixel)
    }

    /// Returns the event in points from the upper left corner of its scroll layer, possibly a linked one; nil outside these
    /// layers.
    private func localized(_ event: InputEvent) -> InputEvent? {
        guard let position = event.position else { return event }
        // A drag stays one of the layer in which it began.
        if !model.isTracking || gestureLayer == nil {
            gestureLayer = ([scrollLayer] + links.map(\.scrollLayer)).first { layer in
                layer.convertFromScene(position).map { layer.contains($0) } ?? false
            }
        }
        let layer = gestureLayer ?? scrollLayer
        guard let point = layer.convertFromScene(position), gestureLayer != nil || model.isTracking else { return nil }
        let size = scrollLayer.bounds.size
        let own = layer.bounds.size
        let margin = Point(x: (size.width - own.width) / 2, y: (size.height - own.height) / 2)
        return event.moved(to: point - layer.bounds.origin + margin)
    }
}
