public import LayerTree

/// Makes a layer scroll and zoom in another one, as the user's gestures and the program ask for.
///
/// It keeps a ``ScrollModel``, hears events with their times, and sets the layers: the content's transform, and the
/// origin of the scroll layer's bounds. Whoever shows frames calls ``update()`` before each, and waits until
/// ``nextFrameTime`` when there is nothing else to do.
///
/// ```swift
/// let controller = ScrollController(scrollLayer: view, contentLayer: tiles, contentSize: pyramidSize)
/// controller.onEvent = { event in
///     if event == .didEndDecelerating { tiles.isMoving = false }
/// }
/// controller.handle(.wheel(event))
/// controller.update()
/// ```
@MainActor
public final class ScrollController {
    /// The view and what moves it.
    public private(set) var model: ScrollModel
    /// What the content is seen in.
    public let scrollLayer: ScrollLayer
    /// The content; its bounds are its own points, for an image full-size pixels.
    public let contentLayer: Layer
    /// Where times come from that are not an event's.
    public let clock: any LayerClock
    /// Whether upright content in a whole multiple of its own size is put on whole pixels of the screen, at most half of
    /// one away from where the model has it, so that it is as sharp as it can be; default true.
    public var alignsToPixels = true {
        didSet { updateLayers() }
    }
    /// Is called for each thing that happens, in order, when the layers show it already; default nothing.
    public var onEvent: (@MainActor (ScrollEvent) -> Void)?

    /// A controller of two layers.
    ///
    /// - Parameters:
    ///   - scrollLayer: what the content is seen in; the size of its bounds is the view's.
    ///   - contentLayer: the content; it becomes a sublayer of the scroll layer, if it is in no other layer.
    ///   - contentSize: the extent of the content, in its own points.
    ///   - settings: how it answers to what the user does.
    ///   - clock: where times come from; the same that events are timed with.
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
            scrollLayer.addSublayer(contentLayer)
        }
        scrollLayer.controller = self
        updateLayers()
    }
}

extension ScrollController {
    /// How it answers to what the user does; in which directions content can be moved is said by the scroll layer.
    public var settings: ScrollSettings {
        get { model.settings }
        set { model.settings = newValue }
    }

    /// The sizes of content and view, and the limits of scale; the view's is always that of the scroll layer's bounds.
    public var geometry: ScrollGeometry {
        get { model.geometry }
        set { change { $0.setGeometry(newValue, at: $1) } }
    }

    /// Does what the user asks for.
    ///
    /// - Parameter event: what was done; positions are in points of the picture that the scene of the layers is shown in.
    /// - Returns: whether it means something here: always, except for keys that ask for nothing, and places outside of
    ///   the scroll layer with nothing held.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        guard let event = localized(event) else { return false }
        change { model, _ in model.handle(event) }
        if case .key(let event) = event {
            return settings.keys.commands[KeyMap.Stroke(event.key, event.modifiers)] != nil
        }
        return true
    }

    /// Brings the view to the clock's time, and the layers with it.
    public func update() {
        change { $0.update(at: $1) }
    }

    /// When ``update()`` has to be called next, on the clock; nil for not until the next event.
    public var nextFrameTime: Double? { model.nextFrameTime }

    /// Asks the model for something, at the clock's time, and shows what becomes of it.
    ///
    /// ```swift
    /// controller.change { $0.zoom(to: rect, at: $1) }
    /// ```
    ///
    /// - Parameter body: is given the model and the time.
    public func change(_ body: (inout ScrollModel, _ time: Double) -> [ScrollEvent]) {
        let now = clock.now
        var events: [ScrollEvent] = []
        model.settings.panMode = scrollLayer.scrollMode
        if model.geometry.viewportSize != scrollLayer.bounds.size {
            var geometry = model.geometry
            geometry.viewportSize = scrollLayer.bounds.size
            events += model.setGeometry(geometry, at: model.time)
        }
        events += body(&model, now)
        updateLayers()
        for event in events {
            onEvent?(event)
        }
    }

    /// Scrolls to an origin of the scroll layer's bounds, as far as the content goes, at once.
    func scroll(toOffset offset: Point) {
        change { $0.scroll(toOffset: offset, animated: false, at: $1) }
    }

    /// Puts the layers where the model says, at once: the content's bounding box begins at the origin, and the bounds at
    /// the offset.
    private func updateLayers() {
        Transaction.run(disablesActions: true) { placeLayers() }
    }

    private func placeLayers() {
        let view = model.view
        var content = contentLayer.properties
        content.bounds = model.geometry.contentRect
        content.anchorPoint = .zero
        content.affineTransform = ViewState(
            center: .zero, scale: view.scale, angle: view.angle, isFlipped: view.isFlipped
        ).transform(in: .zero)
        content.position = .zero - model.scaledContentOrigin
        if content != contentLayer.properties {
            contentLayer.properties = content
        }
        let offset = alignsToPixels ? alignedOffset : model.contentOffset
        if offset != scrollLayer.bounds.origin {
            scrollLayer.bounds.origin = offset
        }
    }

    /// The content's offset, on a whole pixel of the screen where that makes a difference.
    private var alignedOffset: Point {
        let (offset, pixel) = (model.contentOffset, model.geometry.actualScale)
        let magnification = model.view.scale / pixel
        guard model.view.isUpright, magnification >= 1, magnification == magnification.rounded() else { return offset }
        return Point(x: (offset.x / pixel).rounded() * pixel, y: (offset.y / pixel).rounded() * pixel)
    }

    /// The event with its place in points from the scroll layer's upper left corner; nil for what does not concern it.
    private func localized(_ event: InputEvent) -> InputEvent? {
        guard let position = event.position else { return event }
        let root = scrollLayer.root
        // The picture's points are those of the root's superlayer, if it had one.
        let inRoot = position - root.frame.origin + root.bounds.origin
        guard let place = scrollLayer.convert(inRoot, from: nil),
            scrollLayer.contains(place) || model.isTracking
        else { return nil }
        return event.moved(to: place - scrollLayer.bounds.origin)
    }
}
