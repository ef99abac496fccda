/// The way of something that was thrown along an axis between two edges.
///
/// It slows down; at an edge a spring takes over with the speed that is left, and brings it back to the edge. Thrown from
/// beyond an edge it begins with the spring, and goes on freely if that takes it back inside. Every part is a closed
/// formula of time.
public struct Fling: Hashable, Sendable {
    /// What happens from some second on, at most until the next piece begins.
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

    /// Seconds until it rests.
    public private(set) var duration = 0.0

    /// Something thrown.
    ///
    /// - Parameters:
    ///   - position: where it is, in points.
    ///   - velocity: how fast it is, in points per second.
    ///   - range: the edges.
    ///   - length: the view's side along the axis, in points: a bounce is never longer.
    ///   - physics: how it slows down and bounces; default the usual way.
    ///   - bounces: whether it goes beyond edges; default true, else it stops there.
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

    /// Says what follows a free piece: rest, or the edge that it runs into.
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
}

extension Fling {
    /// Where it is after some seconds; from ``duration`` on it does not move.
    public func position(at time: Double) -> Double {
        let piece = piece(at: min(time, duration))
        let local = min(time, duration) - piece.start
        return switch piece.kind {
        case .free(let position, let velocity): position + deceleration.distance(from: velocity, after: local)
        case .spring(let spring, let edge): edge + (time < duration ? spring.displacement(at: local) : 0)
        case .rest(let edge): edge
        }
    }

    /// How fast it is after some seconds; 0 from ``duration`` on.
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
