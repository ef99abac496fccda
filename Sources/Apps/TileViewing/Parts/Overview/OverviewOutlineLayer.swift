internal import LayerTree
internal import VectorDrawing

/// Draws the outline of the visible region over the overview map, and darkens the rest.
final class OverviewOutlineLayer: Layer {
    /// The corners of the visible region, in points of the layer.
    var outline: [Point] = [] {
        didSet {
            if isStale { setNeedsDisplay() }
        }
    }

    /// The corners as they were last drawn.
    private var drawnOutline: [Point] = []

    /// Whether the drawn corners are off by at least a quarter of a pixel.
    ///
    /// Less cannot be seen, and deep in a large image most movements are less.
    private var isStale: Bool {
        let limit = 0.25 / properties.contentsScale
        return outline.count != drawnOutline.count
            || zip(outline, drawnOutline).contains { abs($0.x - $1.x) >= limit || abs($0.y - $1.y) >= limit }
    }

    private let color: Color
    /// The smallest extent of the outline in points, because deep in a large image it would be less than a pixel.
    private static let leastExtent = 7.0

    init(color: Color) {
        self.color = color
        super.init()
        name = "frame"
        properties.masksToBounds = true
    }

    override func draw(in context: inout PixelContext) {
        drawnOutline = outline
        let bounds = properties.bounds
        guard outline.count == 4 else { return }
        let frame = visible(outline)
        var shade = Path(bounds)
        for (index, corner) in frame.enumerated() {
            if index == 0 { shade.move(to: corner) } else { shade.addLine(to: corner) }
        }
        shade.close()
        context.fillColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
        context.fill(shade, rule: .evenOdd)
        context.strokeColor = Color(red: 0, green: 0, blue: 0, alpha: 0.6)
        context.strokeStyle.width = 3.5
        context.stroke(Path(polygon: frame))
        context.strokeColor = color
        context.strokeStyle.width = 1.5
        context.stroke(Path(polygon: frame))
    }

    /// The corners, moved apart if they are too close together to be seen.
    private func visible(_ corners: [Point]) -> [Point] {
        let extent = Rect(enclosing: corners)
        let size = max(extent.size.width, extent.size.height)
        guard size < Self.leastExtent else { return corners }
        let middle = extent.point(at: Point(x: 0.5, y: 0.5))
        guard size > 0.01 else {
            let half = Self.leastExtent / 2
            return Rect(x: middle.x - half, y: middle.y - half, width: 2 * half, height: 2 * half).corners
        }
        let factor = Self.leastExtent / size
        return corners.map { Point(x: middle.x + ($0.x - middle.x) * factor, y: middle.y + ($0.y - middle.y) * factor) }
    }
}
