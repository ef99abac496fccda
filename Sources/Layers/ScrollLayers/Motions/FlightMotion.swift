internal import Glibc
internal import LayerTree

/// A view that is carried to another one by springs, from any movement it is in.
///
/// The scale changes by equal factors, and the center so that a place seen at the beginning and at the end goes straight
/// across the screen: along 1/scale, as when zooming about a point that stays. What speed there is at the beginning is
/// added on springs of its own, so a flight that takes over from another one goes on smoothly.
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
            // Whatever their directions are, distance and speed together are not more than this.
            CriticallyDampedSpring(displacement: abs(displacement), velocity: abs(velocity), frequency: frequency)
                .duration(within: threshold)
        }
        // Near the end, what is left of the way is this times what is left of the spring's.
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

    /// The share of the center's way that is left when so much is left of the scale's way.
    ///
    /// (1/s − 1/s₁) / (1/s₀ − 1/s₁), which for equal scales is what is left of the time's way.
    private static func share(left rest: Double, of octaves: Double) -> Double {
        let growth = octaves * M_LN2
        guard abs(growth) > 1e-9 else { return rest }
        return exp(-growth * (1 - rest)) * expm1(-growth * rest) / expm1(-growth)
    }

    /// The slope of ``share(left:of:)`` at the end, in the scale of the end.
    private static func lateShare(of octaves: Double) -> Double {
        let growth = octaves * M_LN2
        return abs(growth) > 1e-9 ? growth / expm1(growth) : 1
    }
}
