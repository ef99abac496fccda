public import VectorDrawing

/// A part of what a ``CustomTransition`` shows: the old or the new appearance of the layer, cut, moved and faded.
public struct TransitionPart: Hashable, Sendable {
    /// An appearance of a layer in a transition.
    public enum Appearance: Hashable, Sendable, CaseIterable {
        /// The snapshot of the layer before its changes.
        case old
        /// The layer itself.
        case new
    }

    /// The appearance that is shown.
    public var appearance: Appearance
    /// The rectangle of the appearance that is shown, in the layer's coordinates; nil, the default, for everything.
    ///
    /// Rectangles with a common edge leave no gap, even where both are moved by the same transform.
    public var crop: Rect?
    /// The shape that is shown of the appearance, in the layer's coordinates; nil, the default, for everything.
    ///
    /// Its edges are soft. It takes an offscreen pass, which a ``crop`` does not.
    public var mask: Path?
    /// The transform of the appearance with its crop and mask, about the center of the layer; the default is the identity.
    public var transform: Transform3D
    /// The opacity from 0 to 1; the default is 1.
    public var opacity: Double

    /// The whole old appearance.
    public static let old = TransitionPart(.old)
    /// The whole new appearance.
    public static let new = TransitionPart(.new)

    /// Creates a part; by default the whole appearance, in its place.
    public init(
        _ appearance: Appearance, crop: Rect? = nil, mask: Path? = nil, transform: Transform3D = .identity,
        opacity: Double = 1
    ) {
        self.appearance = appearance
        self.crop = crop
        self.mask = mask
        self.transform = transform
        self.opacity = opacity
    }
}
