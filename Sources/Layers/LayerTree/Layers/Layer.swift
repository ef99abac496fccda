/// A rectangle of a picture: with a color or contents of its own, and other layers in it.
///
/// Layers form a tree. What is set here is the *model*: it changes at once. Every property of ``LayerProperties`` is
/// one of the layer: `layer.opacity` is `layer.properties.opacity`.
@MainActor
@dynamicMemberLookup
open class Layer {
    /// What it is called, for finding it again and for messages; no meaning of its own.
    public var name: String?

    /// Who is asked what follows changes of the layer, and may lay out and draw it; default nobody.
    ///
    /// It is not kept alive.
    public weak var delegate: (any LayerDelegate)?

    /// The layer it lies in; nil for the root of a tree.
    public internal(set) weak var superlayer: Layer?

    /// The layers in it, from the lowest to the uppermost.
    public internal(set) var sublayers: [Layer] = []

    /// Whether ``layoutSublayers()`` will be called at the next layout.
    public internal(set) var needsLayout = false {
        didSet { if needsLayout != oldValue { scene?.needsLayoutDidChange(of: self) } }
    }

    /// Whether a change of the bounds asks for the layer to be drawn; default false: the picture is stretched.
    public var needsDisplayOnBoundsChange = false

    /// What an app keeps with it, by the types of the keys.
    var customValues: [ObjectIdentifier: Any] = [:]

    /// What it remembers of drawing itself.
    var drawing: LayerDisplayState?

    /// The scene it is part of, however deep; nil while it is in none.
    public internal(set) weak var scene: LayerScene?
    /// How many frames its scene had made when it became part of it.
    var framesMadeBeforeEntering = 0

    /// How its time runs in that of its superlayer; default like that.
    public var timing = LayerTiming() {
        didSet { if timing != oldValue { scene?.setNeedsFrame() } }
    }

    /// What follows its changes, where its ``delegate`` does not say; default nothing of its own.
    public var actions = LayerActions()
    /// What it has in common with other layers of its kind; default nothing.
    public var style = LayerStyle()

    /// What is running on it, in the order it was added.
    var animations: [RunningAnimation] = [] {
        didSet { presentationCache = nil }
    }
    /// Whether some of these wait for the end of the outermost transaction.
    var hasPendingAnimations = false

    /// What it presents at the moment it was last asked for; nil when that has changed.
    var presentationCache: PresentationCache?

    /// The values of an app's properties that it was last asked to be drawn with.
    var drawnCustomProperties = CustomProperties()

    /// The properties as they are set.
    private(set) var model = LayerProperties()

    /// An empty layer.
    public init() {}

    /// All its properties as one value.
    public var properties: LayerProperties {
        get { model }
        set { change { $0 = newValue } }
    }

    /// Reads and sets one of the layer's properties.
    public subscript<Value>(dynamicMember property: WritableKeyPath<LayerProperties, Value>) -> Value {
        get { model[keyPath: property] }
        set { change { $0[keyPath: property] = newValue } }
    }

    /// Changes the model; what is animatable glides if the layer has been shown and actions are not disabled.
    func change(_ set: (inout LayerProperties) -> Void) {
        let previous = model
        set(&model)
        guard model != previous else { return }
        presentationCache = nil
        scene?.setNeedsFrame()
        if model.bounds != previous.bounds {
            setNeedsLayout()
            if needsDisplayOnBoundsChange {
                setNeedsDisplay()
            }
        }
        if !Transaction.disablesActions, hasBeenShown {
            runActions(from: previous)
        }
        if animations.isEmpty, model.customProperties != drawnCustomProperties {
            setNeedsDisplayIfCustomPropertiesChanged()
        }
    }

    /// What follows a change of a property by itself, where neither the ``delegate`` nor ``actions`` nor ``style`` says.
    ///
    /// By itself, properties that can glide do so (``ImplicitAnimation``), contents are mixed with the former ones
    /// (``ContentsFade``), and a layer that is hidden or shown fades.
    open class func defaultAction(for key: ActionKey) -> LayerActionResult { key.defaultAction }

    /// Places the sublayers; called when the bounds have changed or layout was asked for.
    ///
    /// By itself it lets the delegate do it.
    open func layoutSublayers() {
        delegate?.layoutSublayers(of: self)
    }

    /// Displays the layer, which was asked for with ``setNeedsDisplay()``; can be called to do it at once.
    ///
    /// By itself it lets a ``LayerDisplayDelegate`` do it, and if the delegate is none, calls ``draw(in:)`` and makes what
    /// was drawn the contents. The picture has `contentsScale` pixels for each point of the bounds, rounded up and at
    /// most 8,192 each way. When only a part was asked for, the rest of the last picture is kept.
    ///
    /// - Complexity: O(pixels of the picture).
    open func display() {
        displayContents()
    }

    /// Draws the layer, in its own coordinates; what lies outside of the bounds is cut off.
    ///
    /// By itself it lets the delegate do it. If nothing at all is drawn, contents that were set otherwise stay.
    ///
    /// - Parameter context: what to draw in; transparent where it is to be drawn.
    open func draw(in context: inout PixelContext) {
        delegate?.draw(self, in: &context)
    }

    /// What the layer itself shows, between its background and its sublayers, from the lowest piece to the uppermost.
    ///
    /// Called for each frame in which the layer may be seen; it must be quick. By itself it is the ``LayerProperties``'
    /// contents, as gravity, parts and scale say. A subclass that shows other pictures, such as many tiles, returns
    /// those, and calls ``setNeedsFrame()`` when they change.
    ///
    /// - Parameter view: how the layer is seen.
    /// - Returns: the pieces, in the layer's coordinates.
    open func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = view.properties.contents else { return [] }
        return ContentsLayout(of: view.properties, buffer: buffer).all
    }

    /// Called when the layer has become part of a ``scene``, or of none any more, by its own or with what it lies in.
    ///
    /// By itself it does nothing. A subclass that has work done by other threads begins or ends it here.
    open func didChangeScene() {}

    /// Asks its scene for a new frame although no property has changed.
    public func setNeedsFrame() {
        scene?.setNeedsFrame()
    }
}
