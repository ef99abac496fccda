public import LayerTree

/// A layer with a common 3D space for its sublayers: they keep their depth and are not flattened into its plane.
///
/// Every other layer projects its sublayers into its own plane, like pictures painted on it. The sublayers of a transform layer
/// keep their positions in space, so that faces can form a solid body that is rotated as a whole:
///
/// ```swift
/// let cube = TransformLayer()
/// for face in faces {
///     cube.addSublayer(face)
/// }
/// cube.transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
/// stage.sublayerTransform = Transform3D(perspectiveDistance: 500)
/// stage.addSublayer(cube)
/// ```
///
/// All layers of a space are drawn from the farthest to the nearest, across nested transform layers. Layers that cut each other,
/// such as a door that turns in a wall, are divided where they do, as the sublayers of any layer are: each part is drawn before
/// or behind the other layer, and there is no seam between the parts of a layer. A space has at most ``partLimit`` parts. A point hits the nearest layer.
///
/// A transform layer draws nothing itself: contents, background, border, corners, shadow, mask, clipping and rasterization have
/// no effect, and it is never hit itself. Its opacity applies to each sublayer separately. While a `Transition` runs, it is
/// drawn as one flat layer at its position.
///
/// - Complexity: ordering n tilted layers of a space takes O(n²) time; layers parallel to the screen, O(n log n). A layer that
///   is divided is drawn once for each of its parts, clipped.
open class TransformLayer: Layer {
    /// The maximum number of parts in a space, 256, layers that are not divided included.
    ///
    /// Beyond it, a layer that cuts another one is drawn as a whole. A space with more layers orders them by their centers.
    public nonisolated static let partLimit = SpaceParts.limit

    private static let kindTraits = LayerTraits(placeIndependentClass: nil, flattensSublayers: { _ in false })

    /// Creates an empty layer.
    public override init() {
        super.init()
        traits = Self.kindTraits
    }
}
