internal import JSONDocuments
internal import LayerTree
internal import VectorDrawing

/// A mark on an image: a point, a line, an area or a note, which may show what it measures.
struct Annotation: Hashable, Sendable {
    /// The kinds of annotations, which differ in how they are drawn by hand, labeled and edited.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A line that shows its length.
        case distance
        /// A polygon that shows its area.
        case area
        /// Two segments that show the angle between them.
        case angle
        /// A marked point.
        case point
        /// A line.
        case line
        /// A rectangle along the axes of the image.
        case rectangle
        /// A polygon.
        case polygon
        /// A text at a point.
        case text

        /// The word for the kind in the viewer, which calls a text a note.
        var name: String { self == .text ? "note" : rawValue }
    }

    /// The kind.
    var kind: Kind
    /// The shape, in full-size pixels; an annotation without points is kept in files and not shown.
    var shape: AnnotationShape
    /// The name or, for notes, the text; empty for none.
    var name = ""
    /// The color; nil for the default one.
    var color: Color?
    /// The other contents of the annotation in the file.
    var extras = GeoJSONExtras()

    /// Creates an annotation.
    init(_ kind: Kind, _ shape: AnnotationShape, name: String = "", color: Color? = nil) {
        self.kind = kind
        self.shape = shape
        self.name = name
        self.color = color
    }

    /// Whether the label shows what the annotation measures.
    var showsMeasure: Bool {
        switch kind {
        case .distance, .area, .angle: true
        case .point, .line, .rectangle, .polygon, .text: false
        }
    }

    /// Gives the annotation another shape, of which the file knows nothing yet.
    mutating func reshape(_ new: AnnotationShape) {
        guard new != shape else { return }
        shape = new
        extras.geometry = nil
        extras.geometryMembers = [:]
    }

    /// The shape after a vertex was dragged to a point; the sides of a rectangle stay along the axes.
    func shape(movingVertex vertex: Int, to point: Point) -> AnnotationShape {
        let old = shape.vertices
        guard kind == .rectangle, old.count == 4, old.indices.contains(vertex) else {
            return shape.mapVertices { $0 == vertex ? point : $1 }
        }
        let opposite = old[(vertex + 2) % 4]
        return shape.mapVertices { index, _ in
            switch index {
            case vertex: point
            case (vertex + 2) % 4: opposite
            // The corner after the dragged one shares x or y with it, as before.
            case (vertex + 1) % 4 where old[index].x == old[vertex].x: Point(x: point.x, y: opposite.y)
            case (vertex + 1) % 4: Point(x: opposite.x, y: point.y)
            default:
                old[index].x == old[vertex].x
                    ? Point(x: point.x, y: opposite.y) : Point(x: opposite.x, y: point.y)
            }
        }
    }
}

/// The parts of an annotation in a GeoJSON file that the viewer does not use, kept so that saving loses nothing.
struct GeoJSONExtras: Hashable, Sendable {
    /// The feature's members, except for its geometry and its properties; a feature that cannot be shown is all here.
    var members: [String: JSONValue] = [:]
    /// The feature's properties.
    var properties: [String: JSONValue] = [:]
    /// The geometry's members, except for its type and its coordinates.
    var geometryMembers: [String: JSONValue] = [:]
    /// The whole geometry, if the shape does not hold all of its numbers; nil otherwise.
    var geometry: JSONValue?
    /// Whether the feature cannot be shown, and is kept as it is.
    var isOpaque = false
}
