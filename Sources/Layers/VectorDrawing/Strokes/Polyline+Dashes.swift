/// The alternating lengths of dashes and gaps, dashes first.
struct DashPattern {
    private let lengths: [Double]
    private let period: Double
    /// The position in the period at which a line starts.
    private let phase: Double

    /// Creates the pattern of a style; nil if lines are solid.
    init?(_ style: StrokeStyle) {
        let pattern = style.dashPattern
        // An odd number of lengths gives dashes and gaps by turns, as in SVG.
        lengths = pattern.count.isMultiple(of: 2) ? pattern : pattern + pattern
        period = lengths.reduce(0, +)
        guard period > 0, period.isFinite, lengths.allSatisfy({ $0 >= 0 }) else { return nil }
        let remainder = style.dashPhase.truncatingRemainder(dividingBy: period)
        phase = remainder.isFinite ? (remainder < 0 ? remainder + period : remainder) : 0
    }

    /// Returns the maximum number of dashes and gaps in a length.
    func count(in length: Double) -> Double { (length / period + 2) * Double(lengths.count) }

    /// A position in the pattern.
    struct Cursor {
        private let lengths: [Double]
        private var index = 0
        /// The remaining length of the dash or gap.
        var rest: Double

        fileprivate init(_ lengths: [Double], phase: Double) {
            self.lengths = lengths
            var passed = phase
            // A dot at the start is not passed.
            while index < lengths.count - 1, passed > 0, passed >= lengths[index] {
                passed -= lengths[index]
                index += 1
            }
            rest = max(lengths[index] - passed, 0)
        }

        /// Whether the position is in a dash.
        var isDash: Bool { index.isMultiple(of: 2) }

        mutating func advance() {
            index = (index + 1) % lengths.count
            rest = lengths[index]
        }
    }

    /// The position where lines start.
    var start: Cursor { Cursor(lengths, phase: phase) }
}

extension Polyline {
    /// Returns the dashes of the polyline; the polyline itself if it has no gap.
    ///
    /// In a closed polyline the last dash and the first are one if they meet.
    func dashed(_ pattern: DashPattern) -> [Polyline] {
        let sides = sides
        guard let first = sides.first else { return [self] }
        let length = sides.reduce(0) { $0 + $1.length }
        // A dash that would start at the very end is a rounding error.
        let end = length * (1 - 1e-9)
        var cursor = pattern.start
        let startsWithDash = cursor.isDash
        var result: [Polyline] = []
        var current: [Vertex] = startsWithDash ? [first.start] : []
        var position = 0.0
        for side in sides {
            var offset = 0.0
            while cursor.rest < side.length - offset {
                offset += cursor.rest
                let point = side.start.point + side.direction.scaled(by: offset)
                if cursor.isDash {
                    if !current.isEmpty {
                        current.append(Vertex(point: point, isSmooth: false))
                        result.append(Polyline(dash: current, direction: side.direction))
                        current = []
                    }
                } else if position + offset < end {
                    current = [Vertex(point: point, isSmooth: false)]
                }
                cursor.advance()
            }
            cursor.rest -= side.length - offset
            position += side.length
            if !current.isEmpty { current.append(side.end) }
        }
        guard let last = sides.last, !current.isEmpty else { return result }
        guard isClosed, startsWithDash else {
            result.append(Polyline(dash: current, direction: last.direction))
            return result
        }
        // The vertices of the first dash follow those of the last, which ends where that one starts.
        guard !result.isEmpty else { return [self] }
        result[0] = Polyline(dash: current + result[0].vertices.dropFirst(), direction: last.direction)
        return result
    }

    /// Creates an open polyline without equal neighbors; a dot if all vertices are equal.
    private init(dash vertices: [Vertex], direction: Point) {
        var kept: [Vertex] = []
        kept.reserveCapacity(vertices.count)
        for vertex in vertices where vertex.point != kept.last?.point {
            kept.append(vertex)
        }
        self.init(vertices: kept, isClosed: false, dotDirection: direction)
    }
}
