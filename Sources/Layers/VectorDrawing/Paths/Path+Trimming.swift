extension Path {
    /// The length of all subpaths, closing lines included, in points.
    ///
    /// - Complexity: O(elements).
    public var length: Double { segments.reduce(0) { $0 + $1.length } }

    /// Returns the part of the path between two fractions of its length, measured over all subpaths in order.
    ///
    /// A closed subpath stays closed if all of it is in the part; a subpath that is cut is open.
    ///
    /// - Parameters:
    ///   - start: the fraction where the part starts; numbers below 0 count as 0.
    ///   - end: the fraction where it ends; numbers above 1 count as 1. The part is empty if `end` is not above `start`.
    /// - Returns: the part; the whole path if it has no length, or an infinite one.
    /// - Complexity: O(elements).
    public func trimmed(from start: Double, to end: Double) -> Path {
        guard start < end, start < 1, end > 0 else { return Path() }
        let segments = segments
        let total = segments.reduce(0) { $0 + $1.length }
        guard start > 0 || end < 1, total > 0, total.isFinite else { return self }
        let kept = max(start, 0) * total..<(end < 1 ? end * total : .infinity)
        var result = Path()
        var position = 0.0
        var index = segments.startIndex
        while index < segments.endIndex {
            let next = segments[(index + 1)...].firstIndex { $0.isFirst } ?? segments.endIndex
            let subpath = segments[index..<next]
            let length = subpath.reduce(0) { $0 + $1.length }
            if kept.lowerBound <= position, position + length <= kept.upperBound {
                result.add(subpath)
            } else {
                result.add(subpath, keeping: kept.lowerBound - position..<kept.upperBound - position)
            }
            position += length
            index = next
        }
        return result
    }

    /// Adds whole segments.
    private mutating func add(_ subpath: ArraySlice<PathSegment>) {
        for segment in subpath {
            if segment.isFirst { move(to: segment.curve.start) }
            switch segment.kind {
            case .move: break
            case .line: addLine(to: segment.curve.end)
            case .curve: addCurve(to: segment.curve.end, controls: segment.curve.first, segment.curve.second)
            case .close: close()
            }
        }
    }

    /// Adds the parts of segments between two distances from the start of the first segment.
    private mutating func add(_ subpath: ArraySlice<PathSegment>, keeping kept: Range<Double>) {
        var position = 0.0
        var isDrawing = false
        for segment in subpath where segment.length > 0 {
            let lower = kept.lowerBound - position
            let upper = kept.upperBound - position
            position += segment.length
            guard lower < segment.length, upper > 0 else { continue }
            let from = lower > 0 ? segment.parameter(atLength: lower) : 0
            let to = upper < segment.length ? segment.parameter(atLength: upper) : 1
            let part = segment.curve.part(from: from, to: to)
            if !isDrawing { move(to: part.start) }
            isDrawing = true
            if segment.kind == .curve {
                addCurve(to: part.end, controls: part.first, part.second)
            } else {
                addLine(to: part.end)
            }
        }
    }

    /// The elements with their starts and lengths, including elements of length 0.
    private var segments: [PathSegment] {
        var result: [PathSegment] = []
        forEachElement { element, start, subpathStart in
            switch element {
            case .move: result.append(PathSegment(kind: .move, from: start, to: start))
            case .line(let end): result.append(PathSegment(kind: .line, from: start, to: end))
            case .curve(let end, let first, let second):
                let curve = CubicCurve(start: start, first: first, second: second, end: end)
                result.append(PathSegment(kind: .curve, curve: curve, length: curve.length))
            case .close: result.append(PathSegment(kind: .close, from: start, to: subpathStart))
            }
        }
        return result
    }
}

/// An element of a path with its start and its length.
private struct PathSegment {
    enum Kind { case move, line, curve, close }

    var kind: Kind
    /// The curve; a line is a curve with control points that divide it into thirds.
    var curve: CubicCurve
    var length: Double

    init(kind: Kind, curve: CubicCurve, length: Double) {
        self.kind = kind
        self.curve = curve
        self.length = length
    }

    init(kind: Kind, from start: Point, to end: Point) {
        self.init(
            kind: kind,
            curve: CubicCurve(
                start: start, first: start.mixed(with: end, 1 / 3), second: start.mixed(with: end, 2 / 3), end: end),
            length: (end - start).length)
    }

    /// Whether the segment begins a subpath.
    var isFirst: Bool { kind == .move }

    func parameter(atLength distance: Double) -> Double {
        kind == .curve ? curve.parameter(atLength: distance) : distance / length
    }
}
