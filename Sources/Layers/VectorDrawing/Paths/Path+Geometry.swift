extension Path {
    /// The smallest rectangle that contains the path; an empty one at the origin if the path is empty.
    ///
    /// Points that are not finite do not count.
    ///
    /// - Complexity: O(elements).
    public var bounds: Rect {
        var points: [Point] = []
        forEachElement { element, start, _ in
            switch element {
            case .move(let point), .line(let point): points.append(point)
            case .curve(let end, let first, let second):
                let curve = CubicCurve(start: start, first: first, second: second, end: end)
                points.append(end)
                points += curve.extremes.map(curve.point)
            case .close: break
            }
        }
        return Rect(enclosing: points.lazy.filter(\.isFinite))
    }

    /// The smallest rectangle that contains all points, control points included; faster to compute than ``bounds``.
    ///
    /// - Complexity: O(elements).
    public var controlBounds: Rect {
        Rect(
            enclosing: elements.lazy.flatMap { element in
                switch element {
                case .move(let point), .line(let point): [point]
                case .curve(let end, let first, let second): [first, second, end]
                case .close: [Point]()
                }
            }.filter(\.isFinite))
    }

    /// The path with all points transformed.
    ///
    /// - Complexity: O(elements).
    public func applying(_ transform: AffineTransform) -> Path {
        mapped(transform.apply)
    }

    /// Returns the path with every point mapped, including the control points of curves.
    func mapped(_ body: (Point) -> Point) -> Path {
        var result = Path()
        for element in elements {
            switch element {
            case .move(let point): result.move(to: body(point))
            case .line(let end): result.addLine(to: body(end))
            case .curve(let end, let first, let second):
                result.addCurve(to: body(end), controls: body(first), body(second))
            case .close: result.close()
            }
        }
        return result
    }

    /// Interpolates to another path with the same kinds of elements.
    ///
    /// - Parameters:
    ///   - other: the path at a fraction of 1.
    ///   - fraction: the fraction of the way; values below 0 and above 1 extrapolate.
    /// - Returns: the path between both; nil if their elements differ in number or kind.
    /// - Complexity: O(elements).
    package func interpolated(to other: Path, fraction: Double) -> Path? {
        guard elements.count == other.elements.count else { return nil }
        var result = Path()
        for pair in zip(elements, other.elements) {
            switch pair {
            case (.move(let a), .move(let b)): result.move(to: a.mixed(with: b, fraction))
            case (.line(let a), .line(let b)): result.addLine(to: a.mixed(with: b, fraction))
            case (.curve(let a, let c, let e), .curve(let b, let d, let f)):
                result.addCurve(
                    to: a.mixed(with: b, fraction), controls: c.mixed(with: d, fraction), e.mixed(with: f, fraction))
            case (.close, .close): result.close()
            default: return nil
            }
        }
        return result
    }

    /// Calls `body` with each element, the point where it starts, and the start of its subpath.
    func forEachElement(_ body: (_ element: Element, _ start: Point, _ subpathStart: Point) -> Void) {
        var current = Point.zero
        var start = Point.zero
        for element in elements {
            if case .move(let point) = element {
                current = point
                start = point
            }
            body(element, current, start)
            switch element {
            case .move: break
            case .line(let end), .curve(let end, _, _): current = end
            case .close: current = start
            }
        }
    }
}
