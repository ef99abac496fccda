internal import Controls
internal import Glibc
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import VectorDrawing

/// The names and measures of the annotations in view, in letters of the same size at any zoom.
///
/// No label meets another one: those of what is edited come first and are always shown, then those of larger annotations
/// before those of smaller ones, and a label that would meet one of these is left out. The layers of labels are used again, and
/// there are no more than fit on a screen.
@MainActor
final class AnnotationLabels {
    /// The layer of all labels.
    let layer: Layer

    private let environment: ControlEnvironment
    private var pool: [TextLayer] = []

    /// The most labels at a time.
    static let limit = 150
    /// The most annotations in view for whose labels a place is looked for, the largest ones.
    static let candidateLimit = 1000
    private static let widthLimit = 260.0
    private static let horizontalPadding = 5.0
    private static let verticalPadding = 2.0
    /// The distance of a label from its point.
    private static let lift = 8.0
    /// The side of the squares by which labels are compared.
    private static let squareSide = 96.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        let layer = LabelsLayer()
        self.layer = layer
        layer.onLayout = { [weak self] in self?.place() }
        layer.name = "annotation labels"
        layer.actions = .none
        layer.anchorPoint = .zero
    }

    /// A label: its text, and the point above which it is.
    struct Label: Hashable {
        var text: String
        var point: Point
        /// Whether it is shown whatever it meets.
        var isEdited = false
    }

    /// The labels for which there is room by the estimated sizes of their texts, in the order in which they get it.
    private(set) var labels: [Label] = []
    /// The annotations in the order of their labels.
    private var order = LabelOrder()
    /// The labels that are shown: there is room for their texts as they are drawn.
    var shownLabels: [Label] { zip(labels, pool).filter { !$1.isHidden }.map(\.0) }
    /// The frames of the labels that are shown.
    var shownFrames: [Rect] { zip(labels, pool).filter { !$1.isHidden }.map(\.1.frame) }

    /// Shows the labels of what is being edited and, as far as there is room, those of the other annotations.
    func update(
        edited: [(id: Int?, annotation: Annotation)], entries: [AnnotationList.Entry], selection: Int?,
        transform: AffineTransform, size: Size, texts: inout MeasureTexts
    ) {
        let seen = Rect(origin: .zero, size: size)
        var new: [Label] = []
        var space = LabelSpace(side: Self.squareSide)
        var candidates = 0
        func add(_ id: Int?, _ annotation: Annotation, isEdited: Bool) {
            guard annotation.hasLabel,
                let point = annotation.labelPoint.map(transform.apply(to:)), seen.contains(point)
            else { return }
            candidates += 1
            // Most of many annotations have no place, and are not measured.
            guard isEdited || space.isFree(Self.frame(of: leastSize(of: ""), at: point)) else { return }
            let text = annotation.label(measure: annotation.showsMeasure ? texts.text(of: annotation, id: id) : nil)
            guard !text.isEmpty else { return }
            let rect = Self.frame(of: leastSize(of: text), at: point)
            if isEdited { space.take(rect) } else if !space.takes(rect) { return }
            new.append(Label(text: text, point: point, isEdited: isEdited))
        }
        edited.forEach { add($0.id, $0.annotation, isEdited: true) }
        order.update(entries)
        for index in order.indices where entries[index].id != selection {
            guard new.count < Self.limit, candidates < Self.candidateLimit else { break }
            // Those that are elsewhere are not copied.
            guard entries[index].bounds.transformed(by: transform).isClose(to: seen) else { continue }
            add(entries[index].id, entries[index].annotation, isEdited: false)
        }
        guard new != labels else { return }
        labels = new
        for (index, label) in new.enumerated() {
            if index == pool.count { pool.append(makeLayer()) }
            pool[index].text = label.text
        }
        pool.dropFirst(new.count).forEach { $0.isHidden = true }
        place()
    }

    private func makeLayer() -> TextLayer {
        var style = environment.theme.style()
        style.width = Self.widthLimit
        style.lineLimit = Self.lineLimit
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 4, horizontalPadding: Self.horizontalPadding,
            verticalPadding: Self.verticalPadding)
        let text = TextLayer(style: style, in: environment)
        // All texts that arrive before a frame are placed once.
        text.onResize = { [weak layer] in layer?.setNeedsLayout() }
        layer.addSublayer(text)
        return text
    }

    /// Places the texts as they are drawn, and hides those that meet an earlier one.
    private func place() {
        var space = LabelSpace(side: Self.squareSide)
        for (label, text) in zip(labels, pool) {
            let frame = Self.frame(of: text.drawn.size, at: label.point)
            text.place(frame.origin)
            // Text that is being drawn is placed again when it is.
            var isShown = !frame.isEmpty
            if isShown {
                if label.isEdited { space.take(frame) } else { isShown = space.takes(frame) }
            }
            if text.isHidden == isShown { text.isHidden = !isShown }
        }
    }

    private static func frame(of size: Size, at point: Point) -> Rect {
        Rect(
            x: point.x - size.width / 2, y: point.y - size.height - lift, width: size.width, height: size.height)
    }

    /// A size that a text has at least: of narrow letters, and of half the width where lines are broken.
    private func leastSize(of text: String) -> Size {
        let theme = environment.theme
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let longest = lines.map(\.count).max() ?? 0
        let width = min(Self.widthLimit / 2, Double(longest) * theme.textSize * Self.narrowLetter)
        return Size(
            width: width + 2 * Self.horizontalPadding,
            height: Double(min(lines.count, Self.lineLimit)) * theme.textSize + 2 * Self.verticalPadding)
    }

    /// The width of narrow letters, as a share of the size of the text.
    private static let narrowLetter = 0.25
    /// The most lines of a label.
    private static let lineLimit = 4
}

/// The layer of labels, which are placed before the frame when texts have been drawn.
private final class LabelsLayer: Layer {
    var onLayout: (@MainActor () -> Void)?

    override func layoutSublayers() {
        onLayout?()
    }
}

/// The annotations with labels, the largest first, and of equally large ones the earlier first.
private struct LabelOrder {
    private(set) var indices: [Int] = []
    private var entries: [AnnotationList.Entry] = []

    /// Orders the entries, unless they are the same as at the last call.
    ///
    /// - Complexity: O(n log n) for other entries; equal arrays are almost always the same, which costs no comparison of
    ///   elements.
    mutating func update(_ new: [AnnotationList.Entry]) {
        guard new != entries else { return }
        entries = new
        func size(_ index: Int) -> Double { max(new[index].bounds.size.width, new[index].bounds.size.height) }
        // Most have no label.
        indices = new.indices.filter { new[$0].annotation.hasLabel }.map { ($0, size($0)) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
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
