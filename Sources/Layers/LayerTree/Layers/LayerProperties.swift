/// All that decides how a layer looks and where it lies, as one value.
///
/// A layer's model, what it presents at a moment, and what is drawn are three of these.
public struct LayerProperties: Hashable, Sendable {
    /// The layer's own coordinates: their origin scrolls what is in it; default an empty rectangle.
    public var bounds = Rect.zero
    /// Where the anchor point lies in the superlayer's coordinates; default its origin.
    public var position = Point.zero
    /// The point of the bounds, in unit coordinates, that ``position`` places and transforms turn about; default the middle.
    public var anchorPoint = Point(x: 0.5, y: 0.5)
    /// How far the anchor point lies above the plane of the layer; default 0.
    public var anchorPointZ = 0.0
    /// The order among the sublayers of one layer, and the depth in perspective; default 0.
    public var zPosition = 0.0
    /// What turns, scales or tilts the layer about its anchor point; default nothing.
    public var transform = Transform3D.identity
    /// What transforms all sublayers about the layer's anchor point, such as a perspective; default nothing.
    public var sublayerTransform = Transform3D.identity
    /// Whether neither it nor its sublayers are drawn and hit; default false.
    public var isHidden = false
    /// From 0, not to be seen, to 1, the default; applies to the layer and its sublayers as a whole.
    public var opacity = 1.0
    /// Whether what lies outside the bounds is cut off, sublayers included; default false.
    public var masksToBounds = false
    /// What fills the bounds behind the contents; default nothing.
    public var backgroundColor: Color?
    /// The picture in it, which many layers can share; default none.
    public var contents: PixelBuffer?
    /// Where contents lie; default ``ContentsGravity/resize``.
    public var contentsGravity = ContentsGravity.resize
    /// Pixels of contents for a point; default 1.
    public var contentsScale = 1.0
    /// The part of the contents that is shown, in unit coordinates; default all.
    public var contentsRect = Rect.unit
    /// The part of the contents that is stretched, in unit coordinates, while the rest keeps its size; default all.
    public var contentsCenter = Rect.unit
    /// How contents are sampled when shown smaller; default linear.
    public var minificationFilter = ContentsFilter.linear
    /// How contents are sampled when shown larger; default linear.
    public var magnificationFilter = ContentsFilter.linear
    /// Whether sublayers are placed from the lower edge upwards; default false.
    public var isGeometryFlipped = false
    /// Whether its back is seen, mirrored, when it is turned away; default true.
    public var isDoubleSided = true
    /// What an app has added; see ``LayerPropertyKey``.
    var customProperties = CustomProperties()

    /// The defaults.
    public init() {}
}
