public import VectorDrawing

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
    ///
    /// Setting the array removes the sublayers that it does not contain, and inserts the others in its order. Sublayers that
    /// stay keep their animations. Layers that ``addSublayer(_:)`` refuses are left out, and a repeated layer counts once.
    ///
    /// - Complexity: O(1) to get; setting takes O(layers of both arrays).
    public var sublayers: [Layer] {
        get { sublayerStorage }
        set { setSublayers(newValue) }
    }
    var sublayerStorage: [Layer] = []
    /// The sublayers together with the images of removed ones that fade out; nil while there are no such images.
    var fadingSublayers: FadingSublayers?
    /// The image that fades out in place of the layer after its removal; nil if there is none.
    weak var fadingImage: FadingImage?

    /// The mask: a layer whose alpha hides the parts of this layer that it does not cover; nil, the default, for none.
    ///
    /// The mask is placed like a sublayer, in this layer's coordinates, and may have sublayers and animations. Its colors have
    /// no effect unless ``maskOperation`` combines them. Setting the mask removes that layer from its former superlayer.
    public var mask: Layer? {
        get { maskLayer }
        set { setMask(newValue) }
    }
    var maskLayer: Layer?

    /// The effect of the ``mask``; the default is ``MaskOperation/alpha``, which hides what the mask does not cover.
    public var maskOperation = MaskOperation.alpha {
        didSet { if maskOperation != oldValue { scene?.setNeedsFrame() } }
    }

    /// Whether ``layoutSublayers()`` will be called at the next layout.
    public internal(set) var needsLayout = false {
        didSet { if needsLayout != oldValue { scene?.needsLayoutDidChange(of: self) } }
    }

    /// Whether a change of the bounds redraws the layer; the default is false: its contents are stretched.
    public var needsDisplayOnBoundsChange = false

    /// Whether the layer is drawn in the background while it is in a scene; the default is false.
    ///
    /// Frames show the old contents until the new ones appear in a later frame, in the order of the requests. The layer must
    /// return a ``backgroundDrawing()``; without one it is drawn at once. Each layer has one drawing in progress at a time:
    /// requests during a drawing are merged into one, so slow drawings do not pile up.
    public var drawsAsynchronously = false

    /// Whether the layer and its sublayers are found by ``hitTest(_:in:)``; the default is true.
    ///
    /// Set it to false for a decoration, so that events reach the layers below it.
    public var isHitTestable = true

    /// The insets of the bounds for ``contains(_:in:)``; the default is none.
    ///
    /// Negative insets make a small layer easier to hit: `EdgeInsets(-8)`.
    public var hitInsets = EdgeInsets.zero

    /// The pointer's shape over the layer; the default is nil, for the superlayer's shape.
    public var cursor: Cursor?

    /// The gestures that are recognized on the layer and its sublayers; see ``addGesture(_:)``.
    public internal(set) var gestures: [GestureRecognizer] = []

    /// Whether the layer ignores the superlayers' transforms for its size and angle; the default is false.
    ///
    /// If it is true, the layer keeps its size on the screen and stays upright: one of its points is a point of the scene, and
    /// its axes are the scene's axes. Its position is still in the superlayer's coordinates, so a pin stays at its place while
    /// the map is zoomed, rotated or mirrored. The layer's own ``LayerProperties/transform`` applies as before. In perspective,
    /// the size is exact at the position. A change takes effect with the next frame.
    public var keepsScreenSize = false {
        didSet { if keepsScreenSize != oldValue { keepsScreenSizeDidChange() } }
    }

    /// The rules of the layer's kind for frames; nil, the default, for those of a plain layer.
    package var traits: LayerTraits?

    /// The values that an app stores in the layer, by the type of their key.
    var customValues: [ObjectIdentifier: Any] = [:]

    /// The state of drawing the layer; nil while it has never been requested to draw.
    var displayState: LayerDisplayState?

    /// The scene that contains the layer; nil if there is none.
    public internal(set) weak var scene: LayerScene?
    /// The number of frames that the scene had made when the layer entered it.
    var framesMadeBeforeEntering = 0

    /// The layer's timing relative to its superlayer's time; by default both times are the same.
    public var timing = LayerTiming() {
        didSet { if timing != oldValue { scene?.setNeedsFrame() } }
    }

    /// The actions of changes that the ``delegate`` does not handle; empty by default.
    public var actions = LayerActions()
    /// The settings shared with other layers; empty by default.
    public var style = LayerStyle()

    /// The running animations, in the order of adding.
    var animations: [RunningAnimation] = [] {
        didSet { if animations.isEmpty { presentationCache = nil } else { presentationCache?.time = nil } }
    }
    /// Whether some animations wait for the end of the outermost transaction.
    var hasPendingAnimations = false

    /// The last computed presented values; nil without animations.
    var presentationCache: PresentationCache?

    /// The custom properties of the last drawing or drawing request.
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
        presentationCache?.time = nil
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
        traits?.modelDidChange?(self, previous)
    }

    /// Sets the transform that compensates for the superlayers' transforms, without an action.
    func setCounterTransform(_ transform: AffineTransform) {
        guard model.counterTransform != transform else { return }
        model.counterTransform = transform
        presentationCache?.time = nil
    }

    /// Returns the action of a change that the ``delegate``, ``actions`` and ``style`` do not handle.
    ///
    /// By default, animatable properties run an ``ImplicitAnimation``, contents run a ``ContentsFade``, and hiding, showing,
    /// inserting or removing the layer runs a fade.
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
    /// By default it calls the delegate. If nothing at all is drawn, existing contents stay.
    ///
    /// - Parameter context: the drawing context; its pixels are transparent where drawing is needed.
    open func draw(in context: inout PixelContext) {
        delegate?.draw(self, in: &context)
    }

    /// Returns a closure that draws the layer's current state in the background; see ``drawsAsynchronously``.
    ///
    /// The method is called on the main thread; the closure captures copies of the data that it draws:
    ///
    /// ```swift
    /// override func backgroundDrawing() -> BackgroundDrawing? {
    ///     { [strokes] context in strokes.forEach { context.stroke($0) } }
    /// }
    /// ```
    ///
    /// By default it calls the delegate.
    ///
    /// - Returns: the closure; nil to draw at once with ``draw(in:)``.
    open func backgroundDrawing() -> BackgroundDrawing? {
        delegate?.backgroundDrawing(of: self)
    }

    /// Returns the quads that the layer shows between its background and its sublayers, from bottom to top.
    ///
    /// It is called for each frame in which the layer may be visible, so it must be fast. By default it returns the contents of
    /// the ``LayerProperties``, laid out by gravity, scale and rectangles. A subclass that shows other images, such as many
    /// tiles, returns its own quads, and calls ``setNeedsFrame()`` when they change.
    ///
    /// - Parameter context: the presented values, projection, clip and time of the layer in this frame.
    /// - Returns: the quads, in the layer's coordinates.
    open func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = context.properties.contents else { return [] }
        return ContentsLayout(of: context.properties, buffer: buffer).quads
    }

    /// Returns further items that the layer shows above its contents and below its sublayers.
    ///
    /// It is called for each frame in which the layer may be visible, so it must be fast. By default it returns no items. A
    /// subclass that draws shapes, or other items than images, returns them here.
    ///
    /// - Parameter context: the presented values, projection, clip and time of the layer in this frame.
    /// - Returns: the items, from bottom to top, in pixels of the frame.
    open func renderItems(in context: LayerRenderContext) -> [RenderItem] { [] }

    /// Whether the sublayers are projected into the layer's plane; otherwise they share the space of the layer's siblings.
    var flattensSublayers: Bool { traits?.flattensSublayers(model) ?? true }

    /// Whether the layer's items depend only on the properties and the time of its context, not on its place in a frame.
    ///
    /// It is false for unknown subclasses, whose contents may depend on the place.
    var isPlaceIndependent: Bool {
        guard let traits else { return type(of: self) == Layer.self }
        return type(of: self) == traits.placeIndependentClass && !traits.preservesDepth(model)
    }

    /// Returns the copies of the sublayers to show; nil, the default, for the sublayers alone.
    func replication(of shown: LayerProperties) -> Replication? { traits?.replication(shown) }

    /// Whether a point in the layer's own coordinates hits the layer.
    ///
    /// By default the point must be inside the bounds without the ``hitInsets``. A subclass with another shape overrides the
    /// method.
    ///
    /// - Parameters:
    ///   - point: a point in the layer's coordinates.
    ///   - tree: whether model values, the default, or presented values count.
    /// - Returns: whether the point hits the layer itself; sublayers are tested before it.
    open func contains(_ point: Point, in tree: LayerTreeKind = .model) -> Bool {
        let bounds = tree == .model ? model.bounds : presented.bounds
        return hitInsets == .zero ? bounds.contains(point) : bounds.inset(by: hitInsets).contains(point)
    }

    /// Called after the layer, alone or in its superlayer, has entered or left a ``scene``.
    ///
    /// By default it does nothing. A subclass can start and stop background work here.
    open func didChangeScene() {}

    /// Called when the ``LayerScene/scale`` of the layer's scene has changed.
    ///
    /// By default it does nothing. A subclass with its own bitmaps can make them for the new scale.
    open func didChangeScale() {}

    /// Requests a new frame of the scene although no property has changed.
    public func setNeedsFrame() {
        scene?.setNeedsFrame()
    }

    /// Requests a new frame of the scene at a later time.
    ///
    /// A layer with moving contents calls it each time its contents are requested. A request is valid until the next frame,
    /// whatever the reason of that frame; the earliest request counts. A paused layer requests nothing.
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
