/// What has changed of a layer, for choosing the action that follows.
///
/// There is one for each property that can glide or fade, one for each property of an app's own
/// (``init(_:)``), and two for entering and leaving a scene.
public struct ActionKey: Hashable, Sendable {
    /// The property's name; what runs because of a change is found under it with ``Layer/animation(forKey:)``.
    public let name: String

    /// A key of that name.
    init(named name: String) {
        self.name = name
    }
}

extension ActionKey {
    /// The bounds; setting the frame changes these and the position.
    public static let bounds = ActionKey(named: "bounds")
    /// The position; setting the frame changes this and the bounds.
    public static let position = ActionKey(named: "position")
    /// The anchor point.
    public static let anchorPoint = ActionKey(named: "anchorPoint")
    /// The anchor point's height above the layer.
    public static let anchorPointZ = ActionKey(named: "anchorPointZ")
    /// The depth.
    public static let zPosition = ActionKey(named: "zPosition")
    /// The transform.
    public static let transform = ActionKey(named: "transform")
    /// What transforms all sublayers.
    public static let sublayerTransform = ActionKey(named: "sublayerTransform")
    /// Whether the layer is hidden.
    public static let isHidden = ActionKey(named: "isHidden")
    /// The opacity.
    public static let opacity = ActionKey(named: "opacity")
    /// The colour behind the contents.
    public static let backgroundColor = ActionKey(named: "backgroundColor")
    /// The picture.
    public static let contents = ActionKey(named: "contents")
    /// The part of the picture that is shown.
    public static let contentsRect = ActionKey(named: "contentsRect")
    /// The part of the picture that is stretched.
    public static let contentsCenter = ActionKey(named: "contentsCenter")
    /// How many pixels of the picture there are for a point.
    public static let contentsScale = ActionKey(named: "contentsScale")
}
