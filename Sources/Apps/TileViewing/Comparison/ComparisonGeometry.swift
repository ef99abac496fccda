internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The panes of images that are compared, in pixels of the window.
struct ComparisonGeometry: Hashable, Sendable {
    /// The size of the window in pixels.
    let size: PixelSize
    /// Pixels per point.
    let scale: Double
    /// The pixels of each pane, from left to right; all of equal size.
    let panes: [PixelRect]

    /// Divides a window.
    ///
    /// - Parameters:
    ///   - size: the size of the window in pixels.
    ///   - scale: pixels per point.
    ///   - count: the number of panes beside one another. Dividers are a point wide; those at the left take a pixel more where
    ///     the width cannot be divided evenly.
    init(_ size: PixelSize, scale: Double, paneCount count: Int) {
        self.size = size
        self.scale = scale
        let count = max(1, min(count, size.width))
        let divider = count > 1 ? max(1, Int(scale.rounded())) : 0
        let width = max(1, (size.width - divider * (count - 1)) / count)
        let spare = max(0, size.width - width * count - divider * (count - 1))
        panes = (0..<count).map { index in
            PixelRect(
                x: index * (width + divider) + min(index, spare), y: 0, width: width, height: size.height)
        }
    }

    /// The frames of the panes in points.
    var frames: [Rect] { panes.map { points(Rect($0)) } }

    /// The dividers between the panes, in points.
    var dividers: [Rect] {
        zip(panes, panes.dropFirst()).map { left, right in
            let start = Double(left.columns.upperBound)
            let end = Double(right.x)
            return points(Rect(x: start, y: 0, width: end - start, height: Double(size.height)))
        }
    }

    /// The pane at a point of the window, in points; the nearest one on a divider or outside.
    func pane(at point: Point) -> Int {
        panes.lastIndex { Double($0.x) <= point.x * scale } ?? 0
    }

    /// The position in points, on whole pixels, of a curtain at a fraction of the window's width.
    func curtain(at fraction: Double) -> Double { (fraction * Double(size.width)).rounded() / scale }

    private func points(_ rect: Rect) -> Rect {
        Rect(
            x: rect.minX / scale, y: rect.minY / scale, width: rect.size.width / scale, height: rect.size.height / scale
        )
    }
}
