internal import LayerTree
internal import PixelKernels
internal import TilePyramid
package import VectorDrawing

/// A gradient, ready for drawing: its colors in a table, and the position of each pixel in the gradient's space.
final class GradientPaint: Sendable {
    private let kind: RenderGradient.Kind
    private let colors: [UInt32]
    /// The position (x, y, w) of the center of pixel (0, 0), and the increments for each column and row.
    private let origin: SIMD3<Double>, perColumn: SIMD3<Double>, perRow: SIMD3<Double>

    /// The number of steps between the ends of a gradient; the table has one more color.
    private static let steps = 1024

    /// Creates the paint of a gradient; nil if it is edge-on or has no color.
    init?(_ gradient: RenderGradient) {
        guard let inverse = gradient.projection.inverse, !gradient.stops.isEmpty else { return nil }
        kind = gradient.kind
        let corner = inverse.rows.2 + 0.5 * inverse.rows.0 + 0.5 * inverse.rows.1
        // Without perspective w is constant and is normalized to 1, so that there is nothing to divide by.
        let isAffine = inverse.rows.0.z == 0 && inverse.rows.1.z == 0
        let scale = isAffine ? 1 / corner.z : 1
        perColumn = inverse.rows.0 * scale
        perRow = inverse.rows.1 * scale
        origin = isAffine ? SIMD3(corner.x * scale, corner.y * scale, 1) : corner
        colors = gradient.stops.table(steps: Self.steps)
    }

    /// Fills a row with the gradient's pixels.
    func fill(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt32>) {
        // Each kind has a loop of its own.
        switch kind {
        case .axial: fill(row, columns, target) { x, _ in x }
        case .radial: fill(row, columns, target) { x, y in (x * x + y * y).squareRoot() }
        case .conic: fill(row, columns, target, Angle.turns)
        }
    }

    private typealias Lanes = SIMD4<Double>

    /// Fills a row, four pixels at a time; each depends only on its own position.
    @inline(__always)
    private func fill(
        _ row: Int, _ columns: Range<Int>, _ target: UnsafeMutablePointer<UInt32>,
        _ location: (_ x: Lanes, _ y: Lanes) -> Lanes
    ) {
        let start = origin + Double(row) * perRow
        let isAffine = perColumn.z == 0 && perRow.z == 0
        let zero = Lanes.zero
        let last = Double(Self.steps)
        colors.withUnsafeBufferPointer { colors in
            var index = 0
            while index < columns.count {
                let column = Lanes(0, 1, 2, 3) + Double(columns.lowerBound + index)
                var x = column * perColumn.x + start.x
                var y = column * perColumn.y + start.y
                if !isAffine {
                    let weight = column * perColumn.z + start.z
                    x = x / weight
                    y = y / weight
                }
                let step = location(x, y) * last
                // NaN, at infinity, becomes the first color.
                let positive = zero.replacing(with: step, where: step .> zero)
                let held = positive.replacing(with: last, where: positive .> last)
                // Rounds by adding 1.5 · 2⁵²: the lowest bits of the sum are the number.
                let bits = unsafeBitCast(held + 6_755_399_441_055_744, to: SIMD4<Int64>.self)
                for lane in 0..<min(4, columns.count - index) {
                    target[index + lane] = colors[Int(Int32(truncatingIfNeeded: bits[lane]))]
                }
                index += 4
            }
        }
    }
}

/// Angles of several points at a time.
private enum Angle {
    /// The angles of points from the positive x axis toward the positive y axis, as parts of a turn from 0 to 1.
    ///
    /// A polynomial approximates the arc tangent, with an error below 1/500,000 of a turn (Abramowitz and Stegun,
    /// *Handbook of Mathematical Functions*, 4.4.49).
    static func turns(x: SIMD4<Double>, y: SIMD4<Double>) -> SIMD4<Double> {
        let wide = x.replacing(with: -x, where: x .< 0)
        let tall = y.replacing(with: -y, where: y .< 0)
        let isSteep = tall .> wide
        let larger = wide.replacing(with: tall, where: isSteep)
        let smaller = tall.replacing(with: wide, where: isSteep)
        let ratio = smaller / larger.replacing(with: 1, where: larger .== 0)
        let square = ratio * ratio
        var sum = square * 0.020_835_1 - 0.085_133_0
        sum = sum * square + 0.180_141_0
        sum = sum * square - 0.330_299_5
        sum = sum * square + 0.999_866_0
        var turns = sum * ratio / (2 * .pi)
        turns.replace(with: 0.25 - turns, where: isSteep)
        turns.replace(with: 0.5 - turns, where: x .< 0)
        return turns.replacing(with: 1 - turns, where: y .< 0)
    }
}

/// The pixels of a gradient.
struct GradientSpans: SpanSource {
    let gradient: GradientPaint

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        gradient.fill(row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

extension [GradientStop] {
    /// The colors as an image of one row, from the first location to the last.
    package var strip: PixelBuffer {
        let colors = table(steps: 255)
        return PixelBuffer(size: PixelSize(width: colors.count, height: 1), isOpaque: nil) { pixels in
            for (index, color) in colors.enumerated() { pixels[index] = color }
        }
    }
}
