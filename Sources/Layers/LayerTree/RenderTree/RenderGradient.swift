public import VectorDrawing

/// A gradient as the fill of a quad or shape.
///
/// It is defined in its own space, so each kind has only one form; ``projection`` maps that space to the frame.
public struct RenderGradient: Hashable, Sendable {
    /// The geometry of a gradient in its own space.
    public enum Kind: Hashable, Sendable {
        /// Along the x axis, from 0 to 1.
        case axial
        /// Outward from the origin, from 0 to the unit circle.
        case radial
        /// Around the origin, from the positive x axis toward the positive y axis.
        case conic
    }

    /// The geometry.
    public var kind: Kind
    /// The colors and their locations, in ascending order; at least one.
    ///
    /// Before the first and after the last stop the color continues.
    public var stops: [GradientStop]
    /// The projection from the gradient's space to pixels of the frame.
    public var projection: Projection

    /// Creates a gradient.
    public init(kind: Kind, stops: [GradientStop], projection: Projection) {
        self.kind = kind
        self.stops = stops
        self.projection = projection
    }

    /// Whether the gradient is drawn and all colors are opaque.
    public var isOpaque: Bool {
        !stops.isEmpty && projection.inverse != nil && stops.allSatisfy { $0.color.alpha >= 1 }
    }
}

extension RenderGradient.Kind: DiscretelyAnimatable {}
