/// Divides the variable time of frames into steps of equal length, for simulations.
///
/// A physics simulation gives the same result at every frame rate only if its steps are of equal length:
///
/// ```swift
/// var steps = FixedTimestep()
/// let link = DisplayLink(clock: clock) { frame in
///     steps.advance(by: frame.step) { seconds in
///         velocity += gravity * seconds
///         height += velocity * seconds
///     }
/// }
/// ```
public struct FixedTimestep: Hashable, Sendable {
    /// The length of a step in seconds.
    public let step: Double
    /// The maximum number of steps for one frame.
    ///
    /// The rest of a long frame is skipped, so that catching up does not make the next frame even longer.
    public let stepLimit: Int

    /// Seconds since the last step.
    private var accumulator = 0.0

    /// Creates a fixed timestep.
    ///
    /// - Parameters:
    ///   - step: the length of a step in seconds; the default is 1/120.
    ///   - stepLimit: the maximum number of steps for one frame; the default is 30.
    public init(step: Double = 1 / 120, stepLimit: Int = 30) {
        precondition(step > 0 && stepLimit > 0, "the step and the step limit must be positive")
        self.step = step
        self.stepLimit = stepLimit
    }

    /// The elapsed fraction of the next step, from 0 to 1, for interpolating between two states.
    public var interpolationFraction: Double { accumulator / step }

    /// Advances the time and runs the steps that are due.
    ///
    /// - Parameters:
    ///   - seconds: the duration of a frame.
    ///   - body: computes one step, given its length in seconds.
    public mutating func advance(by seconds: Double, _ body: (Double) -> Void) {
        accumulator += seconds
        // Adding fractions of a second accumulates rounding errors.
        let due = ((accumulator + step * 1e-6) / step).rounded(.down)
        accumulator = max(0, accumulator - due * step)
        for _ in 0..<Int(min(due, Double(stepLimit))) {
            body(step)
        }
    }
}
