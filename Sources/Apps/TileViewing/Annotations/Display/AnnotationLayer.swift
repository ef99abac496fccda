internal import Glibc
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
        shapes.map { shape in
            .shape(
                RenderShape(
                    path: shape.path, projection: context.projection, fill: .color(shape.color),
                    clip: context.clipping))
        }
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
        var outlines: [Batch: Outline] = [:]
        drawnCount = 0
        for entry in content.entries where entry.id != content.selected?.id {
            let bounds = entry.bounds.transformed(by: content.transform)
            guard bounds.isClose(to: seen), !entry.annotation.shape.paths.allSatisfy(\.isEmpty) else { continue }
            drawnCount += 1
            let middle = bounds.point(at: Point(x: 0.5, y: 0.5))
            let isSmall = max(bounds.size.width, bounds.size.height) < Self.cellSize
            let batch = Batch(
                color: entry.annotation.color ?? Self.defaultColor,
                // Large ones get a batch that is as large as the view.
                column: isSmall ? Int((middle.x / Self.cellSize).rounded(.down)) : -1000,
                row: isSmall ? Int((middle.y / Self.cellSize).rounded(.down)) : -1000)
            if max(bounds.size.width, bounds.size.height) < Self.leastSize, entry.annotation.shape.isExtended {
                outlines[batch, default: Outline()].fills.addRect(
                    Rect(center: middle, size: Size(width: Self.leastSize, height: Self.leastSize)))
            } else {
                outlines[batch, default: Outline()].add(
                    entry.annotation.shape, transform: content.transform, seen: seen, pointRadius: Self.pointRadius)
            }
        }
        let ordered = outlines.sorted { ($0.key.column, $0.key.row) < ($1.key.column, $1.key.row) }
        shapes = ordered.map { ($0.value.drawn(width: Self.lineWidth + Self.casingWidth, growth: 1), Self.casingColor) }
        shapes += ordered.map { ($0.value.drawn(width: Self.lineWidth, growth: 0), $0.key.color) }
        for annotation in [content.selected?.annotation, content.draft].compactMap(\.self) {
            addEdited(annotation, seen: seen)
        }
        shapes.removeAll { $0.path.isEmpty }
    }

    /// Adds an annotation with its handles.
    private func addEdited(_ annotation: Annotation, seen: Rect) {
        var outline = Outline()
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

/// Lines and areas in points of the view.
private struct Outline {
    /// What is stroked.
    var lines = Path()
    /// The centers of points.
    var points: [Point] = []
    /// What is filled.
    var fills = Path()
    private var radius = 0.0

    /// The outlines of the strokes and the fills.
    ///
    /// - Parameters:
    ///   - width: the width of lines.
    ///   - growth: by how much points are larger.
    func drawn(width: Double, growth: Double) -> Path {
        var path = lines.stroked(StrokeStyle(width: width, join: .bevel), tolerance: 1.0 / 8)
        for point in points {
            let side = 2 * (radius + growth)
            path.addEllipse(in: Rect(center: point, size: Size(width: side, height: side)))
        }
        if growth == 0 { path.append(fills) }
        return path
    }

    /// Adds a shape, as far as it can be seen; points that are less than half a point of the view apart are left out.
    mutating func add(_ shape: AnnotationShape, transform: AffineTransform, seen: Rect, pointRadius: Double) {
        radius = pointRadius
        if case .points(let all) = shape {
            points += all.map(transform.apply(to:)).filter(seen.contains)
            return
        }
        for path in shape.paths {
            add(path.map(transform.apply(to:)), isClosed: shape.isClosed, seen: seen)
        }
    }

    private mutating func add(_ points: [Point], isClosed: Bool, seen: Rect) {
        guard let first = points.first, let last = points.last else { return }
        var kept: [Point] = [first]
        for point in points.dropFirst() {
            let former = kept[kept.count - 1]
            if hypot(point.x - former.x, point.y - former.y) >= 0.5 { kept.append(point) }
        }
        if kept.count == 1 { kept.append(Point(x: last.x + 0.5, y: last.y)) }
        if kept.allSatisfy(seen.contains) {
            lines.move(to: kept[0])
            kept.dropFirst().forEach { lines.addLine(to: $0) }
            if isClosed, kept.count > 2 { lines.close() }
            return
        }
        // Far outside, coordinates would be too large to be drawn: each run of segments in view is a line of its own.
        var end: Point?
        for (start, next) in zip(kept, isClosed ? kept.dropFirst() + kept.prefix(1) : kept.dropFirst()) {
            guard let part = seen.clipped(start, next) else { continue }
            if end != part.start { lines.move(to: part.start) }
            lines.addLine(to: part.end)
            end = part.end
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

extension Rect {
    /// The smallest rectangle around the transformed one.
    func transformed(by transform: AffineTransform) -> Rect {
        let (width, height) = (size.width / 2, size.height / 2)
        return Rect(
            center: transform.apply(to: Point(x: minX + width, y: minY + height)),
            size: Size(
                width: 2 * (abs(transform.a) * width + abs(transform.c) * height),
                height: 2 * (abs(transform.b) * width + abs(transform.d) * height)))
    }

    /// A rectangle around a point.
    init(center: Point, size: Size) {
        self.init(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    /// Whether the rectangles touch; unlike an intersection, that of a rectangle without an area.
    func isClose(to other: Rect) -> Bool {
        minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
    }

    /// The part of a segment that lies inside; nil if there is none (Liang and Barsky, 1984).
    func clipped(_ start: Point, _ end: Point) -> (start: Point, end: Point)? {
        let vector = end - start
        var (first, last) = (0.0, 1.0)
        for (change, room) in [
            (-vector.x, start.x - minX), (vector.x, maxX - start.x), (-vector.y, start.y - minY),
            (vector.y, maxY - start.y),
        ] {
            if change == 0 {
                if room < 0 { return nil }
            } else if change < 0 {
                first = max(first, room / change)
            } else {
                last = min(last, room / change)
            }
        }
        guard first <= last else { return nil }
        func point(_ fraction: Double) -> Point {
            switch fraction {
            case 0: start
            case 1: end
            default: Point(x: start.x + fraction * vector.x, y: start.y + fraction * vector.y)
            }
        }
        return (point(first), point(last))
    }
}
