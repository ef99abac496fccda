/// A rubber band: content that is pulled beyond its edge follows less and less.
///
/// Pulled by x, it stretches by b = (1 − 1/(x·c/d + 1))·d, which starts with slope c and never reaches d.
public struct RubberBand: Hashable, Sendable {
    /// The limit d of the stretch, such as the length of the view; not negative.
    public var dimension: Double
    /// The initial slope c.
    public var coefficient: Double

    /// Creates a rubber band, by default with the customary coefficient of 0.55.
    public init(dimension: Double, coefficient: Double = 0.55) {
        self.dimension = dimension
        self.coefficient = coefficient
    }

    /// Returns the stretch for a pull beyond the edge, with the same sign.
    public func stretch(for distance: Double) -> Double {
        guard dimension > 0, distance != 0 else { return 0 }
        // The formula above, arranged to avoid cancellation for large distances.
        return distance * coefficient * dimension / (abs(distance) * coefficient + dimension)
    }

    /// Returns the pull for a stretch: the inverse of ``stretch(for:)``.
    ///
    /// A stretch at or beyond the limit counts as slightly less.
    public func distance(for stretch: Double) -> Double {
        guard dimension > 0, stretch != 0 else { return 0 }
        let length = min(abs(stretch), dimension * (1 - 1e-9))
        let distance = length * dimension / (coefficient * (dimension - length))
        return stretch < 0 ? -distance : distance
    }

    /// Returns the slope at a stretch, from the coefficient down to 0.
    public func slope(at stretch: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let rest = max(0, 1 - abs(stretch) / dimension)
        return coefficient * rest * rest
    }
}
