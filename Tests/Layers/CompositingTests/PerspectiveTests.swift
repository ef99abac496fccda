import Compositing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct PerspectiveTests {
    /// The view of a square of 100 about the origin, rotated by 45° about the y axis and seen from a distance of 500,
    /// in the center of a frame of 200 × 200.
    private let turned = Projection(
        Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0).followed(by: Transform3D(perspectiveDistance: 500))
    ).followed(by: Projection(translationX: 100, y: 100))
    private let square = Rect(x: -50, y: -50, width: 100, height: 100)

    @Test func `a square rotated by 45° covers columns 62 to 132, the first of them 108 and the last 94 pixels high`() {
        let image = Compositor().draw(RenderTree(200, 200, [.color(.white, square, projectedBy: turned)]))
        func rows(_ column: Int) -> [Int] { (0..<200).filter { image[column, $0] != 0 } }
        let columns = (0..<200).filter { !rows($0).isEmpty }
        // From 100 − 38.046 to 100 + 33.020; half as high as 53.805 on the left and 46.698 on the right.
        #expect(columns == Array(62...132))
        #expect(rows(62) == Array(46...153))
        #expect(rows(132) == Array(53...146))
    }

    @Test func `each pixel shows what a ray through it hits, which affine interpolation misses by 16`() {
        // Each column of the contents has its number as its color, so colors are positions.
        let ramp = PixelBuffer(256, 4, isOpaque: true) { x, _ in 0xFF00_0000 | UInt32(x) }
        let close = Projection(
            Transform3D(rotation: .pi / 3, x: 0, y: 1, z: 0).followed(by: Transform3D(perspectiveDistance: 150))
        ).followed(by: Projection(translationX: 100, y: 100))
        let image = Compositor().draw(RenderTree(200, 200, [.image(ramp, square, projectedBy: close)]))
        let sine = sin(Double.pi / 3)
        let cosine = cos(Double.pi / 3)
        let columns = (0..<200).filter { image[$0, 100] != 0 }
        #expect(columns.count > 40)
        var greatestError = 0.0
        for column in columns {
            // A point x on the square is projected to x · cos / (1 + x · sin / 150).
            let seen = Double(column) + 0.5 - 100
            let position = seen / (cosine - seen * sine / 150)
            let color = min(max((position + 50) * 2.56 - 0.5, 0), 255)
            #expect(abs(Double(image[column, 100] & 255) - color) <= 1)
            let left = Double(columns[0])
            let right = Double(columns[columns.count - 1] + 1)
            let affine = (Double(column) + 0.5 - left) / (right - left) * 255
            greatestError = max(greatestError, abs(affine - color))
        }
        #expect(greatestError > 16)
    }

    @Test func `two faces rotated by 45° to either side are mirror images`() {
        let buffer = PixelBuffer.random(64, 64, seed: 3, isOpaque: true)
        let mirrored = PixelBuffer(64, 64, isOpaque: true) { x, y in buffer[63 - x, y] }
        func face(_ angle: Double, _ buffer: PixelBuffer, _ filter: ContentsFilter) -> PixelBuffer {
            let view = Projection(
                Transform3D(rotation: angle, x: 0, y: 1, z: 0).followed(by: Transform3D(perspectiveDistance: 500))
            ).followed(by: Projection(translationX: 100, y: 100))
            return Compositor().draw(RenderTree(200, 200, [.image(buffer, square, projectedBy: view, filter: filter)]))
        }
        for filter in [ContentsFilter.nearest, .linear] {
            let left = face(.pi / 4, buffer, filter)
            let right = face(-.pi / 4, mirrored, filter)
            let flipped = PixelBuffer(200, 200) { x, y in right[199 - x, y] }
            #expect(SnapshotDifference(left, flipped).greatest <= 1)
        }
    }

    @Test func `a plane that reaches behind the viewer is drawn up to the horizon, with all filters`() {
        // A floor whose y is depth: it is visible below row 50, and the viewer stands at y = −100.
        let floor = Projection(rows: ([1, 0, 0], [0.5, 0.5, 0.01], [50, 90, 1]))
        let buffer = PixelBuffer.random(64, 64, seed: 2, isOpaque: true)
        for filter in ContentsFilter.allCases {
            let tree = RenderTree(
                100, 100,
                [
                    .image(
                        buffer, Rect(x: -500, y: -2000, width: 1000, height: 20_000), projectedBy: floor, filter: filter
                    )
                ])
            let image = Compositor().draw(tree)
            // It is 1000 wide, which from row 54 on is more than the frame.
            for row in Array(0..<50) + Array(54..<100) {
                #expect((0..<100).allSatisfy { (image[$0, row] != 0) == (row > 50) }, "\(filter), \(row)")
            }
        }
    }
}
