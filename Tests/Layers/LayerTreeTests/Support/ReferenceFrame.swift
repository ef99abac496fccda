import LayerTree
import TilePyramid
import VectorDrawing

/// A frame drawn as simply as possible: pixel by pixel in floating point, with nearest-neighbor sampling.
struct ReferenceFrame {
    /// Red, green, blue and alpha of every pixel, premultiplied, from 0 to 1.
    private var pixels: [SIMD4<Double>]
    private let size: PixelSize

    init(_ tree: RenderTree) {
        size = tree.size
        pixels = Array(repeating: Self.premultiplied(tree.background), count: size.area)
        paint(tree.items)
    }

    private init(size: PixelSize, items: [RenderItem]) {
        self.size = size
        pixels = Array(repeating: .zero, count: size.area)
        paint(items)
    }

    /// The pixel at a column and row as 0xRRGGBB, composited over black.
    subscript(column: Int, row: Int) -> UInt32 {
        let pixel = pixels[row * size.width + column]
        func channel(_ value: Double) -> UInt32 { UInt32((value * 255).rounded()) }
        return channel(pixel.x) << 16 | channel(pixel.y) << 8 | channel(pixel.z)
    }

    /// The number of pixels of a color, 0xRRGGBB.
    func count(of color: UInt32) -> Int {
        (0..<size.height).reduce(0) { sum, row in
            sum + (0..<size.width).count { self[$0, row] == color }
        }
    }

    private mutating func paint(_ items: [RenderItem]) {
        for item in items {
            switch item {
            case .quad(let quad): paint(quad)
            case .group(let group):
                let image = ReferenceFrame(size: size, items: group.items)
                for index in pixels.indices {
                    let source = image.pixels[index] * group.opacity
                    pixels[index] =
                        group.blendMode == .over
                        ? source + pixels[index] * (1 - source.w) : pointwiseMin(source + pixels[index], .one)
                }
            case .shape, .shadow, .sprites, .raster: preconditionFailure("the compositor's tests draw these")
            }
        }
    }

    private mutating func paint(_ quad: RenderQuad) {
        for row in quad.pixelBounds.rows {
            for column in quad.pixelBounds.columns where quad.covers(column, row) {
                let source = color(of: quad.fill, column, row) * quad.opacity
                let index = row * size.width + column
                pixels[index] = source + pixels[index] * (1 - source.w)
            }
        }
    }

    private func color(of fill: RenderFill, _ column: Int, _ row: Int) -> SIMD4<Double> {
        switch fill {
        case .gradient: preconditionFailure("the reference draws no gradients")
        case .color(let color): return Self.premultiplied(color)
        case .contents(let contents):
            let pixelCenter = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
            guard let found = contents.projection.inverse?.project(pixelCenter) else { return .zero }
            func nearest(_ value: Double, _ low: Double, _ high: Double) -> Int {
                Int(min(max(value.rounded(.down), low.rounded(.down)), high.rounded(.up) - 1))
            }
            let pixel = contents.buffer[
                nearest(found.x, contents.source.minX, contents.source.maxX),
                nearest(found.y, contents.source.minY, contents.source.maxY)]
            return SIMD4([16, 8, 0, 24].map { Double(pixel >> $0 & 0xFF) / 255 })
        }
    }

    private static func premultiplied(_ color: Color) -> SIMD4<Double> {
        SIMD4(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
    }
}

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

    /// The contents, if it has any.
    var contents: RenderContents? {
        guard case .contents(let contents) = fill else { return nil }
        return contents
    }
}
