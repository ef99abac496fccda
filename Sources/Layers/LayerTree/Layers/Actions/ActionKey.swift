/// Identifies the change of a layer for which an action is looked up.
public struct ActionKey: Sendable {
    /// The property's name, which is also the key of the action's animation; see ``Layer/animation(forKey:)``.
    public let name: String

    /// Makes the property's implicit animation from the presented value to the model; nil if the property is not animatable.
    let makeAnimation: (@Sendable (LayerProperties, LayerTiming, TimingFunction) -> any LayerAnimation)?
    /// Whether the property has discrete values, so that a change shows at once unless an action is chosen.
    private(set) var isDiscrete: Bool

    /// The key of a property that is not animatable.
    init(named name: String) {
        self.name = name
        makeAnimation = nil
        isDiscrete = true
    }

    /// The key of an animatable property.
    init<Value: Animatable>(named name: String, _ property: any WritableKeyPath<LayerProperties, Value> & Sendable) {
        self.name = name
        isDiscrete = Value.self is any DiscretelyAnimatable.Type
        makeAnimation = { shown, timing, timingFunction in
            var animation = BasicAnimation(property, from: shown[keyPath: property])
            animation.timing = timing
            animation.timingFunction = timingFunction
            return animation
        }
    }
}

extension ActionKey: Hashable {
    /// Returns true if both keys have the same name.
    public static func == (left: ActionKey, right: ActionKey) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ActionKey {
    /// The bounds; setting the frame changes the bounds and the position.
    public static let bounds = ActionKey(named: "bounds", \.bounds)
    /// The position; setting the frame changes the bounds and the position.
    public static let position = ActionKey(named: "position", \.position)
    /// The anchor point.
    public static let anchorPoint = ActionKey(named: "anchorPoint", \.anchorPoint)
    /// The anchor point's z coordinate.
    public static let anchorPointZ = ActionKey(named: "anchorPointZ", \.anchorPointZ)
    /// The z position.
    public static let zPosition = ActionKey(named: "zPosition", \.zPosition)
    /// The transform.
    public static let transform = ActionKey(named: "transform", \.transform)
    /// The transform applied to all sublayers.
    public static let sublayerTransform = ActionKey(named: "sublayerTransform", \.sublayerTransform)
    /// Whether the layer is hidden, which is not interpolated; the default action is a fade.
    public static let isHidden = ActionKey(named: "isHidden")
    /// The opacity.
    public static let opacity = ActionKey(named: "opacity", \.opacity)
    /// The background color.
    public static let backgroundColor = ActionKey(named: "backgroundColor", \.backgroundColor)
    /// The corner radii.
    public static let cornerRadii = ActionKey(named: "cornerRadii", \.cornerRadii)
    /// The width of the border.
    public static let borderWidth = ActionKey(named: "borderWidth", \.borderWidth)
    /// The color of the border.
    public static let borderColor = ActionKey(named: "borderColor", \.borderColor)
    /// The opacity of the shadow.
    public static let shadowOpacity = ActionKey(named: "shadowOpacity", \.shadowOpacity)
    /// The color of the shadow.
    public static let shadowColor = ActionKey(named: "shadowColor", \.shadowColor)
    /// The offset of the shadow.
    public static let shadowOffset = ActionKey(named: "shadowOffset", \.shadowOffset)
    /// The blur of the shadow.
    public static let shadowRadius = ActionKey(named: "shadowRadius", \.shadowRadius)
    /// The contents, which are not interpolated; the default action is a ``ContentsFade``.
    public static let contents = ActionKey(named: "contents")
    /// The part of the contents that is shown.
    public static let contentsRect = ActionKey(named: "contentsRect", \.contentsRect)
    /// The part of the contents that is stretched.
    public static let contentsCenter = ActionKey(named: "contentsCenter", \.contentsCenter)
    /// The list of sublayers: a sublayer is inserted, removed or reordered, or ``Layer/sublayers`` is set.
    ///
    /// The action runs before the change. There is no action of the list by default: each sublayer runs the action of
    /// ``onOrderIn`` or ``onOrderOut``. An action of the list, such as a ``Transition``, or ``LayerActionResult/none`` replaces
    /// the default actions of the sublayers. So does a transition that was added to the layer before, in the same transaction.
    public static let sublayers = ActionKey(named: "sublayers")
    /// The insertion of the layer into a superlayer that is shown; the default action is a fade.
    ///
    /// A layer that moves within its scene is not inserted in this sense. Without time passing, in a layer whose speed is 0,
    /// there is no default action.
    public static let onOrderIn = ActionKey(named: "onOrderIn")
    /// The removal of the layer from the scene; the default action is a fade.
    ///
    /// The layer is removed at once. While it fades, the superlayer shows an image of its last appearance in its place. An
    /// animation that is chosen as the action, other than a ``Transition``, changes the properties of that image.
    public static let onOrderOut = ActionKey(named: "onOrderOut")
}

extension ActionKey {
    /// The default action of animatable properties, made once for all changes.
    private static let implicitAnimation = LayerActionResult.run(ImplicitAnimation())

    /// The default action of a change: an implicit animation, a fade, or nothing.
    var defaultAction: LayerActionResult {
        if !isDiscrete { return Self.implicitAnimation }
        return switch self {
        case .contents: .run(ContentsFade())
        case .isHidden: .run(Transition(.fade))
        case .onOrderIn, .onOrderOut: .run(OrderFade())
        default: .unhandled
        }
    }

    /// The key of a custom property; its name is the name of the type.
    public init<Key: LayerPropertyKey>(_ key: Key.Type) {
        self.init(named: String(reflecting: key), \.[PropertyToken<Key>()])
    }

    /// The key of a change of a custom property, which the property may exclude from implicit animations.
    init<Key: LayerPropertyKey>(_ key: Key.Type, from old: LayerProperties, to new: LayerProperties) {
        self.init(key)
        isDiscrete = isDiscrete || !key.animatesImplicitly(from: old[key], to: new[key])
    }
}
