public import VectorDrawing

/// All properties that determine the geometry and appearance of a layer, as one value.
///
/// A layer's model and its presented values have this type.
public struct LayerProperties: Hashable, Sendable {
    /// The rectangle of the layer in its own coordinates; its origin scrolls the sublayers; the default is empty.
    public var bounds = Rect.zero
    /// The position of the anchor point in the superlayer's coordinates; the default is the origin.
    public var position = Point.zero
    /// The anchor of ``position`` and of transforms, in unit coordinates of the bounds; the default is the center.
    public var anchorPoint = Point(x: 0.5, y: 0.5)
    /// The anchor point's z coordinate; the default is 0.
    public var anchorPointZ = 0.0
    /// The layer's z coordinate, which orders siblings and affects perspective; the default is 0.
    public var zPosition = 0.0
    /// The transform about the anchor point; the default is the identity.
    public var transform = Transform3D.identity
    /// The transform of all sublayers about the anchor point, such as a perspective; the default is the identity.
    public var sublayerTransform = Transform3D.identity
    /// Whether the layer and its sublayers are neither drawn nor hit; the default is false.
    public var isHidden = false
    /// The opacity of the layer and its sublayers as a group, from 0 to 1; the default is 1.
    public var opacity = 1.0
    /// Whether the layer and its sublayers are clipped to the bounds; the default is false.
    public var masksToBounds = false
    /// Whether the opacity applies to the layer and its sublayers as one image; the default is true.
    ///
    /// If it is true, layers do not show through the layers above them. If it is false, the opacity applies to each drawn item
    /// separately, which saves the offscreen pass of a group.
    public var allowsGroupOpacity = true
    /// The color that fills the bounds below the contents; the default is nil.
    public var backgroundColor: Color?
    /// The layer's image, which many layers can share; the default is nil.
    public var contents: PixelBuffer?
    /// The position and scaling of the contents; the default is ``ContentsGravity/resize``.
    public var contentsGravity = ContentsGravity.resize
    /// Pixels of the contents for each point; the default is 1.
    public var contentsScale = 1.0
    /// The part of the contents that is shown, in unit coordinates; the default is all.
    public var contentsRect = Rect.unit
    /// The part of the contents that is stretched, in unit coordinates; the default is all.
    ///
    /// The rest keeps its size, as in nine-slice scaling.
    public var contentsCenter = Rect.unit
    /// The sampling of contents that are shown reduced; the default is linear.
    public var minificationFilter = ContentsFilter.linear
    /// The sampling of contents that are shown enlarged; the default is linear.
    public var magnificationFilter = ContentsFilter.linear
    /// Whether sublayers' y coordinates increase upward; the default is false.
    public var isGeometryFlipped = false
    /// Whether the layer is drawn, mirrored, when its back faces the viewer; the default is true.
    public var isDoubleSided = true
    /// The corners, border, shadow and rasterization; see ``effects``.
    var effectStorage = EffectStorage.standard
    /// The transform that compensates for the superlayers' transforms, after ``transform``; see ``Layer/keepsScreenSize``.
    var counterTransform: AffineTransform {
        get { counterTransformStorage.transform }
        set { counterTransformStorage = newValue == .identity ? .identity : .other(newValue) }
    }
    private var counterTransformStorage = CounterTransformStorage.identity
    /// The custom properties; see ``LayerPropertyKey``.
    var customProperties = CustomProperties()

    /// Creates properties with the defaults.
    public init() {}
}

/// The storage of a counter transform, out of line: few layers have one.
private enum CounterTransformStorage: Hashable, Sendable {
    /// The identity.
    case identity
    /// A transform that differs from the identity.
    indirect case other(AffineTransform)

    /// The transform.
    var transform: AffineTransform {
        switch self {
        case .identity: .identity
        case .other(let transform): transform
        }
    }
}

/// The sampling of contents that are not shown pixel for pixel.
public enum ContentsFilter: Hashable, Sendable, CaseIterable {
    /// The nearest pixel: keeps pixels sharp, and is the fastest.
    case nearest
    /// The weighted mean of the four nearest pixels; the default.
    case linear
    /// Linear within and between two mipmap levels: the best quality for strong minification.
    case trilinear
    /// The mean of 2×2 bilinear samples for each pixel of the frame: the best quality for slight minification, up to a half.
    ///
    /// The samples move together as the scale approaches 1, so that nothing jumps while a view is zoomed. Magnified, or in
    /// perspective, it is linear.
    case supersampled
    /// Squares with borders as wide as one pixel of the frame, so that magnified pixels are equally wide at every scale.
    ///
    /// Where each pixel is magnified to a whole number of pixels, it is the nearest pixel. Minified, or in perspective, it is
    /// linear.
    case sharp
    /// The cubic interpolation of Catmull and Rom, of the sixteen nearest pixels: the smoothest magnification.
    case cubic

    /// Whether a painter that samples linearly or to the nearest samples linearly with this filter.
    package var isSmooth: Bool { self != .nearest && self != .sharp }
}
