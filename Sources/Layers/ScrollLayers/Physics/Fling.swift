/// A fling along one axis, between two edges.
///
/// The fling decelerates; at an edge a spring takes over with the remaining velocity and returns to the edge. A fling that
/// starts beyond an edge starts with the spring, and continues freely if the spring brings it back inside. Every part is a
/// closed formula of time.
public struct Fling: Hashable, Sendable {
    /// A part of the path; it ends where the next one starts.
    private struct Piece: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case free(position: Double, velocity: Double)
            case spring(CriticallyDampedSpring, edge: Double)
            case rest(Double)
        }
        var start: Double
        var kind: Kind
    }

    private let deceleration: Deceleration
    private var first: Piece
    private var later: [Piece] = []

    /// The seconds until the fling is at rest.
    public private(set) var duration = 0.0

    /// Creates a fling.
    ///
    /// - Parameters:
    ///   - position: the initial position in points.
    ///   - velocity: the initial velocity in points per second.
    ///   - range: the edges.
    ///   - length: the length of the view along the axis, in points; it bounds the bounce.
    ///   - physics: the constants of the motion. The default is ``ScrollPhysics`` with its defaults.
    ///   - bounces: whether the fling goes beyond the edges; otherwise it stops there. The default is `true`.
    public init(
        from position: Double, velocity: Double, within range: ClosedRange<Double>, length: Double,
        physics: ScrollPhysics = ScrollPhysics(), bounces: Bool = true
    ) {
        deceleration = physics.deceleration
        let edge = min(max(position, range.lowerBound), range.upperBound)
        guard position != edge else {
            first = Piece(start: 0, kind: .free(position: position, velocity: velocity))
            addEdge(after: first, within: range, length: length, physics: physics, bounces: bounces)
            return
        }
        guard bounces else {
            first = Piece(start: 0, kind: .rest(edge))
            return
        }
        let spring = physics.bounce(displacement: position - edge, velocity: velocity, length: length)
        first = Piece(start: 0, kind: .spring(spring, edge: edge))
        if let time = spring.crossingTime, range.lowerBound < range.upperBound {
            let inside = Piece(start: time, kind: .free(position: edge, velocity: spring.velocity(at: time)))
            later.append(inside)
            addEdge(after: inside, within: range, length: length, physics: physics, bounces: bounces)
        } else {
            duration = spring.duration(within: RestThreshold.points)
        }
    }

    /// Adds the piece after a free part: rest, or the spring at an edge.
    private mutating func addEdge(
        after piece: Piece, within range: ClosedRange<Double>, length: Double, physics: ScrollPhysics, bounces: Bool
    ) {
        guard case .free(let position, let velocity) = piece.kind else { return }
        duration = piece.start + deceleration.duration(from: velocity)
        let edge = velocity < 0 ? range.lowerBound : range.upperBound
        guard velocity != 0, let time = deceleration.time(toCover: edge - position, from: velocity),
            piece.start + time < duration || time == 0
        else { return }
        let start = piece.start + time
        guard bounces else {
            later.append(Piece(start: start, kind: .rest(edge)))
            duration = start
            return
        }
        let left = deceleration.velocity(from: velocity, after: time)
        let spring = physics.bounce(displacement: 0, velocity: left, length: length)
        later.append(Piece(start: start, kind: .spring(spring, edge: edge)))
        duration = start + spring.duration(within: RestThreshold.points)
    }

    /// Returns the position after some seconds; after ``duration`` it is constant.
    public func position(at time: Double) -> Double {
        let piece = piece(at: min(time, duration))
        let local = min(time, duration) - piece.start
        return switch piece.kind {
        case .free(let position, let velocity): position + deceleration.distance(from: velocity, after: local)
        case .spring(let spring, let edge): edge + (time < duration ? spring.displacement(at: local) : 0)
        case .rest(let edge): edge
        }
    }

    /// Returns the velocity after some seconds; after ``duration`` it is 0.
    public func velocity(at time: Double) -> Double {
        guard time < duration else { return 0 }
        let piece = piece(at: time)
        let local = time - piece.start
        return switch piece.kind {
        case .free(_, let velocity): deceleration.velocity(from: velocity, after: local)
        case .spring(let spring, _): spring.velocity(at: local)
        case .rest: 0
        }
    }

    private func piece(at time: Double) -> Piece { later.last { $0.start <= time } ?? first }
}

/// The remainders below which a motion counts as at rest, because they are invisible.
enum RestThreshold {
    /// Points of the view.
    static let points = 0.05
    /// Octaves of scale: a fifteenth of a point at the edge of a large view.
    static let octaves = 1e-4
    /// Degrees: a tenth of a point at the edge of a large view.
    static let degrees = 5e-3
}
