/// A shape of lines and Bézier curves that can be filled or stroked; it has any number of open or closed subpaths.
///
/// ```swift
/// var pin = Path()
/// pin.addArc(center: Point(x: 16, y: 16), radius: 16, startAngle: .pi * 5 / 6, endAngle: .pi / 6)
/// pin.addLine(to: Point(x: 16, y: 44))
/// pin.close()
/// ```
///
/// A path is a value. Copies share their elements until one changes. Hashing takes constant time, and so does comparison with
/// an unchanged copy.
public struct Path: Hashable, Sendable {
    /// A step of the pen, which starts where the previous one ended.
    public enum Element: Hashable, Sendable {
        /// Starts a subpath at a point.
        case move(to: Point)
        /// A straight line.
        case line(to: Point)
        /// A cubic Bézier curve with two control points.
        case curve(to: Point, controls: Point, Point)
        /// A straight line to the start of the subpath, which closes the subpath.
        case close
    }

    /// The elements in their order; every subpath begins with a ``Element/move(to:)``.
    public private(set) var elements: [Element] = []

    /// The end of the last element and start of the next; nil if the path is empty.
    public private(set) var currentPoint: Point?

    /// The start of the last subpath.
    private var subpathStart = Point.zero
    /// A hash of the elements, kept up to date so that hashing does not visit them.
    private var digest = PathDigest()

    /// Creates an empty path.
    public init() {}

    /// Starts a new subpath at a point.
    public mutating func move(to point: Point) {
        add(.move(to: point))
    }

    /// Adds a line; if there is no subpath, it starts one at `point`.
    public mutating func addLine(to point: Point) {
        guard currentPoint != nil else {
            move(to: point)
            return
        }
        startSubpathIfClosed()
        add(.line(to: point))
    }

    /// Adds a cubic Bézier curve with two control points; if there is no subpath, it starts one at the first control point.
    public mutating func addCurve(to end: Point, controls first: Point, _ second: Point) {
        if currentPoint == nil { move(to: first) }
        startSubpathIfClosed()
        add(.curve(to: end, controls: first, second))
    }

    /// Adds a quadratic Bézier curve with one control point; if there is no subpath, it starts one at that point.
    ///
    /// It is stored as the equivalent cubic curve.
    public mutating func addQuadCurve(to end: Point, control: Point) {
        let start = currentPoint ?? control
        addCurve(to: end, controls: start.mixed(with: control, 2 / 3), end.mixed(with: control, 2 / 3))
    }

    /// Closes the subpath with a line to its start, where the next element starts; does nothing for a closed subpath.
    public mutating func close() {
        guard let last = elements.last, last != .close else { return }
        add(.close)
    }

    /// Adds the subpaths of another path.
    ///
    /// - Complexity: O(its elements).
    public mutating func append(_ other: Path) {
        elements.reserveCapacity(elements.count + other.elements.count)
        for element in other.elements {
            add(element)
        }
    }

    /// Whether the path has no elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// Whether both paths have equal elements; takes constant time if one is an unchanged copy of the other.
    public static func == (left: Path, right: Path) -> Bool {
        // Arrays that share their storage are equal without a look at their elements.
        left.digest == right.digest && left.elements == right.elements
    }

    /// Hashes the path in constant time.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    private mutating func startSubpathIfClosed() {
        if elements.last == .close { add(.move(to: subpathStart)) }
    }

    private mutating func add(_ element: Element) {
        elements.append(element)
        digest.add(element)
        switch element {
        case .move(let point):
            subpathStart = point
            currentPoint = point
        case .line(let end), .curve(let end, _, _):
            currentPoint = end
        case .close:
            currentPoint = subpathStart
        }
    }
}

/// An incremental hash of path elements.
private struct PathDigest: Hashable {
    private var value: UInt64 = 0

    mutating func add(_ element: Path.Element) {
        switch element {
        case .move(let point):
            add(1)
            add(point)
        case .line(let end):
            add(2)
            add(end)
        case .curve(let end, let first, let second):
            add(3)
            add(first)
            add(second)
            add(end)
        case .close:
            add(4)
        }
    }

    private mutating func add(_ point: Point) {
        // 0 and −0 are equal, so they must have equal hashes.
        add((point.x + 0).bitPattern)
        add((point.y + 0).bitPattern)
    }

    private mutating func add(_ bits: UInt64) {
        // The odd multiplier nearest to 2⁶⁴ / φ; multiplication carries to the left, so high bits are folded back.
        let product = (value ^ bits).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
    }
}
