internal import Glibc
internal import LayerTree
internal import PixelKernels

/// A gradient, ready for drawing: its colors in a table, and the position of each pixel in the gradient's space.
final class GradientPaint: Sendable {
    private let kind: RenderGradient.Kind
    private let colors: [UInt32]
    /// The position (x, y, w) of the center of pixel (0, 0), and the increments for each column and row.
    private let origin: SIMD3<Double>, perColumn: SIMD3<Double>, perRow: SIMD3<Double>

    /// The steps between the ends of a gradient; the table has one color more.
    private static let steps = 1024

    /// Creates the paint of a gradient; nil if it is seen edge-on or has no color.
    init?(_ gradient: RenderGradient) {
        guard let inverse = gradient.projection.inverse, !gradient.stops.isEmpty else { return nil }
        kind = gradient.kind
        (perColumn, perRow) = (inverse.rows.0, inverse.rows.1)
        origin = inverse.rows.2 + 0.5 * inverse.rows.0 + 0.5 * inverse.rows.1
        colors = (0...Self.steps).map { gradient.stops.pixel(at: Double($0) / Double(Self.steps)) }
    }

    /// Fills a row with the gradient's pixels.
    func fill(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt32>) {
        let start = origin + Double(row) * perRow
        colors.withUnsafeBufferPointer { colors in
            for (index, column) in columns.enumerated() {
                let position = start + Double(column) * perColumn
                let (x, y) = (position.x / position.z, position.y / position.z)
                let location =
                    switch kind {
                    case .axial: x
                    case .radial: (x * x + y * y).squareRoot()
                    case .conic: Self.turn(x, y)
                    }
                let step = location * Double(Self.steps) + 0.5
                // NaN, at infinity, becomes the first color.
                target[index] = colors[step > 0 ? Int(min(step, Double(Self.steps))) : 0]
            }
        }
    }

    /// The angle of a point as a part of a turn, from 0 to 1.
    private static func turn(_ x: Double, _ y: Double) -> Double {
        let angle = atan2(y, x) / (2 * .pi)
        return angle < 0 ? angle + 1 : angle
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
    /// The premultiplied pixel at a location; between stops, premultiplied components are interpolated, so that colors
    /// fade to transparent without a dark fringe.
    func pixel(at location: Double) -> UInt32 {
        guard let upper = firstIndex(where: { $0.location > location }) else {
            return last?.color.pixel() ?? 0
        }
        guard upper > 0 else { return self[0].color.pixel() }
        let (from, to) = (self[upper - 1], self[upper])
        let fraction = (location - from.location) / (to.location - from.location)
        func premultiplied(_ color: Color) -> SIMD4<Double> {
            SIMD4(color.blue * color.alpha, color.green * color.alpha, color.red * color.alpha, color.alpha)
        }
        let mixed = premultiplied(from.color) * (1 - fraction) + premultiplied(to.color) * fraction
        let steps = (mixed.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)) * 255).rounded(.toNearestOrEven)
        return UInt32(steps.x) | UInt32(steps.y) << 8 | UInt32(steps.z) << 16 | UInt32(steps.w) << 24
    }
}
