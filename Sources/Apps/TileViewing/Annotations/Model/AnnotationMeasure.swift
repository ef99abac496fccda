internal import Glibc
internal import LayerTree
internal import Numbers
internal import VectorDrawing

/// A measurement of an annotation, in the unit of length of an ``AnnotationScale``: full-size pixels, or meters on a map.
enum AnnotationMeasure: Hashable, Sendable {
    /// A length.
    case length(Double)
    /// An area, and the length of its outline.
    case area(Double, perimeter: Double)
    /// An angle, in degrees from 0 to 180.
    case angle(Double)

    /// Measures a shape; nil for points, and for a line that is not an angle if an angle is wanted.
    ///
    /// - Complexity: O(points), on a map with a microsecond for each.
    init?(of shape: AnnotationShape, kind: Annotation.Kind, in scale: AnnotationScale = .pixels) {
        switch shape {
        case .points: return nil
        case .lines(let lines) where kind == .angle:
            guard let line = lines.first, line.count == 3,
                let degrees = scale.degrees(at: line[1], from: line[0], to: line[2])
            else { return nil }
            self = .angle(degrees)
        case .lines(let lines):
            self = .length(lines.reduce(0) { $0 + scale.length(of: $1) })
        case .polygons(let polygons):
            let rings = polygons.flatMap(\.self)
            // Holes are subtracted, whichever way round their points are listed.
            let area = polygons.reduce(0.0) { sum, rings in
                rings.enumerated().reduce(sum) { $0 + ($1.offset == 0 ? 1 : -1) * scale.area(of: $1.element) }
            }
            let perimeter = rings.reduce(0) { $0 + scale.length(of: $1 + $1.prefix(1)) }
            self = .area(area, perimeter: perimeter)
        }
    }

    /// The length of a line of straight segments.
    static func length(of line: [Point]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }

    /// The area inside a ring, by the shoelace formula, relative to its first point so that no digits are lost.
    static func area(of ring: [Point]) -> Double {
        guard let origin = ring.first else { return 0 }
        let twice = zip(ring, ring.dropFirst()).reduce(0.0) { sum, side in
            let first = side.0 - origin
            let second = side.1 - origin
            return sum + first.x * second.y - first.y * second.x
        }
        return abs(twice) / 2
    }

    /// The angle between two segments that meet at a vertex; nil if one of them has no length.
    static func degrees(at vertex: Point, from start: Point, to end: Point) -> Double? {
        let first = start - vertex
        let second = end - vertex
        guard hypot(first.x, first.y) > 0, hypot(second.x, second.y) > 0 else { return nil }
        let cross = first.x * second.y - first.y * second.x
        let dot = first.x * second.x + first.y * second.y
        return abs(atan2(cross, dot)) * 180 / .pi
    }
}

// MARK: Text

extension AnnotationMeasure {
    /// The measure in a unit that suits its size, such as "12.5 µm" or "340 px".
    ///
    /// - Parameter scale: the scale in which it was measured.
    /// - Returns: the number and the unit.
    func text(in scale: AnnotationScale) -> String {
        switch self {
        case .length(let length): Self.lengthText(length, scale.millimetersPerUnit)
        case .area(let area, _):
            if case .map = scale { Self.landText(area) } else { Self.areaText(area, scale.millimetersPerUnit) }
        case .angle(let degrees): "\(NumberText.decimal(degrees, digits: 1, style: .display))°"
        }
    }

    /// The units of length, from the smallest: the name, and its millimeters.
    private static let units: [(name: String, millimeters: Double)] = [
        ("nm", 1e-6), ("µm", 1e-3), ("mm", 1), ("m", 1e3), ("km", 1e6),
    ]

    private static func lengthText(_ value: Double, _ millimetersPerUnit: Double?) -> String {
        guard let millimetersPerUnit else { return "\(number(value)) px" }
        let length = value * millimetersPerUnit
        let unit = units.last { length >= $0.millimeters } ?? units[0]
        return "\(number(length / unit.millimeters)) \(unit.name)"
    }

    /// A width and a height in millimeters, in the unit that suits the longer one, such as "2.01×1.5 mm".
    static func sizeText(width: Double, height: Double) -> String {
        let sides = [width, height]
        let unit = units.last { max(sides[0], sides[1]) >= $0.millimeters } ?? units[0]
        return sides.map { number($0 / unit.millimeters) }.joined(separator: "×") + " \(unit.name)"
    }

    private static func areaText(_ squares: Double, _ millimetersPerUnit: Double?) -> String {
        guard let millimetersPerUnit else { return "\(number(squares)) px²" }
        let area = squares * millimetersPerUnit * millimetersPerUnit
        // From a hundredth of the next larger unit on, that is taken: 0.02 mm² rather than 20000 µm².
        let unit = units.last { area >= 0.01 * $0.millimeters * $0.millimeters } ?? units[0]
        return "\(number(area / (unit.millimeters * unit.millimeters))) \(unit.name)²"
    }

    /// An area on the Earth: square meters, hectares from 1 ha on, and square kilometers from 1 km² on.
    private static func landText(_ squareMeters: Double) -> String {
        if squareMeters >= 1e6 { return "\(number(squareMeters / 1e6)) km²" }
        return squareMeters >= 1e4 ? "\(number(squareMeters / 1e4)) ha" : "\(number(squareMeters)) m²"
    }

    /// A number with about four significant digits, and all digits before the point.
    private static func number(_ value: Double) -> String {
        NumberText.decimal(value, digits: value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0, style: .display)
    }
}
