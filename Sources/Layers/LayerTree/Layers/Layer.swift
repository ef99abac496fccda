/// A rectangle with a background color, contents and sublayers.
///
/// Layers form a tree. The values set here are the *model* and change at once. Every property of ``LayerProperties`` is
/// also a property of the layer: `layer.opacity` is `layer.properties.opacity`.
@MainActor
@dynamicMemberLookup
open class Layer {
    /// A name to identify the layer; it has no effect.
    public var name: String?

    /// The object that chooses the actions of changes, and may lay out and draw the layer; the default is nil.
    ///
    /// The reference is weak.
    public weak var delegate: (any LayerDelegate)?

    /// The layer that contains this one; nil for the root of a tree.
    public internal(set) weak var superlayer: Layer?

    /// The layers inside this one, from bottom to top.
    public internal(set) var sublayers: [Layer] = []

    /// The layer whose alpha is the mask of this one: what it does not cover is hidden; nil, the default, for none.
    ///
    /// The mask is placed like a sublayer, in this layer's coordinates, and may have sublayers and animations. Its
    /// colors have no effect unless ``maskOperation`` compares them. Setting it removes the layer from its former
    /// superlayer.
    public var mask: Layer? {
        get { maskLayer }
        set { setMask(newValue) }
    }
    var maskLayer: Layer?

    /// What the ``mask`` does; the default is ``MaskOperation/alpha``: it hides what it does not cover.
    public var maskOperation = MaskOperation.alpha {
        didSet { if maskOperation != oldValue { scene?.setNeedsFrame() } }
    }

    /// Whether ``layoutSublayers()`` will be called at the next layout.
    public internal(set) var needsLayout = false {
        didSet { if needsLayout != oldValue { scene?.needsLayoutDidChange(of: self) } }
    }

    /// Whether a change of the bounds redraws the layer; the default is false: the contents are stretched.
    public var needsDisplayOnBoundsChange = false

    /// Whether the layer is drawn in the background while it is in a scene; the default is false.
    ///
    /// Frames go on with the old contents until the new ones appear in a later frame, in the order of the requests.
    /// The layer must return a ``backgroundDrawing()``; without one it is drawn at once. Of a layer, one drawing is run
    /// at a time: requests that come meanwhile become one more, so slow drawings do not pile up.
    public var drawsAsynchronously = false

    /// Whether the layer and its sublayers are found by ``hitTest(_:in:)``; the default is true.
    ///
    /// What merely decorates sets it to false, and events reach what lies below.
    public var isHitTestable = true

    /// Insets of the bounds for ``contains(_:in:)``; the default is none.
    ///
    /// Negative ones make a small layer easier to hit: `EdgeInsets(top: -8, left: -8, bottom: -8, right: -8)`.
    public var hitInsets = EdgeInsets.zero

    /// The pointer's shape over the layer; the default is nil, for that of the superlayer.
    public var cursor: Cursor?

    /// The gestures that are recognized on the layer and its sublayers; see ``addGesture(_:)``.
    public internal(set) var gestures: [GestureRecognizer] = []

    /// Whether the layer keeps its size on the screen and stays upright, whatever transforms its superlayers have; the
    /// default is false.
    ///
    /// A point of the layer is a point of the scene then, and its axes are those of the scene. The position remains one of
    /// the superlayer, so a pin stays on its place while the map is zoomed, rotated or mirrored. The layer's own
    /// ``LayerProperties/transform`` counts as before. In perspective the size is right at the position. It takes effect
    /// with the next frame.
    public var keepsScreenSize = false {
        didSet { if keepsScreenSize != oldValue { keepsScreenSizeDidChange() } }
    }

    /// The values that an app keeps with the layer, by the type of their key.
    var customValues: [ObjectIdentifier: Any] = [:]

    /// The state of drawing the layer; nil while it has never been requested to draw.
    var displayState: LayerDisplayState?

    /// The scene that contains the layer; nil if there is none.
    public internal(set) weak var scene: LayerScene?
    /// The number of frames that the scene had made when the layer entered it.
    var framesMadeBeforeEntering = 0

    /// The layer's time relative to its superlayer's; by default the same.
    public var timing = LayerTiming() {
        didSet { if timing != oldValue { scene?.setNeedsFrame() } }
    }

    /// The actions of changes that the ``delegate`` does not handle; empty by default.
    public var actions = LayerActions()
    /// Settings shared with other layers; empty by default.
    public var style = LayerStyle()

    /// The running animations, in the order of adding.
    var animations: [RunningAnimation] = [] {
        didSet { presentationCache = nil }
    }
    /// Whether some animations wait for the end of the outermost transaction.
    var hasPendingAnimations = false

    /// The presented values that were computed last; nil after a change.
    var presentationCache: PresentationCache?

    /// The custom properties with which the layer was last drawn, or requested to be.
    var drawnCustomProperties = CustomProperties()

    /// The model.
    private(set) var model = LayerProperties()

    /// Creates an empty layer.
    public init() {}

    /// All properties of the model as one value.
    public var properties: LayerProperties {
        get { model }
        set { change { $0 = newValue } }
    }

    /// Reads or sets one property of the model.
    public subscript<Value>(dynamicMember property: WritableKeyPath<LayerProperties, Value>) -> Value {
        get { model[keyPath: property] }
        set { change { $0[keyPath: property] = newValue } }
    }

    /// Changes the model and runs the actions of the changes if the layer has been shown and actions are enabled.
    func change(_ set: (inout LayerProperties) -> Void) {
        let previous = model
        set(&model)
        guard model != previous else { return }
        presentationCache = nil
        scene?.setNeedsFrame()
        if model.bounds != previous.bounds {
            setNeedsLayout()
            if needsDisplayOnBoundsChange {
                setNeedsDisplay(because: \.boundsChange)
            }
        }
        if !Transaction.disablesActions, hasBeenShown {
            runActions(from: previous)
        }
        if animations.isEmpty, model.customProperties != drawnCustomProperties {
            setNeedsDisplayIfCustomPropertiesChanged()
        }
    }

    /// Sets what makes up for the superlayers' transforms, without an action.
    func setCounterTransform(_ transform: AffineTransform) {
        guard model.counterTransform != transform else { return }
        model.counterTransform = transform
        presentationCache = nil
    }

    /// The action of a change that the ``delegate``, ``actions`` and ``style`` do not handle.
    ///
    /// By default, animatable properties run an ``ImplicitAnimation``, contents run a ``ContentsFade``, and hiding or
    /// showing the layer runs a fade.
    open class func defaultAction(for key: ActionKey) -> LayerActionResult { key.defaultAction }

    /// Positions the sublayers; called when the bounds have changed or layout was requested.
    ///
    /// By default it calls the delegate.
    open func layoutSublayers() {
        delegate?.layoutSublayers(of: self)
    }

    /// Displays the layer after ``setNeedsDisplay()``; call it to display at once.
    ///
    /// By default it calls a ``LayerDisplayDelegate``. Without one, it calls ``draw(in:)`` and makes the result the
    /// contents: a bitmap with `contentsScale` pixels for each point of the bounds, rounded up, and at most 8,192
    /// pixels wide and high. If only a rectangle was requested, the rest of the last bitmap is kept.
    ///
    /// - Complexity: O(pixels of the bitmap).
    open func display() {
        displayContents()
    }

    /// Draws the layer in its own coordinates, clipped to its bounds.
    ///
    /// By default it calls the delegate. If nothing at all is drawn, contents that were set otherwise stay.
    ///
    /// - Parameter context: the context to draw in; transparent where drawing is needed.
    open func draw(in context: inout PixelContext) {
        delegate?.draw(self, in: &context)
    }

    /// Returns what draws the layer's present state in the background; see ``drawsAsynchronously``.
    ///
    /// It is called on the main thread, and captures copies of what it draws:
    ///
    /// ```swift
    /// override func backgroundDrawing() -> BackgroundDrawing? {
    ///     { [strokes] context in strokes.forEach { context.stroke($0) } }
    /// }
    /// ```
    ///
    /// By default it asks the delegate.
    ///
    /// - Returns: nil to draw at once by ``draw(in:)``.
    open func backgroundDrawing() -> BackgroundDrawing? {
        delegate?.backgroundDrawing(of: self)
    }

    /// Returns the quads that the layer shows between its background and its sublayers, from bottom to top.
    ///
    /// It is called for each frame in which the layer may be visible, so it must be fast. By default it returns the
    /// contents of the ``LayerProperties``, laid out by gravity, scale and rectangles. A subclass that shows other
    /// images, such as many tiles, returns quads of its own, and calls ``setNeedsFrame()`` when they change.
    ///
    /// - Parameter context: the presented values, projection, clip and time of the layer in this frame.
    /// - Returns: the quads, in the layer's coordinates.
    open func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = context.properties.contents else { return [] }
        return ContentsLayout(of: context.properties, buffer: buffer).quads
    }

    /// Returns what else the layer shows, above its contents and below its sublayers, as items of the frame.
    ///
    /// It is called for each frame in which the layer may be visible, so it must be fast. By default it returns
    /// nothing. A subclass that draws other things than images, such as shapes, returns them here.
    ///
    /// - Parameter context: the presented values, projection, clip and time of the layer in this frame.
    /// - Returns: the items, from bottom to top, in pixels of the frame.
    open func renderItems(in context: LayerRenderContext) -> [RenderItem] { [] }

    /// Whether the sublayers are projected into the layer's plane; if not, they share the space of its superlayer's
    /// sublayers.
    var flattensSublayers: Bool { true }

    /// Whether what the layer shows follows from the properties and the time of its context alone, and is the same
    /// wherever it is in a frame.
    ///
    /// It is false for subclasses that are not known, which may show other contents at another place.
    var isPlaceIndependent: Bool { type(of: self) == Layer.self }

    /// The copies of the sublayers that are shown; nil, the default, for the sublayers alone.
    func replication(of shown: LayerProperties) -> Replication? { nil }

    /// Returns whether a point in the layer's own coordinates belongs to it, so that it can be hit there.
    ///
    /// By default it is inside the bounds, less ``hitInsets``. A subclass of another shape overrides it.
    ///
    /// - Parameters:
    ///   - point: a point in the layer's coordinates.
    ///   - tree: whether model values, the default, or presented values count.
    /// - Returns: whether the layer itself is hit there; its sublayers are asked before it.
    open func contains(_ point: Point, in tree: LayerTreeKind = .model) -> Bool {
        let bounds = tree == .model ? model.bounds : presented.bounds
        return hitInsets == .zero ? bounds.contains(point) : bounds.inset(by: hitInsets).contains(point)
    }

    /// Called when the layer, alone or in its superlayer, has entered a ``scene`` or left it.
    ///
    /// By default it does nothing. A subclass can start and stop background work here.
    open func didChangeScene() {}

    /// Called when the ``LayerScene/scale`` of the layer's scene has changed.
    ///
    /// By default it does nothing. A subclass that makes its own bitmaps can make them for the new scale.
    open func didChangeScale() {}

    /// Requests a new frame of the scene although no property has changed.
    public func setNeedsFrame() {
        scene?.setNeedsFrame()
    }

    /// Requests a new frame of the scene at a later time.
    ///
    /// A layer whose contents move by themselves calls it whenever they are asked for. A request holds until the next
    /// frame is made, whatever the reason; the earliest one counts. Nothing is requested while the layer is paused.
    ///
    /// - Parameter seconds: seconds of the layer's time from the frame that is being made; 0 for each frame of a display.
    public func setNeedsFrame(after seconds: Double) {
        let speed = abs(totalSpeed)
        guard let scene, speed > 0, seconds.isFinite else { return }
        scene.requestFrame(at: scene.now + max(0, seconds) / speed)
    }
}

extension Layer {
    /// Requests ``layoutSublayers()`` for the next layout; repeated requests are merged.
    public func setNeedsLayout() {
        needsLayout = true
    }

    /// Lays out all layers of the subtree that need layout, superlayers first.
    ///
    /// - Complexity: O(layers of the tree).
    public func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSublayers()
        }
        for sublayer in sublayers {
            sublayer.layoutIfNeeded()
        }
        maskLayer?.layoutIfNeeded()
    }
}
