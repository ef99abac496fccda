/// The interpolation between two transforms; both are decomposed once, for any number of fractions.
///
/// Between transforms of the plane it follows "Interpolation of 2D matrices" of the CSS Transforms Module Level 1, otherwise
/// "Interpolation of 3D matrices" of Level 2. As in Core Animation, rotations take the shorter way; a half turn takes the way of
/// its sign. A matrix without an inverse cannot be decomposed: the transform then changes halfway.
struct TransformInterpolation: Sendable {
    private enum Motion: Sendable {
        case discrete
        case plane(PlaneDecomposition, PlaneDecomposition)
        case space(SpaceDecomposition, SpaceDecomposition, SphericalInterpolation)
    }

    private let first: Transform3D
    private let last: Transform3D
    private let motion: Motion

    init(from first: Transform3D, to last: Transform3D) {
        self.first = first
        self.last = last
        if first.isAffine, last.isAffine {
            if var start = PlaneDecomposition(first), let end = PlaneDecomposition(last) {
                start.approach(end)
                motion = .plane(start, end)
                return
            }
        } else if let start = SpaceDecomposition(first), let end = SpaceDecomposition(last) {
            motion = .space(start, end, SphericalInterpolation(from: start.rotation, to: end.rotation))
            return
        }
        motion = .discrete
    }

    /// Returns the transform at a fraction of the way, exactly an end at 0 and at 1; other fractions extrapolate.
    func callAsFunction(_ fraction: Double) -> Transform3D { function(fraction) }

    /// The interpolation as a function, which copies no more than it needs.
    var function: @Sendable (_ fraction: Double) -> Transform3D {
        switch motion {
        case .discrete: return { [first, last] fraction in fraction < 0.5 ? first : last }
        case .plane(let start, let end):
            return { [first, last] fraction in
                if fraction == 0 { return first }
                return fraction == 1 ? last : start.interpolated(with: end, at: fraction).transform
            }
        case .space(let start, let end, let rotation):
            return { [first, last] fraction in
                if fraction == 0 { return first }
                if fraction == 1 { return last }
                return start.interpolated(with: end, at: fraction, rotation: rotation(fraction)).transform
            }
        }
    }
}
