/// A rectangle of a picture: with a colour or contents of its own, and other layers in it.
///
/// Layers form a tree. What is set here is the *model*: it changes at once. Every property of ``LayerProperties`` is
/// one of the layer: `layer.opacity` is `layer.properties.opacity`.
@MainActor
@dynamicMemberLookup
open class Layer {
    /// What it is called, for finding it again and for messages; no meaning of its own.
    public var name: String?

    /// The layer it lies in; nil for the root of a tree.
    public internal(set) weak var superlayer: Layer?

    /// The layers in it, from the lowest to the uppermost.
    public internal(set) var sublayers: [Layer] = []

    /// Whether ``layoutSublayers()`` will be called at the next layout.
    public internal(set) var needsLayout = false

    /// The scene it is part of, however deep; nil while it is in none.
    public internal(set) weak var scene: LayerScene?

    /// How its time runs in that of its superlayer; default like that.
    public var timing = LayerTiming() {
        didSet { if timing != oldValue { scene?.setNeedsFrame() } }
    }

    /// What is running on it, in the order it was added.
    var animations: [RunningAnimation] = [] {
        didSet { scene?.animationsChanged(of: self) }
    }

    /// All its properties as one value.
    public var properties = LayerProperties() {
        didSet {
            scene?.setNeedsFrame()
            if properties.bounds != oldValue.bounds {
                setNeedsLayout()
            }
        }
    }

    /// An empty layer.
    public init() {}

    /// Reads and sets one of the layer's properties.
    public subscript<Value>(dynamicMember property: WritableKeyPath<LayerProperties, Value>) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// Places the sublayers; called when the bounds have changed or layout was asked for.
    ///
    /// Does nothing by itself.
    open func layoutSublayers() {}

    /// What the layer itself shows, between its background and its sublayers, from the lowest piece to the uppermost.
    ///
    /// Called for each frame in which the layer may be seen; it must be quick. By itself it is the ``LayerProperties``'
    /// contents, as gravity, parts and scale say. A subclass that shows other pictures, such as many tiles, returns
    /// those, and calls ``setNeedsFrame()`` when they change.
    ///
    /// - Parameter view: how the layer is seen.
    /// - Returns: the pieces, in the layer's coordinates.
    open func pieces(in view: LayerView) -> [LayerPiece] {
        guard let buffer = view.properties.contents else { return [] }
        return ContentsPieces(of: view.properties, buffer: buffer).all
    }

    /// Asks its scene for a new frame although no property has changed.
    public func setNeedsFrame() {
        scene?.setNeedsFrame()
    }
}
