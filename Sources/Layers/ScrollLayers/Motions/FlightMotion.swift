internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// A flight to another view state on critically damped springs, starting with any velocity.
///
/// The scale changes by equal factors. The center moves so that a point visible at both ends crosses the screen in a straight
/// line: proportionally to 1/scale, as in a zoom about a fixed point. The initial velocity is added on separate springs, so a
/// flight that replaces another motion continues it smoothly.
struct FlightMotion: ViewMotion {
    let start: Double
    let end: Double
    private let origin: ViewState
    private let destination: ViewState
    private let velocity: ViewVelocity
    private let frequency: Double

    init(
        from view: ViewState, velocity: ViewVelocity, to destination: ViewState, at time: Double, frequency: Double
    ) {
        start = time
        origin = view
        self.destination = destination
        self.velocity = velocity
        self.frequency = frequency
        let octaves = destination.octaves - view.octaves
        func duration(_ displacement: Double, _ velocity: Double, _ threshold: Double) -> Double {
            // A bound on displacement and velocity together, whatever their directions.
            CriticallyDampedSpring(displacement: abs(displacement), velocity: abs(velocity), frequency: frequency)
                .duration(within: threshold)
        }
        // Near the end, the remaining distance is the spring's remainder times this.
        let distance =
            (destination.center - view.center).length * destination.scale * Self.lateShare(of: octaves)
        end =
            time
            + max(
                duration(distance, velocity.center.length * view.scale, RestThreshold.points),
                duration(octaves, velocity.octaves, RestThreshold.octaves),
                duration(destination.angle - view.angle, velocity.angle, RestThreshold.degrees))
    }

    func view(at time: Double) -> ViewState {
        guard time < end else { return destination }
        let elapsed = time - start
        let rest = CriticallyDampedSpring(displacement: 1, frequency: frequency).displacement(at: elapsed)
        let push = CriticallyDampedSpring(displacement: 0, velocity: 1, frequency: frequency).displacement(at: elapsed)
        let octaves = destination.octaves - origin.octaves
        var view = destination
        view.octaves = destination.octaves - octaves * rest + velocity.octaves * push
        view.angle = destination.angle - (destination.angle - origin.angle) * rest + velocity.angle * push
        view.center =
            destination.center + (origin.center - destination.center) * Self.share(left: rest, of: octaves)
            + velocity.center * (origin.scale / view.scale * push)
        return view
    }

    /// The remaining fraction of the center's path when `rest` of the scale's path remains.
    ///
    /// It is (1/s − 1/s₁) / (1/s₀ − 1/s₁); for equal scales it is `rest` itself.
    private static func share(left rest: Double, of octaves: Double) -> Double {
        let growth = octaves * M_LN2
        guard abs(growth) > 1e-9 else { return rest }
        return exp(-growth * (1 - rest)) * expm1(-growth * rest) / expm1(-growth)
    }

    /// The derivative of ``share(left:of:)`` at the end, relative to the final scale.
    private static func lateShare(of octaves: Double) -> Double {
        let growth = octaves * M_LN2
        return abs(growth) > 1e-9 ? growth / expm1(growth) : 1
    }
}
