internal import VectorDrawing

/// A press of the pointer's primary button or of a finger, from its beginning until its release.
struct Contact {
    /// The source of the contact.
    enum Source: Hashable {
        case pointer
        case finger(Int)

        /// The distance in points that a press may move before it counts as a drag.
        var slop: Double { self == .pointer ? 4 : 10 }
    }

    /// The unique number of the contact.
    let number: Int
    let source: Source
    /// The position at the beginning, in points of the scene.
    let start: Point
    var position: Point
    /// The time of the last event.
    var time: Double

    /// Whether the contact has moved far enough from its start to count as a drag.
    var isBeyondSlop: Bool { position.distance(to: start) > source.slop }
}

/// The phase of a contact, which an event reports.
enum ContactPhase {
    case down, moved, up, cancelled
}

extension InputEvent {
    /// The contact of the event; nil for keys, wheels, other buttons, and a pointer that merely moves or leaves.
    var contact: (source: Contact.Source, phase: ContactPhase, position: Point)? {
        switch self {
        case .pointer(let event):
            switch event.phase {
            case .down(.primary, _): (.pointer, .down, event.position)
            case .up(.primary, _): (.pointer, .up, event.position)
            case .moved: (.pointer, .moved, event.position)
            default: nil
            }
        case .touch(let event):
            switch event.phase {
            case .down: (.finger(event.finger), .down, event.position)
            case .moved: (.finger(event.finger), .moved, event.position)
            case .up: (.finger(event.finger), .up, event.position)
            case .cancelled: (.finger(event.finger), .cancelled, event.position)
            }
        case .key, .wheel: nil
        }
    }
}

extension Point {
    /// The distance to another point.
    func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The center of points; the origin if there are none.
    static func center(of points: some Collection<Point>) -> Point {
        let sum = points.reduce(Point.zero, +)
        let count = Double(max(1, points.count))
        return Point(x: sum.x / count, y: sum.y / count)
    }
}
