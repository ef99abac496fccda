/// What has changed of a layer, for choosing the action that follows.
public struct ActionKey: Sendable {
    /// The property's name; what runs because of a change is found under it with ``Layer/animation(forKey:)``.
    public let name: String

    /// How the property glides from what a layer shows to its model, in a time and at a pace; nil if it cannot glide.
    let makeAnimation: (@Sendable (LayerProperties, LayerTiming, TimingFunction) -> any LayerAnimation)?

    /// The key of a property that cannot glide.
    init(named name: String) {
        self.name = name
        makeAnimation = nil
    }

    /// The key of a property that can glide.
    init<Value: Animatable>(
        named name: String, _ property: any WritableKeyPath<LayerProperties, Value> & Sendable
    ) {
        self.name = name
        makeAnimation = { shown, timing, timingFunction in
            var animation = BasicAnimation(property, animatingFrom: shown[keyPath: property])
            animation.timing = timing
            animation.timingFunction = timingFunction
            return animation
        }
    }
}

extension ActionKey: Hashable {
    /// Whether both have the same name.
    public static func == (left: ActionKey, right: ActionKey) -> Bool { left.name == right.name }

    /// Feeds the name to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ActionKey {
    /// The bounds; setting the frame changes these and the position.
    public static let bounds = ActionKey(named: "bounds", \.bounds)
    /// The position; setting the frame changes this and the bounds.
    public static let position = ActionKey(named: "position", \.position)
    /// The anchor point.
    public static let anchorPoint = ActionKey(named: "anchorPoint", \.anchorPoint)
    /// The anchor point's height above the layer.
    public static let anchorPointZ = ActionKey(named: "anchorPointZ", \.anchorPointZ)
    /// The depth.
    public static let zPosition = ActionKey(named: "zPosition", \.zPosition)
    /// The transform.
    public static let transform = ActionKey(named: "transform", \.transform)
    /// What transforms all sublayers.
    public static let sublayerTransform = ActionKey(named: "sublayerTransform", \.sublayerTransform)
    /// Whether the layer is hidden; it does not glide but fades.
    public static let isHidden = ActionKey(named: "isHidden")
    /// The opacity.
    public static let opacity = ActionKey(named: "opacity", \.opacity)
    /// The color behind the contents.
    public static let backgroundColor = ActionKey(named: "backgroundColor", \.backgroundColor)
    /// The picture; it does not glide but is mixed with the former one.
    public static let contents = ActionKey(named: "contents")
    /// The part of the picture that is shown.
    public static let contentsRect = ActionKey(named: "contentsRect", \.contentsRect)
    /// The part of the picture that is stretched.
    public static let contentsCenter = ActionKey(named: "contentsCenter", \.contentsCenter)
    /// The sublayers: one enters, leaves, or changes its place among them.
    ///
    /// Its action runs before the change. By itself nothing follows it; a ``Transition`` shows it gradually.
    public static let sublayers = ActionKey(named: "sublayers")
}

extension ActionKey {
    /// What follows a change where nobody says anything else.
    var defaultAction: LayerActionResult {
        if makeAnimation != nil { return .run(ImplicitAnimation()) }
        return switch self {
        case .contents: .run(ContentsFade())
        case .isHidden: .run(Transition(.fade))
        default: .unhandled
        }
    }
}
