internal import Controls
internal import LayerTree
internal import VectorDrawing

/// Draws the lines, points and handles of annotations, in points of the view: as wide at any zoom, and sharp at any scale.
///
/// Only what is in view is drawn. Annotations of one color that are close to each other are one shape, which is kept while
/// the view pans, so that thousands are as quick as a few.
final class AnnotationLayer: Layer {
    /// The annotations that the layer draws, and their transform.
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

    /// A path, where its origin is in the view, and its color.
    private struct Shape {
        var path: Path
        var origin = Point.zero
        var color: Color
    }

    private(set) var content = Content()
    private var cells: AnnotationCells?
    private var shapes: [Shape] = []
    /// The items of the last frame, and what they depend on.
    private var last: (projection: Projection, clip: RenderClip, items: [RenderItem])?

    /// The number of entries in view or near it.
    private(set) var drawnCount = 0

    nonisolated static let casingColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)
    nonisolated static let lineWidth = 2.0
    private static let selectedWidth = 3.0
    nonisolated static let casingWidth = 2.0
    nonisolated static let pointRadius = 4.5
    private static let handleSize = 8.0
    /// The most handles of an annotation that are drawn.
    private static let handleLimit = 1000
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
        if new.selected?.id != old.selected?.id || new.entries != old.entries { cells = nil }
        build()
        setNeedsFrame()
    }

    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        // Frames in which annotations stay where they are cost nothing.
        if let last, last.projection == context.projection, last.clip == context.clipping { return last.items }
        let items = shapes.map { shape in
            RenderItem.shape(
                RenderShape(
                    path: shape.path,
                    projection: Projection(translationX: shape.origin.x, y: shape.origin.y)
                        .followed(by: context.projection),
                    fill: .color(shape.color), clip: context.clipping))
        }
        last = (context.projection, context.clipping, items)
        return items
    }

    // MARK: Building the shapes

    private func build() {
        let margin = 2 * Self.handleSize
        let seen = Rect(
            x: -margin, y: -margin, width: content.size.width + 2 * margin, height: content.size.height + 2 * margin)
        let origin = Point(x: content.transform.tx, y: content.transform.ty)
        var plane = content.transform
        plane.tx = 0
        plane.ty = 0
        var cells =
            cells.flatMap { $0.transform == plane ? $0 : nil }
            ?? AnnotationCells(content.entries, except: content.selected?.id, transform: plane)
        let (visible, count) = cells.visible(
            in: Rect(
                x: seen.minX - origin.x, y: seen.minY - origin.y, width: seen.size.width, height: seen.size.height),
            of: content.entries, pointRadius: Self.pointRadius, lineWidth: Self.lineWidth, casingWidth: Self.casingWidth
        )
        self.cells = cells
        drawnCount = count
        last = nil
        shapes = []
        var lines: [Shape] = []
        for cell in visible {
            for outlines in cell.outlines {
                shapes.append(Shape(path: outlines.casing, origin: cell.corner + origin, color: Self.casingColor))
                lines.append(Shape(path: outlines.lines, origin: cell.corner + origin, color: outlines.color))
            }
        }
        for index in cells.large
        where content.entries[index].bounds.transformed(by: content.transform).isClose(to: seen) {
            let (casing, line) = outlined(content.entries[index].annotation, width: Self.lineWidth, seen: seen)
            shapes.append(casing)
            lines.append(line)
            drawnCount += 1
        }
        shapes += lines
        for annotation in [content.selected?.annotation, content.draft].compactMap(\.self) {
            addEdited(annotation, seen: seen)
        }
        shapes.removeAll { $0.path.isEmpty }
    }

    /// The casing and the line of an annotation, as far as it is seen.
    private func outlined(_ annotation: Annotation, width: Double, seen: Rect) -> (casing: Shape, line: Shape) {
        var outline = AnnotationOutline()
        outline.add(annotation.shape, transform: content.transform, seen: seen, pointRadius: Self.pointRadius)
        return (
            Shape(path: outline.drawn(width: width + Self.casingWidth, growth: 1), color: Self.casingColor),
            Shape(
                path: outline.drawn(width: width, growth: 0),
                color: annotation.color ?? AnnotationPalette.defaultColor)
        )
    }

    /// Adds an annotation with its handles.
    private func addEdited(_ annotation: Annotation, seen: Rect) {
        let (casing, line) = outlined(annotation, width: Self.selectedWidth, seen: seen)
        shapes += [casing, line]
        let handles = annotation.shape.vertices.prefix(Self.handleLimit).map(content.transform.apply(to:))
            .filter { $0.x >= seen.minX && $0.x <= seen.maxX && $0.y >= seen.minY && $0.y <= seen.maxY }
        for (inset, color) in [(0.0, Color.black), (1.5, Color.white)] {
            var path = Path()
            let side = Self.handleSize - 2 * inset
            for handle in handles {
                path.addRect(Rect(center: handle, size: Size(width: side, height: side)))
            }
            shapes.append(Shape(path: path, color: color))
        }
    }
}
