internal import Glibc
public import LayerTree

/// Where a view looks, and how: which place of the content lies in its middle, how large, and how it is turned.
///
/// Content is mirrored first if it is flipped, then scaled, then turned about the middle of the view.
public struct ViewState: Hashable, Sendable {
    /// The place of the content in the middle of the view, in the content's points: for an image, full-size pixels.
    public var center: Point
    /// Points of the view for each point of the content; more than 0.
    public var scale: Double
    /// How far the content is turned, in degrees clockwise.
    public var angle: Double
    /// Whether the content is mirrored, left and right.
    public var isFlipped: Bool

    /// A view of the content; upright, not mirrored and in its own size unless said otherwise.
    public init(center: Point, scale: Double = 1, angle: Double = 0, isFlipped: Bool = false) {
        self.center = center
        self.scale = scale
        self.angle = angle
        self.isFlipped = isFlipped
    }
}

extension ViewState {
    /// The scale as octaves: 0 for the content's own size, 1 for twice that, −1 for half of it.
    public var octaves: Double {
        get { log2(scale) }
        set { scale = exp2(newValue) }
    }

    /// The angle between −180 and 180°, the latter included.
    public var normalizedAngle: Double {
        let rest = remainder(angle, 360)
        return rest == -180 ? 180 : rest
    }

    /// Whether the angle is a multiple of 90°, so that upright rectangles stay upright.
    public var isUpright: Bool { remainder(angle, 90) == 0 }

    /// What is seen when the picture on the screen is mirrored, left and right.
    public var mirroredHorizontally: ViewState {
        ViewState(center: center, scale: scale, angle: -angle, isFlipped: !isFlipped)
    }

    /// What is seen when the picture on the screen is mirrored, top and bottom.
    public var mirroredVertically: ViewState {
        ViewState(center: center, scale: scale, angle: 180 - angle, isFlipped: !isFlipped)
    }

    /// The cosine and sine of the angle; exact for right angles, so that those leave no crooked edges.
    var direction: (cosine: Double, sine: Double) {
        if isUpright {
            let quarters = Int(remainder(angle, 360) / 90)
            return [(1, 0), (0, 1), (-1, 0), (0, -1)][(quarters + 4) % 4]
        }
        let radians = remainder(angle, 360) * .pi / 180
        return (cos(radians), sin(radians))
    }
}
