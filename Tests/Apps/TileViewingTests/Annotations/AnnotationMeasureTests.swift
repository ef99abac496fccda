import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct AnnotationMeasureTests {
    private func points(_ numbers: Double...) -> [Point] {
        stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    @Test func `a line measures the sum of its segments`() {
        let line = AnnotationShape.line(points(0, 0, 3, 4, 3, 10))
        #expect(AnnotationMeasure(of: line, kind: .distance) == .length(11))
    }

    @Test func `a polygon measures its area without holes, and the length of all outlines`() {
        let outer = points(10, 10, 20, 10, 20, 20, 10, 20)
        // Listed the same way round as the outer ring.
        let hole = points(12, 12, 14, 12, 14, 14, 12, 14)
        let shape = AnnotationShape.polygons([[outer, hole]])
        #expect(AnnotationMeasure(of: shape, kind: .area) == .area(96, perimeter: 48))
    }

    @Test func `small areas far from the origin lose no digits`() {
        let far = 1e8
        let ring = points(far, far, far + 1, far, far + 1, far + 1, far, far + 1)
        #expect(AnnotationMeasure.area(of: ring) == 1)
    }

    @Test func `an angle is measured at the second of three points, from 0 to 180 degrees`() throws {
        for (end, degrees) in [(Point(x: 0, y: 5), 90.0), (Point(x: -2, y: 0), 180), (Point(x: 4, y: -4), 45)] {
            let line = AnnotationShape.line([Point(x: 9, y: 0), .zero, end])
            guard case .angle(let measured) = try #require(AnnotationMeasure(of: line, kind: .angle)) else {
                Issue.record("no angle")
                continue
            }
            #expect(abs(measured - degrees) < 1e-12)
        }
        #expect(AnnotationMeasure.degrees(at: .zero, from: .zero, to: Point(x: 1, y: 0)) == nil)
    }

    @Test func `points measure nothing`() {
        #expect(AnnotationMeasure(of: .points([.zero]), kind: .point) == nil)
    }

    @Test(
        arguments: [
            (AnnotationMeasure.length(12.3456), nil, "12.35 px"), (.length(1234.5), nil, "1235 px"),
            (.length(100), 0.00025, "25 µm"), (.length(3000), 0.0005, "1.5 mm"), (.length(1), 0.0001, "100 nm"),
            (.length(2000), 1000, "2 km"), (.length(10), 1000, "10 m"), (.area(400, perimeter: 80), nil, "400 px²"),
            (.area(1000, perimeter: 0), 0.001, "1000 µm²"), (.area(40000, perimeter: 0), 0.001, "0.04 mm²"),
            (.angle(45.04), nil, "45°"), (.angle(12.36), 0.1, "12.4°"),
        ] as [(AnnotationMeasure, Double?, String)])
    func `a measure is written in a unit that suits its size`(
        measure: AnnotationMeasure, millimetersPerPixel: Double?, text: String
    ) {
        let scale = millimetersPerPixel.map { AnnotationScale.physical(millimetersPerPixel: $0) } ?? .pixels
        #expect(measure.text(in: scale) == text)
    }
}
