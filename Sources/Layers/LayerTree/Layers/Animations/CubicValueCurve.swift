internal import VectorDrawing

/// A cubic Bézier curve between two keyframes.
struct CubicValueCurve<Value: Animatable>: Sendable {
    private let points: (Value, Value, Value, Value)
    /// The lengths of its parts; nil if the speed does not matter.
    private let lengths: ArcLengthTable?

    private init(_ points: (Value, Value, Value, Value), isMeasured: Bool) {
        self.points = points
        guard isMeasured else {
            lengths = nil
            return
        }
        let steps = ArcLengthTable.steps
        let values = (0...steps).map { Self.value(of: points, at: Double($0) / Double(steps)) }
        lengths = ArcLengthTable(zip(values, values.dropFirst()).map { $0.pacedDistance(to: $1) })
    }

    /// Returns the curves of a Kochanek–Bartels spline through keyframes.
    ///
    /// The tangents are those of Doris Kochanek and Richard Bartels, "Interpolating splines with local tension, continuity, and
    /// bias control", SIGGRAPH 1984 (https://en.wikipedia.org/wiki/Kochanek–Bartels_spline). Before the first and after the last
    /// keyframe, their values are repeated. The curve does not depend on the times of the keyframes.
    static func curves(through keyframes: [Keyframe<Value>], isPaced: Bool) -> [CubicValueCurve] {
        func value(_ index: Int) -> Value { keyframes[min(max(index, 0), keyframes.count - 1)].value }
        /// A third of the tangent at a keyframe: a part of the way from the last, and a part of the way to the next value.
        func moved(_ index: Int, by weights: (last: Double, next: Double)) -> Value {
            let here = value(index)
            return here.adding(here.subtracting(value(index - 1)).scaled(by: weights.last / 3))
                .adding(value(index + 1).subtracting(here).scaled(by: weights.next / 3))
        }
        return keyframes.indices.dropLast().map { index in
            let start = keyframes[index]
            let end = keyframes[index + 1]
            let leaving = (
                last: (1 - start.tension) * (1 + start.bias) * (1 + start.continuity) / 2,
                next: (1 - start.tension) * (1 - start.bias) * (1 - start.continuity) / 2
            )
            let arriving = (
                last: -(1 - end.tension) * (1 + end.bias) * (1 - end.continuity) / 2,
                next: -(1 - end.tension) * (1 - end.bias) * (1 + end.continuity) / 2
            )
            return CubicValueCurve(
                (start.value, moved(index, by: leaving), moved(index + 1, by: arriving), end.value),
                isMeasured: isPaced)
        }
    }

    /// The length of the curve; 0 if it was not measured.
    var length: Double { lengths?.total ?? 0 }

    /// Returns the value at a parameter from 0 to 1.
    func value(at parameter: Double) -> Value { Self.value(of: points, at: parameter) }

    /// Returns the parameter at a fraction of the length.
    func parameter(atFraction fraction: Double) -> Double {
        lengths?.parameter(atFraction: fraction) ?? fraction
    }

    /// De Casteljau's algorithm.
    private static func value(of points: (Value, Value, Value, Value), at t: Double) -> Value {
        let a = points.0.interpolated(with: points.1, at: t)
        let b = points.1.interpolated(with: points.2, at: t)
        let c = points.2.interpolated(with: points.3, at: t)
        let d = a.interpolated(with: b, at: t)
        let e = b.interpolated(with: c, at: t)
        return d.interpolated(with: e, at: t)
    }
}

extension Animatable {
    /// A difference multiplied by a factor.
    fileprivate func scaled(by factor: Double) -> Self {
        subtracting(self).interpolated(with: self, at: factor)
    }
}
