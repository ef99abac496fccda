import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct StrokeSnapshotTests {
    /// A zigzag with a sharp corner, and a curve.
    private static let line: Path = {
        var path = Path()
        path.move(to: Point(x: 8, y: 32))
        path.addLine(to: Point(x: 18, y: 10))
        path.addLine(to: Point(x: 24, y: 32))
        path.addCurve(to: Point(x: 52, y: 10), controls: Point(x: 34, y: 44), Point(x: 34, y: -6))
        return path
    }()

    @Test func `caps, joins, dashes, a sheared pen, parts and fill rules`() throws {
        let picture = PixelBuffer.drawn(size: PixelSize(width: 240, height: 168)) { context in
            context.fillColor = .white
            context.fill(Rect(x: 0, y: 0, width: 240, height: 168))
            func cell(_ column: Int, _ row: Int, _ draw: (inout PixelContext) -> Void) {
                context.withSavedState { context in
                    context.concatenate(AffineTransform(translationX: 60 * Double(column), y: 42 * Double(row)))
                    draw(&context)
                }
            }
            let styles: [(StrokeStyle.Cap, StrokeStyle.Join)] = [(.butt, .miter), (.round, .round), (.square, .bevel)]
            for (column, style) in styles.enumerated() {
                cell(column, 0) {
                    $0.strokeStyle = StrokeStyle(width: 7, cap: style.0, join: style.1)
                    $0.stroke(Self.line)
                    $0.strokeStyle = StrokeStyle(width: 1)
                    $0.strokeColor = .white
                    $0.stroke(Self.line)
                }
                cell(column, 1) {
                    $0.strokeStyle = StrokeStyle(width: 4, cap: style.0, join: style.1, dashPattern: [9, 6])
                    $0.stroke(Self.line)
                }
            }
            cell(3, 0) {
                $0.concatenate(AffineTransform(a: 1, b: 0, c: -0.5, d: 0.5, tx: 20, ty: 12))
                $0.strokeStyle = StrokeStyle(width: 9, join: .round)
                $0.stroke(Path(ellipseIn: Rect(x: 8, y: 2, width: 32, height: 32)))
            }
            cell(3, 1) {
                $0.strokeStyle = StrokeStyle(width: 5, cap: .round, dashPattern: [0, 8])
                $0.stroke(Path(roundedRect: Rect(x: 8, y: 6, width: 44, height: 30), radii: CornerRadii(topLeft: 15)))
            }
            let ring = Path(ellipseIn: Rect(x: 12, y: 4, width: 34, height: 34))
            for (column, end) in [0.25, 0.6, 0.9].enumerated() {
                cell(column, 2) {
                    $0.strokeStyle = StrokeStyle(width: 5, cap: .round)
                    $0.stroke(ring.trimmed(from: 0.1, to: end))
                }
            }
            let star = Path(
                polygon: [(30, 2), (41, 38), (11, 15), (49, 15), (19, 38)].map { Point(x: $0.0, y: $0.1) })
            context.fillColor = .black
            for (column, rule) in [FillRule.nonZero, .evenOdd].enumerated() {
                cell(column, 3) { $0.fill(star, rule: rule) }
            }
            cell(2, 3) {
                $0.fill(
                    Path(
                        roundedRect: Rect(x: 8.5, y: 4.5, width: 44, height: 33),
                        radii: CornerRadii(topLeft: 0, topRight: 20, bottomRight: 8, bottomLeft: 14)))
            }
            cell(3, 2) {
                $0.strokeStyle = StrokeStyle(width: 26)
                var bend = Path()
                bend.addArc(center: Point(x: 30, y: 24), radius: 8, startAngle: .pi, endAngle: 2 * .pi)
                $0.stroke(bend)
            }
            cell(3, 3) {
                var pie = Path()
                pie.move(to: Point(x: 30, y: 21))
                pie.addArc(center: Point(x: 30, y: 21), radius: 18, startAngle: -.pi / 2, endAngle: .pi * 0.8)
                pie.close()
                $0.fill(pie)
            }
        }
        try expectSnapshot(picture, matches: "strokes")
    }
}
