internal import LayerTree

/// Draws the lines, points and handles of annotations, in points of the view: as wide at any zoom, and sharp at any scale.
///
/// Only what is in view is drawn. Annotations of one color that are close to each other are one shape, so that thousands
/// are as quick as a few.
final class AnnotationLayer: Layer {
    /// What is drawn.
    struct Content {
        /// The annotations.
        var entries: [AnnotationList.Entry] = []
        /// The annotation with handles, in place of the entry with its identifier.
        var selected: (id: Int, annotation: Annotation)?
        /// The annotation that is being drawn.
        var draft: Annotation?
        /// From full-size pixels to points of the view.
        var transform = AffineTransform.identity
        /// The size of the view.
        var size = Size.zero
    }

    private(set) var content = Content()
    private var shapes: [(path: Path, color: Color)] = []
    /// The items of the last frame, and what they depend on.
    private var last: (projection: Projection, clip: RenderClip, items: [RenderItem])?

    /// The number of entries of which something is drawn.
    private(set) var drawnCount = 0

    private static let defaultColor = Color(red: 1, green: 0.85, blue: 0.2)
    private static let casingColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)
    private static let lineWidth = 2.0
    private static let selectedWidth = 3.0
    private static let casingWidth = 2.0
    private static let pointRadius = 4.5
    private static let handleSize = 8.0
    /// The most handles of an annotation that are drawn.
    private static let handleLimit = 1000
    /// The most annotations that are drawn with a dark casing and as outlines however small they are; more would cover each
    /// other anyway.
    private static let denseCount = 2000
    /// Areas that are smaller than this on the screen are filled, not outlined, where there are many.
    private static let filledSize = 12.0
    /// Shapes that are smaller than this on the screen are drawn as squares of this size.
    private static let leastSize = 2.0
    /// The side of the squares of the view in which annotations are drawn together.
    private static let cellSize = 256.0

    override init() {
        super.init()
        name = "annotations"
        actions = .none
        properties.anchorPoint = .zero
    }

    /// Shows other content, if it is other.
    func show(_ new: Content) {
        let old = content
        guard
            new.transform != old.transform || new.size != old.size
                || new.draft != old.draft || new.selected?.id != old.selected?.id
                || new.selected?.annotation != old.selected?.annotation
                // Equal arrays are almost always the same, which costs no comparison of elements.
                || new.entries != old.entries
        else { return }
        content = new
        build()
        setNeedsFrame()
    }

    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        // Frames in which annotations stay where they are cost nothing.
        if let last, last.projection == context.projection, last.clip == context.clipping { return last.items }
        let items = shapes.map { shape in
            RenderItem.shape(
                RenderShape(
                    path: shape.path, projection: context.projection, fill: .color(shape.color),
                    clip: context.clipping))
        }
        last = (context.projection, context.clipping, items)
        return items
    }

    // MARK: Building the shapes

    /// Annotations that are drawn together.
    private struct Batch: Hashable {
        var color: Color
        var column: Int, row: Int
    }

    private func build() {
        let view = Rect(origin: .zero, size: content.size)
        let margin = 2 * Self.handleSize
        let seen = Rect(
            x: -margin, y: -margin, width: view.size.width + 2 * margin, height: view.size.height + 2 * margin)
        var outlines: [Batch: AnnotationOutline] = [:]
        var order: [Batch] = []
        let visible = content.entries.compactMap { entry -> (annotation: Annotation, bounds: Rect)? in
            guard entry.id != content.selected?.id, !entry.annotation.extras.isOpaque else { return nil }
            let bounds = entry.bounds.transformed(by: content.transform)
            return bounds.isClose(to: seen) ? (entry.annotation, bounds) : nil
        }
        drawnCount = visible.count
        let isDense = drawnCount > Self.denseCount
        for (annotation, bounds) in visible {
            let shape = annotation.shape
            let side = max(bounds.size.width, bounds.size.height)
            let middle = bounds.point(at: Point(x: 0.5, y: 0.5))
            let isSmall = side < Self.cellSize
            let batch = Batch(
                color: annotation.color ?? Self.defaultColor,
                // Large ones get a batch that is as large as the view.
                column: isSmall ? Int((middle.x / Self.cellSize).rounded(.down)) : -1000,
                row: isSmall ? Int((middle.y / Self.cellSize).rounded(.down)) : -1000)
            if outlines[batch] == nil { order.append(batch) }
            if side < Self.leastSize, shape.isExtended {
                outlines[batch, default: AnnotationOutline()].fills.addRect(
                    Rect(center: middle, size: Size(width: Self.leastSize, height: Self.leastSize)))
            } else if isDense, side < Self.filledSize, shape.isClosed {
                outlines[batch, default: AnnotationOutline()].addFill(shape, transform: content.transform)
            } else {
                outlines[batch, default: AnnotationOutline()].add(
                    shape, transform: content.transform, seen: seen, pointRadius: Self.pointRadius)
            }
        }
        let ordered = order.compactMap { batch in outlines[batch].map { (color: batch.color, outline: $0) } }
        last = nil
        shapes = []
        if !isDense {
            shapes = ordered.map {
                ($0.outline.drawn(width: Self.lineWidth + Self.casingWidth, growth: 1), Self.casingColor)
            }
        }
        shapes += ordered.map { ($0.outline.drawn(width: Self.lineWidth, growth: 0), $0.color) }
        for annotation in [content.selected?.annotation, content.draft].compactMap(\.self) {
            addEdited(annotation, seen: seen)
        }
        shapes.removeAll { $0.path.isEmpty }
    }

    /// Adds an annotation with its handles.
    private func addEdited(_ annotation: Annotation, seen: Rect) {
        var outline = AnnotationOutline()
        outline.add(annotation.shape, transform: content.transform, seen: seen, pointRadius: Self.pointRadius)
        shapes.append((outline.drawn(width: Self.selectedWidth + Self.casingWidth, growth: 1), Self.casingColor))
        shapes.append((outline.drawn(width: Self.selectedWidth, growth: 0), annotation.color ?? Self.defaultColor))
        let handles = annotation.shape.vertices.prefix(Self.handleLimit).map(content.transform.apply(to:))
            .filter { $0.x >= seen.minX && $0.x <= seen.maxX && $0.y >= seen.minY && $0.y <= seen.maxY }
        for (inset, color) in [(0.0, Color.black), (1.5, Color.white)] {
            var path = Path()
            let side = Self.handleSize - 2 * inset
            for handle in handles {
                path.addRect(Rect(center: handle, size: Size(width: side, height: side)))
            }
            shapes.append((path, color))
        }
    }
}

extension AnnotationShape {
    /// Whether the shape is more than points.
    fileprivate var isExtended: Bool {
        if case .points = self { return false }
        return true
    }
}
