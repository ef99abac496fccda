/// How far something that is drawn beyond its edge follows: the less, the farther it is.
///
/// Drawn by x, it follows by b = (1 − 1/(x·c/d + 1))·d, which begins with the part c of the way and never reaches d.
public struct RubberBand: Hashable, Sendable {
    /// What it never reaches: d, such as the side of the view; not negative.
    public var dimension: Double
    /// The part of the first bit of the way that it follows: c.
    public var coefficient: Double

    /// A rubber band; with the usual coefficient it follows by a little more than half at first.
    public init(dimension: Double, coefficient: Double = 0.55) {
        self.dimension = dimension
        self.coefficient = coefficient
    }
}

extension RubberBand {
    /// How far it follows when drawn by a distance beyond the edge; the sign is kept.
    public func stretch(for distance: Double) -> Double {
        guard dimension > 0, distance != 0 else { return 0 }
        // The same formula, arranged so that large distances do not cancel out.
        return distance * coefficient * dimension / (abs(distance) * coefficient + dimension)
    }

    /// By what distance it has been drawn when it has followed so far: the reverse of ``stretch(for:)``.
    ///
    /// What follows as far as it never can counts as just less.
    public func distance(for stretch: Double) -> Double {
        guard dimension > 0, stretch != 0 else { return 0 }
        let length = min(abs(stretch), dimension * (1 - 1e-9))
        let distance = length * dimension / (coefficient * (dimension - length))
        return stretch < 0 ? -distance : distance
    }

    /// How much of a further bit of the way it follows when it has followed so far: from the coefficient down to 0.
    public func slope(at stretch: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let rest = max(0, 1 - abs(stretch) / dimension)
        return coefficient * rest * rest
    }
}
