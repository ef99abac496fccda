internal import Glibc
internal import LayerTree
public import VectorDrawing

/// The state of a view over content: center, scale, angle and mirroring.
///
/// Content is mirrored first if ``isFlipped``, then scaled, then rotated about the center of the view.
public struct ViewState: Hashable, Sendable {
    /// The content point at the center of the view, in the content's points; for an image, in full-size pixels.
    public var center: Point
    /// Points of the view per point of the content; positive.
    public var scale: Double
    /// The rotation of the content in degrees clockwise.
    public var angle: Double
    /// Whether the content is mirrored left to right.
    public var isFlipped: Bool

    /// Creates a view state; by default upright, not mirrored, at scale 1.
    public init(center: Point, scale: Double = 1, angle: Double = 0, isFlipped: Bool = false) {
        self.center = center
        self.scale = scale
        self.angle = angle
        self.isFlipped = isFlipped
    }

    /// The scale in octaves: 0 for scale 1, 1 for scale 2, −1 for scale 0.5.
    public var octaves: Double {
        get { log2(scale) }
        set { scale = exp2(newValue) }
    }

    /// The angle in the range from −180° (excluded) to 180° (included).
    public var normalizedAngle: Double {
        let rest = remainder(angle, 360)
        return rest == -180 ? 180 : rest
    }

    /// Whether the angle is a multiple of 90°, so that axis-aligned rectangles stay axis-aligned.
    public var isUpright: Bool { remainder(angle, 90) == 0 }

    /// The view state that shows the current view mirrored left to right.
    public var mirroredHorizontally: ViewState {
        ViewState(center: center, scale: scale, angle: -angle, isFlipped: !isFlipped)
    }

    /// The view state that shows the current view mirrored top to bottom.
    public var mirroredVertically: ViewState {
        ViewState(center: center, scale: scale, angle: 180 - angle, isFlipped: !isFlipped)
    }

    /// The cosine and sine of the angle, exact for multiples of 90°, so that edges stay straight.
    var direction: (cosine: Double, sine: Double) {
        if isUpright {
            let quarters = Int(remainder(angle, 360) / 90)
            return [(1, 0), (0, 1), (-1, 0), (0, -1)][(quarters + 4) % 4]
        }
        let radians = remainder(angle, 360) * .pi / 180
        return (cos(radians), sin(radians))
    }
}
