internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// A drag that rotates the view about its middle.
struct RotationDrag: Sendable {
    /// The angle of the view at the beginning, in degrees clockwise.
    private let start: Double
    /// The direction of the pointer from the middle, in degrees clockwise; nil while it is too near.
    private var direction: Double?
    /// The sum of all turns of the pointer since the beginning, in degrees.
    private var turn = 0.0

    /// The steps of a drag with Ctrl, in degrees: 15.
    static let step = 15.0
    /// The distance from the middle within which the pointer has no direction, in points.
    static let deadRadius = 4.0

    /// Begins a drag.
    ///
    /// - Parameters:
    ///   - angle: the angle of the view.
    ///   - vector: the vector from the middle of the view to the pointer, in points.
    init(angle: Double, at vector: Point) {
        start = angle
        direction = Self.direction(of: vector)
    }

    /// Moves the pointer.
    ///
    /// - Parameters:
    ///   - vector: the vector from the middle of the view to the pointer.
    ///   - isStepped: whether the angle is a multiple of ``step``.
    /// - Returns: the angle of the view.
    mutating func move(to vector: Point, isStepped: Bool) -> Double {
        if let new = Self.direction(of: vector) {
            // Beyond half a turn it is a turn in the other direction: the pointer may go around several times.
            if let direction { turn += remainder(new - direction, 360) }
            direction = new
        }
        let angle = start + turn
        return isStepped ? (angle / Self.step).rounded() * Self.step : angle
    }

    private static func direction(of vector: Point) -> Double? {
        guard hypot(vector.x, vector.y) >= deadRadius else { return nil }
        return atan2(vector.y, vector.x) * 180 / .pi
    }
}
