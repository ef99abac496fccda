internal import Controls
internal import Glibc
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import VectorDrawing

/// The names and measures of the annotations in view, in letters of the same size at any zoom.
///
/// The layers of labels are used again, and there are no more than fit on a screen.
@MainActor
final class AnnotationLabels {
    /// The layer of all labels.
    let layer = Layer()

    private let environment: ControlEnvironment
    private var pool: [TextLayer] = []

    /// The most labels at a time.
    static let limit = 150
    private static let widthLimit = 260.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        layer.name = "annotation labels"
        layer.actions = .none
        layer.anchorPoint = .zero
    }

    /// A label: its text, and the point above which it is.
    struct Label: Hashable {
        var text: String
        var point: Point
    }

    /// The labels that are shown.
    private(set) var labels: [Label] = []

    /// Shows the labels of what is being edited and, as far as there is room, those of the other annotations.
    func update(
        edited: [(id: Int?, annotation: Annotation)], entries: [AnnotationList.Entry], selection: Int?,
        transform: AffineTransform, size: Size, texts: inout MeasureTexts
    ) {
        let seen = Rect(origin: .zero, size: size)
        var new: [Label] = []
        func add(_ id: Int?, _ annotation: Annotation) {
            guard annotation.hasLabel,
                let point = annotation.labelPoint.map(transform.apply(to:)), seen.contains(point)
            else { return }
            let text = annotation.label(measure: annotation.showsMeasure ? texts.text(of: annotation, id: id) : nil)
            if !text.isEmpty { new.append(Label(text: text, point: point)) }
        }
        edited.forEach { add($0.id, $0.annotation) }
        // Most have no label, and are not copied.
        for index in entries.indices where entries[index].id != selection && entries[index].annotation.hasLabel {
            guard new.count < Self.limit else { break }
            add(entries[index].id, entries[index].annotation)
        }
        guard new != labels else { return }
        labels = new
        for (index, label) in new.enumerated() {
            if index == pool.count { pool.append(makeLayer()) }
            pool[index].text = label.text
            pool[index].isHidden = false
        }
        pool.dropFirst(new.count).forEach { $0.isHidden = true }
        place()
    }

    private func makeLayer() -> TextLayer {
        var style = environment.theme.style()
        style.width = Self.widthLimit
        style.lineLimit = 4
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 4, horizontalPadding: 5, verticalPadding: 2)
        let text = TextLayer(style: style, in: environment)
        text.onResize = { [weak self] in self?.place() }
        layer.addSublayer(text)
        return text
    }

    private func place() {
        for (label, text) in zip(labels, pool) {
            let size = text.drawn.size
            text.place(Point(x: label.point.x - size.width / 2, y: label.point.y - size.height - 8))
        }
    }
}

extension Annotation {
    /// Whether there is a label.
    var hasLabel: Bool { showsMeasure || !name.isEmpty }

    /// The text of the label: the name, and the measure if it is shown; empty for neither.
    func label(measure: String?) -> String {
        [name.isEmpty ? nil : VisibleText.escaped(name), measure].compactMap(\.self).joined(separator: "\n")
    }

    /// The point above which the label is: a point itself, the middle of a line, the vertex of an angle, or the center of
    /// the bounds.
    var labelPoint: Point? {
        switch shape {
        case .points(let points): return points.first
        case .lines(let lines):
            guard let line = lines.first, line.count >= 2 else { return lines.first?.first }
            if kind == .angle, line.count == 3 { return line[1] }
            var rest = AnnotationMeasure.length(of: line) / 2
            for (start, end) in zip(line, line.dropFirst()) {
                let length = hypot(end.x - start.x, end.y - start.y)
                if rest <= length, length > 0 {
                    let fraction = rest / length
                    return Point(
                        x: start.x + fraction * (end.x - start.x), y: start.y + fraction * (end.y - start.y))
                }
                rest -= length
            }
            return line.last
        case .polygons: return shape.vertices.isEmpty ? nil : shape.bounds.point(at: Point(x: 0.5, y: 0.5))
        }
    }
}
