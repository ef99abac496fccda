internal import LayerTree
internal import VectorDrawing

/// The small annotations of an image, in squares of the plane that the view pans over: their outlines are kept until the
/// view zooms or turns.
///
/// The plane is that of the view, without the translation. An annotation belongs to the square with its middle.
struct AnnotationCells {
    /// The outlines of one color in a square, relative to the corner of the square.
    struct Outlines {
        let color: Color
        /// The dark casing of the lines; empty where annotations are dense.
        let casing: Path
        /// The lines, points and filled areas.
        let lines: Path
    }

    /// A square that is in view.
    struct Visible {
        /// Its corner in the plane.
        let corner: Point
        let outlines: [Outlines]
    }

    /// From full-size pixels to the plane.
    let transform: AffineTransform
    /// The indices of the annotations that are larger than a square.
    let large: [Int]

    fileprivate struct Cell: Hashable {
        var column: Int, row: Int
    }

    /// The indices of the annotations in each square, in their order.
    private let members: [Cell: [Int]]
    private var outlines: [Cell: [Outlines]] = [:]
    private var isDense = false

    /// The side of a square.
    static let size = 256.0
    /// The most annotations that are drawn with a dark casing and as outlines however small they are; more would cover each
    /// other anyway.
    private static let denseCount = 2000
    /// Areas that are smaller than this on the screen are filled, not outlined, where there are many.
    private static let filledSize = 12.0
    /// Shapes that are smaller than this on the screen are drawn as squares of this size.
    private static let leastSize = 2.0

    /// Assigns annotations to squares, without the one with an identifier and those that cannot be shown.
    ///
    /// - Complexity: O(entries).
    init(_ entries: [AnnotationList.Entry], except excluded: Int?, transform: AffineTransform) {
        self.transform = transform
        var (large, members): ([Int], [Cell: [Int]]) = ([], [:])
        // An entry is not copied, which would count the references of all its parts.
        for index in entries.indices
        where entries[index].id != excluded && !entries[index].annotation.extras.isOpaque {
            let bounds = entries[index].bounds.transformed(by: transform)
            if max(bounds.size.width, bounds.size.height) < Self.size {
                members[Cell(containing: bounds.point(at: Point(x: 0.5, y: 0.5))), default: []].append(index)
            } else {
                large.append(index)
            }
        }
        self.large = large
        self.members = members
    }

    /// The squares that may be seen in a part of the plane, and the number of annotations in them.
    ///
    /// - Complexity: O(squares in view), and for those that were not seen before O(points of their annotations).
    mutating func visible(
        in seen: Rect, of entries: [AnnotationList.Entry], pointRadius: Double, lineWidth: Double, casingWidth: Double
    ) -> (cells: [Visible], count: Int) {
        // An annotation reaches half a square beyond its own.
        let first = Cell(containing: Point(x: seen.minX - Self.size / 2, y: seen.minY - Self.size / 2))
        let last = Cell(containing: Point(x: seen.maxX + Self.size / 2, y: seen.maxY + Self.size / 2))
        let area = (last.column - first.column + 1) * (last.row - first.row + 1)
        let inView =
            area < members.count
            ? (first.row...last.row).flatMap { row in
                (first.column...last.column).map { Cell(column: $0, row: row) }
            }.filter { members[$0] != nil }
            : members.keys.filter {
                (first.row...last.row).contains($0.row) && (first.column...last.column).contains($0.column)
            }.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
        let count = inView.reduce(0) { $0 + (members[$1]?.count ?? 0) }
        if isDense != (count > Self.denseCount) {
            isDense.toggle()
            outlines = [:]
        }
        var kept: [Cell: [Outlines]] = [:]
        for cell in inView {
            kept[cell] =
                outlines[cell]
                ?? makeOutlines(
                    of: cell, entries, pointRadius: pointRadius, lineWidth: lineWidth, casingWidth: casingWidth)
        }
        outlines = kept
        return (inView.map { Visible(corner: $0.corner, outlines: kept[$0] ?? []) }, count)
    }

    private func makeOutlines(
        of cell: Cell, _ entries: [AnnotationList.Entry], pointRadius: Double, lineWidth: Double, casingWidth: Double
    ) -> [Outlines] {
        var (order, drawn): ([Color?], [Color?: AnnotationOutline]) = ([], [:])
        let local = transform.followed(by: AffineTransform(translationX: -cell.corner.x, y: -cell.corner.y))
        for index in members[cell] ?? [] {
            let annotation = entries[index].annotation
            let bounds = entries[index].bounds.transformed(by: local)
            let side = max(bounds.size.width, bounds.size.height)
            if drawn[annotation.color] == nil { order.append(annotation.color) }
            var outline = drawn.removeValue(forKey: annotation.color) ?? AnnotationOutline()
            if side < Self.leastSize, annotation.shape.isExtended {
                outline.fills.addRect(
                    Rect(
                        center: bounds.point(at: Point(x: 0.5, y: 0.5)),
                        size: Size(width: Self.leastSize, height: Self.leastSize)))
            } else if isDense, side < Self.filledSize, annotation.shape.isClosed {
                outline.addFill(annotation.shape, transform: local)
            } else {
                // All of it is seen sooner or later. Rounding may place a vertex outside its bounds.
                let all = Rect(
                    x: bounds.minX - 1, y: bounds.minY - 1, width: bounds.size.width + 2, height: bounds.size.height + 2
                )
                outline.add(annotation.shape, transform: local, seen: all, pointRadius: pointRadius)
            }
            drawn[annotation.color] = outline
        }
        return order.compactMap { color in
            drawn[color].map {
                Outlines(
                    color: color ?? AnnotationPalette.defaultColor,
                    casing: isDense ? Path() : $0.drawn(width: lineWidth + casingWidth, growth: 1),
                    lines: $0.drawn(width: lineWidth, growth: 0))
            }
        }
    }
}

extension AnnotationCells.Cell {
    fileprivate init(containing point: Point) {
        // Larger numbers cannot be seen.
        func number(_ coordinate: Double) -> Int {
            Int(min(max((coordinate / AnnotationCells.size).rounded(.down), -1e9), 1e9))
        }
        self.init(column: number(point.x), row: number(point.y))
    }

    /// The corner of the square in the plane.
    fileprivate var corner: Point {
        Point(x: Double(column) * AnnotationCells.size, y: Double(row) * AnnotationCells.size)
    }
}

extension AnnotationShape {
    /// Whether the shape is more than points.
    var isExtended: Bool {
        if case .points = self { return false }
        return true
    }
}
