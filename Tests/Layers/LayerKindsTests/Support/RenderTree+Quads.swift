import LayerTree
import TilePyramid
import VectorDrawing

extension RenderQuad {
    /// Whether a pixel is drawn.
    func covers(_ column: Int, _ row: Int) -> Bool {
        outline.covers(column, row) && clip.outlines.allSatisfy { $0.covers(column, row) }
            && clip.bounds.columns.contains(column) && clip.bounds.rows.contains(row)
    }
}

extension PixelPolygon {
    /// Whether the center of a pixel is inside, by the even-odd rule along its row.
    ///
    /// An edge includes its upper end and excludes its lower end, and a center on a left edge is inside.
    func covers(_ column: Int, _ row: Int) -> Bool {
        let x = Int64(column) * 256 + 128
        let y = Int64(row) * 256 + 128
        var isInside = false
        for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
            guard Int64(upper.y) <= y, y < Int64(lower.y) else { continue }
            // The edge is at or left of the center; both sides are multiplied by the edge's height, which is positive.
            let across = Int64(lower.x - upper.x) * (y - Int64(upper.y))
            if across <= (x - Int64(upper.x)) * Int64(lower.y - upper.y) {
                isInside.toggle()
            }
        }
        return isInside
    }
}

extension RenderTree {
    /// All quads, including those in groups, from bottom to top.
    var quads: [RenderQuad] {
        func quads(_ item: RenderItem) -> [RenderQuad] {
            switch item {
            case .quad(let quad): [quad]
            case .group(let group): group.items.flatMap(quads)
            case .shape, .shadow, .sprites, .raster: []
            }
        }
        return items.flatMap(quads)
    }
}

extension RenderQuad {
    /// The bounding box in fractional pixels, before clipping.
    var frame: Rect {
        Rect(enclosing: outline.corners.map { Point(x: Double($0.x) / 256, y: Double($0.y) / 256) })
    }

    /// Its color, if it has one.
    var color: Color? {
        if case .color(let color) = fill { color } else { nil }
    }

    /// Its image, if it has one.
    var buffer: PixelBuffer? {
        if case .contents(let contents) = fill { contents.buffer } else { nil }
    }
}

extension RenderItem {
    /// The quad, if it is one.
    var quad: RenderQuad? {
        if case .quad(let quad) = self { quad } else { nil }
    }

    /// The group, if it is one.
    var group: RenderGroup? {
        if case .group(let group) = self { group } else { nil }
    }
}
