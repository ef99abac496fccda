/// Divides the time of frames, which is uneven, into steps of equal length, for what is computed step by step.
///
/// Movements that follow from forces come out the same for every rate of frames only when their steps are the same:
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
    /// Seconds of one step.
    public let step: Double
    /// How many steps are made up for at most after a frame that took long, so that making up for it does not make the
    /// next one take longer still; what lies further back is skipped.
    public let stepLimit: Int

    /// Seconds that have passed since the last step.
    private var accumulator = 0.0

    /// Steps of so many seconds.
    ///
    /// - Parameters:
    ///   - step: seconds of one step; default 1/120.
    ///   - stepLimit: how many are made for one frame at most; default 30.
    public init(step: Double = 1 / 120, stepLimit: Int = 30) {
        precondition(step > 0 && stepLimit > 0, "steps take time")
        self.step = step
        self.stepLimit = stepLimit
    }

    /// How far the time is on its way to the next step, from 0 to 1, for showing a state between two steps.
    public var interpolationFraction: Double { accumulator / step }

    /// Lets time pass.
    ///
    /// - Parameters:
    ///   - seconds: the time of a frame.
    ///   - body: computes one step; it is given its seconds.
    public mutating func advance(by seconds: Double, _ body: (Double) -> Void) {
        accumulator += seconds
        // Sums of fractions miss whole steps by some billionths.
        let due = ((accumulator + step * 1e-6) / step).rounded(.down)
        accumulator = max(0, accumulator - due * step)
        for _ in 0..<Int(min(due, Double(stepLimit))) {
            body(step)
        }
    }
}
