internal import Glibc

/// The lines and curves of a path in their order, for movement along it.
///
/// Each line and curve is a segment, and so is the line that closes a subpath, unless it has no length. Moving to the start of
/// another subpath is none.
package struct PathRoute: Hashable, Sendable {
    /// The first point of the path; the origin for an empty one.
    private let start: Point
    private let curves: [CubicCurve]

    /// Creates the route of a path.
    ///
    /// - Complexity: O(elements).
    package init(_ path: Path) {
        var curves: [CubicCurve] = []
        path.forEachElement { element, start, subpathStart in
            switch element {
            case .move: break
            case .line(let end): curves.append(CubicCurve(from: start, to: end))
            case .curve(let end, let first, let second):
                curves.append(CubicCurve(start: start, first: first, second: second, end: end))
            case .close:
                // Curves around a circle end where they began up to rounding errors.
                let scale = max(abs(start.x), abs(start.y), abs(subpathStart.x), abs(subpathStart.y))
                if (subpathStart - start).length > scale * 1e-9 {
                    curves.append(CubicCurve(from: start, to: subpathStart))
                }
            }
        }
        self.curves = curves
        start = path.elements.first?.end ?? .zero
    }

    /// The number of segments.
    package var count: Int { curves.count }

    /// Returns the point and the direction at a parameter of a segment.
    ///
    /// - Parameters:
    ///   - index: the segment; numbers outside of 0 ..< ``count`` are clamped.
    ///   - parameter: the parameter from 0 to 1.
    /// - Returns: the point, and the tangent's angle from the x axis in radians, clockwise on the screen.
    package func pointAndAngle(onSegment index: Int, at parameter: Double) -> (point: Point, angle: Double) {
        guard !curves.isEmpty else { return (start, 0) }
        let curve = curves[min(max(index, 0), curves.count - 1)]
        let direction = curve.direction(at: parameter)
        return (curve.point(at: parameter), atan2(direction.y, direction.x))
    }

    /// Returns the lengths of a segment's parts.
    ///
    /// - Complexity: O(steps).
    package func lengths(ofSegment index: Int) -> ArcLengthTable {
        let curve = curves[index]
        let steps = ArcLengthTable.steps
        return ArcLengthTable(
            (0..<steps).lazy.map { step in
                curve.part(from: Double(step) / Double(steps), to: Double(step + 1) / Double(steps)).length
            })
    }
}

extension CubicCurve {
    /// A line as a curve of constant speed.
    fileprivate init(from start: Point, to end: Point) {
        self.init(start: start, first: start.mixed(with: end, 1 / 3), second: start.mixed(with: end, 2 / 3), end: end)
    }

    /// Returns a vector along the tangent; at an end that is also a control point, the vector to the next other point.
    fileprivate func direction(at t: Double) -> Point {
        let u = 1 - t
        let a = (first - start).scaled(by: u * u)
        let b = (second - first).scaled(by: 2 * u * t)
        let c = (end - second).scaled(by: t * t)
        let slope = a + b + c
        guard slope == .zero else { return slope }
        let chord = t < 0.5 ? second - start : end - first
        return chord == .zero ? end - start : chord
    }
}

extension Path.Element {
    /// The point where the element ends; nil for one that closes a subpath.
    fileprivate var end: Point? {
        switch self {
        case .move(let point), .line(let point), .curve(let point, _, _): point
        case .close: nil
        }
    }
}
