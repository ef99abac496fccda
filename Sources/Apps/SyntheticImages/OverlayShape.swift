/// A shape over the ground, which is drawn row by row.
///
/// Coordinates are in pixels; the center of the top left pixel is (0, 0).
protocol OverlayShape: Sendable {
    /// The rows that the shape touches.
    var rows: ClosedRange<Float> { get }

    /// Draws the part of the shape in a row.
    func draw(row: Float, on canvas: RowCanvas)
}

/// Returns the distance of a point from a line segment.
@inline(__always)
func distance(_ x: Float, _ y: Float, toSegment s: StrokeFont.Segment) -> Float {
    let alongX = s.x1 - s.x0
    let alongY = s.y1 - s.y0
    let length = alongX * alongX + alongY * alongY
    let t = length > 0 ? clamped(((x - s.x0) * alongX + (y - s.y0) * alongY) / length) : 0
    let offX = x - s.x0 - t * alongX
    let offY = y - s.y0 - t * alongY
    return (offX * offX + offY * offY).squareRoot()
}

/// A straight line.
struct OverlayLine: OverlayShape {
    var x0: Float, y0: Float, x1: Float, y1: Float
    var width: Float
    var color: SIMD4<Float>
    var opacity: Float

    var rows: ClosedRange<Float> { min(y0, y1) - width...max(y0, y1) + width }

    func draw(row: Float, on canvas: RowCanvas) {
        let reach = width / 2 + 1
        var low = min(x0, x1) - reach
        var high = max(x0, x1) + reach
        if abs(y1 - y0) > 0.001 {
            // Where the line's edges cross the upper and lower borders of this row's band of influence.
            let lean = (x1 - x0) / (y1 - y0)
            let middle = x0 + (row - y0) * lean
            let spread = reach * (1 + lean * lean).squareRoot() + abs(lean)
            low = max(low, middle - spread)
            high = min(high, middle + spread)
        }
        let segment = StrokeFont.Segment(x0: x0, y0: y0, x1: x1, y1: y1)
        for column in canvas.columns(from: low, to: high) {
            let covered = clamped(width / 2 + 0.5 - distance(Float(column), row, toSegment: segment))
            if covered > 0 {
                canvas.blend(column, color, covered * min(width, 1) * opacity)
            }
        }
    }
}

/// A ring; a disc if its width reaches the center.
struct OverlayRing: OverlayShape {
    var x: Float, y: Float
    var radius: Float
    var width: Float
    var color: SIMD4<Float>
    var opacity: Float

    var rows: ClosedRange<Float> { y - radius - width...y + radius + width }

    func draw(row: Float, on canvas: RowCanvas) {
        let down = row - y
        let outer = radius + width / 2 + 1
        guard abs(down) <= outer else { return }
        let half = (outer * outer - down * down).squareRoot()
        for column in canvas.columns(from: x - half, to: x + half) {
            let across = Float(column) - x
            let away = abs((across * across + down * down).squareRoot() - radius)
            let covered = clamped(width / 2 + 0.5 - away)
            if covered > 0 {
                canvas.blend(column, color, covered * opacity)
            }
        }
    }
}
