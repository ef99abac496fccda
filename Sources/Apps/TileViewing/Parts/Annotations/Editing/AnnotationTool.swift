internal import LayerTree
internal import VectorDrawing

/// A tool with which annotations are made or changed.
enum AnnotationTool: Hashable, Sendable, CaseIterable {
    case distance, area, angle, point, line, polygon, rectangle, text, select, calibrate

    /// The kind of annotation that the tool draws; nil for the one that selects.
    ///
    /// A known length is drawn like a distance.
    var kind: Annotation.Kind? {
        switch self {
        case .distance, .calibrate: .distance
        case .area: .area
        case .angle: .angle
        case .point: .point
        case .line: .line
        case .polygon: .polygon
        case .rectangle: .rectangle
        case .text: .text
        case .select: nil
        }
    }

    /// The key, while annotations are edited.
    var key: Character {
        switch self {
        case .distance: "1"
        case .area: "2"
        case .angle: "3"
        case .point: "4"
        case .line: "5"
        case .polygon: "6"
        case .rectangle: "7"
        case .text: "8"
        case .calibrate: "9"
        case .select: "0"
        }
    }

    /// The name in the tool bar.
    var name: String {
        switch self {
        case .select: "select"
        case .calibrate: "calibrate"
        case .distance, .area, .angle, .point, .line, .polygon, .rectangle, .text: kind?.name ?? ""
        }
    }

    /// The instructions for the tool, in one line.
    var hint: String {
        switch self {
        case .distance, .line: "Click the points of a line. Double click or Enter ends it."
        case .area, .polygon: "Click the corners. Double click, Enter or the first corner ends the outline."
        case .angle: "Click a point, the vertex of the angle, and another point."
        case .point: "Click a point."
        case .rectangle: "Click two opposite corners."
        case .text: "Click a place and type. Enter ends the note."
        case .calibrate: "Click both ends of a known length, then type it with its unit."
        case .select: "Click an annotation; drag it or its handles. Enter names it, Delete removes it."
        }
    }

    /// Whether the points are the corners of an outline, which a click on the first one closes.
    var isOutline: Bool { self == .area || self == .polygon }

    /// The number of clicks that complete an annotation; nil if the user ends it.
    var completeCount: Int? {
        switch self {
        case .point, .text: 1
        case .rectangle, .calibrate: 2
        case .angle: 3
        case .distance, .area, .line, .polygon, .select: nil
        }
    }

    /// The fewest points of an annotation.
    var leastCount: Int {
        switch self {
        case .point, .text: 1
        case .distance, .line, .rectangle, .calibrate: 2
        case .area, .polygon, .angle: 3
        case .select: .max
        }
    }

    /// The shape of these points; nil if they are too few, or enclose nothing.
    func shape(of points: [Point]) -> AnnotationShape? {
        guard points.count >= leastCount else { return nil }
        switch self {
        case .point, .text: return .points(points)
        case .distance, .line, .angle, .calibrate: return .line(points)
        case .area, .polygon: return .polygon(points)
        case .rectangle:
            let rect = Rect(enclosing: points)
            return rect.isEmpty ? nil : .polygon(rect.corners)
        case .select: return nil
        }
    }
}
