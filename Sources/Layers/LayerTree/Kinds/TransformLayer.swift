/// A layer that gives its sublayers a common space: they keep their depth instead of being flattened into its plane.
///
/// Every other layer projects its sublayers into its own plane, like pictures painted on it. The sublayers of a transform
/// layer stay where they are in space, so that a solid body can be made of its faces and turned as a whole:
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
/// All layers of a space are drawn from the farthest to the nearest, across nested transform layers. Layers that intersect
/// are ordered by their centers. A point hits the nearest of them.
///
/// A transform layer shows nothing of its own: contents, background, border, corners, shadow, mask, clipping and
/// rasterization have no effect, and it is never hit itself. Its opacity applies to each sublayer by itself. While a
/// ``Transition`` runs, it is drawn as a whole at its place.
///
/// - Complexity: ordering n tilted layers of a space takes O(n²) time; layers parallel to the screen, O(n log n).
open class TransformLayer: Layer {
    override var flattensSublayers: Bool { false }
}
