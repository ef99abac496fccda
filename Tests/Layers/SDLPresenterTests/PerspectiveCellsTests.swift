import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

@Suite(.timeLimited) struct PerspectiveCellsTests {
    /// The rectangle from (0, 0) to (800, 600), rotated about its center and seen from a distance.
    private func view(angle: Double, distance: Double, about axis: (x: Double, y: Double, z: Double)) -> Projection {
        Projection(
            Transform3D(translationX: -400, y: -300)
                .followed(by: Transform3D(rotation: angle, x: axis.x, y: axis.y, z: axis.z))
                .followed(by: Transform3D(perspectiveDistance: distance))
                .followed(by: Transform3D(translationX: 400, y: 300)))
    }

    /// The area of a convex polygon.
    private func area(_ corners: [SIMD2<Double>]) -> Double {
        guard let first = corners.first else { return 0 }
        return abs(
            zip(corners.dropFirst(), corners.dropFirst(2)).reduce(0) { sum, pair in
                let a = pair.0 - first
                let b = pair.1 - first
                return sum + (a.x * b.y - a.y * b.x) / 2
            })
    }

    @Test(arguments: [
        (0.3, 2000.0), (0.8, 1000), (-1.1, 1000), (1.3, 500), (1.4, 300),
    ])
    func `displacements are below an eighth of a pixel, except in the smallest cells`(
        angle: Double, distance: Double
    ) throws {
        for axis in [(0.0, 1.0, 0.0), (1, 0, 0), (0.7, -0.7, 0.1)] {
            let projection = view(angle: angle, distance: distance, about: axis)
            let inverse = try #require(projection.inverse)
            let outline = try #require(PixelPolygon(Rect(x: 0, y: 0, width: 800, height: 600), projectedBy: projection))
            let polygon = ClippablePolygon(outline).clipped(to: PixelRect(x: 0, y: 0, width: 1000, height: 700))
            let cells = PerspectiveCells.cells(of: polygon, source: inverse)
            let sum = cells.reduce(0) { $0 + area($1.corners.map(\.position)) }
            #expect(abs(sum - area(polygon.corners)) < 1e-3)
            for cell in cells {
                let positions = cell.corners.map(\.position)
                let extent =
                    positions.reduce(positions[0], pointwiseMax) - positions.reduce(positions[0], pointwiseMin)
                guard extent.max() > PerspectiveCells.smallest else { continue }
                #expect(worstError(of: cell, projection) < PerspectiveCells.tolerance)
            }
        }
    }

    /// The largest displacement in the triangles of a cell, sampled at 21 points of each.
    private func worstError(of cell: ClippablePolygon<MeshVertex>, _ projection: Projection) -> Double {
        var worst = 0.0
        for index in 1..<(cell.corners.count - 1) {
            let a = cell.corners[0]
            let b = cell.corners[index]
            let c = cell.corners[index + 1]
            for i in 0...5 {
                for j in 0...(5 - i) {
                    let u = Double(i) / 5
                    let v = Double(j) / 5
                    let drawn = a.position * (1 - u - v) + b.position * u + c.position * v
                    let source = a.source * (1 - u - v) + b.source * u + c.source * v
                    guard let projected = projection.project(Point(x: source.x, y: source.y)) else { return .infinity }
                    let error = SIMD2(projected.x, projected.y) - drawn
                    worst = max(worst, (error * error).sum().squareRoot())
                }
            }
        }
        return worst
    }

    @Test func `a weak perspective takes few cells, and a strong one on a full screen less than 8,000`() throws {
        for (angle, distance, limit) in [(0.05, 5000.0, 40), (0.5, 1000, 1800), (1.3, 500, 8000)] {
            let projection = view(angle: angle, distance: distance, about: (0, 1, 0))
            let outline = try #require(PixelPolygon(Rect(x: 0, y: 0, width: 800, height: 600), projectedBy: projection))
            let polygon = ClippablePolygon(outline).clipped(to: PixelRect(x: 0, y: 0, width: 1280, height: 800))
            let cells = PerspectiveCells.cells(of: polygon, source: try #require(projection.inverse))
            #expect(cells.count <= limit, "\(cells.count) cells")
        }
    }
}
