import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// The sampling of tiles: magnified, scaled down, and at the outline.
@MainActor
@Suite(.timeLimited) struct TileSamplingTests {
    private func stage(tileSize: Int, _ change: (TiledLayer) -> Void) -> LayerStage {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: tileSize)
        let stage = LayerStage(
            drawnImage(pyramid, isOpaque: true) { _, x, y in texture(x * 3, y * 5) }, width: 200, height: 160)
        stage.layer.fadeDuration = 0
        change(stage.layer)
        return stage
    }

    @Test(arguments: [1.5, 2.5, 3, 8, 20.25], [0.0, 0.3])
    func `magnified tiles look like one image as squares and with cubic interpolation`(scale: Double, angle: Double) {
        let changes: [(TiledLayer) -> Void] = [{ $0.pixelGridScale = 1.5 }, { $0.magnificationFilter = .cubic }]
        for (number, change) in changes.enumerated() {
            let stages = [16, 64].map { stage(tileSize: $0, change) }
            for stage in stages { stage.look(x: 31.3, y: 32.7, scale: scale, angle: angle) }
            let images = stages.map { $0.settledSnapshot() }
            // At the edges of the view, tiles beyond it would be needed too.
            let margin = Int(2 * scale)
            var greatest = 0
            for y in margin..<(160 - margin) {
                for x in margin..<(200 - margin) {
                    for shift in [UInt32(0), 8, 16, 24] {
                        let difference = Int(images[0][x, y] >> shift & 255) - Int(images[1][x, y] >> shift & 255)
                        greatest = max(greatest, abs(difference))
                    }
                }
            }
            #expect(greatest <= 3, "\(number)")
        }
    }

    @Test func `squares are equally wide at every scale: one screen pixel is blended at each border`() {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 16)
        let stage = LayerStage(
            drawnImage(pyramid, isOpaque: true) { _, x, _ in x.isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000 },
            width: 80, height: 20)
        stage.layer.pixelGridScale = 2
        stage.look(x: 32, y: 32, scale: 2.5)
        let image = stage.settledSnapshot()
        // Column 40 of the view shows the left edge of column 32.
        let brightness = (40..<50).map { Double(image[$0, 10] & 255) / 255 }
        let expected = [1, 1, 0.5, 0, 0, 1, 1, 0.5, 0, 0]
        #expect(zip(brightness, expected).allSatisfy { abs($0 - $1) <= 0.01 })
        // The borders between tiles are blended as others are.
        #expect(Set((0..<80).map { image[$0, 10] }).count <= 4)
    }

    @Test func `a moving view takes one sample for each pixel on request, and is supersampled at rest`() {
        let stage = stage(tileSize: 16) { $0.minificationFilter = .supersampled }
        func filters() -> Set<ContentsFilter> {
            Set(
                stage.scene.frame().items.compactMap { item in
                    guard case .quad(let quad) = item, case .contents(let contents) = quad.fill else { return nil }
                    return contents.filter
                })
        }
        stage.look(x: 32, y: 32, scale: 0.7)
        _ = stage.settledSnapshot()
        #expect(filters() == [.supersampled] && !stage.layer.isInMotion)
        func move(_ frame: Int) {
            stage.look(x: 32 + Double(frame), y: 32, scale: 0.7)
            stage.executor.advance(by: 1.0 / 60)
        }
        for frame in 0..<4 {
            move(frame)
            #expect(filters() == [.supersampled])
        }
        #expect(stage.layer.isInMotion)
        stage.layer.supersamplesInMotion = false
        for frame in 4..<8 {
            move(frame)
            #expect(filters() == [.linear])
        }
        stage.run(seconds: 0.5)
        #expect(filters() == [.supersampled] && !stage.layer.isInMotion)
    }

    @Test(arguments: [7.0, 33, 90, 180])
    func `the outline of a rotated image is smoothed on request, and stays exact at right angles`(degrees: Double) {
        func stage(isSmooth: Bool) -> LayerStage {
            let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 16)
            let stage = LayerStage(
                drawnImage(pyramid, isOpaque: true) { _, _, _ in 0xFFFF_FFFF }, width: 120, height: 120)
            stage.layer.fadeDuration = 0
            stage.layer.smoothsOutline = isSmooth
            stage.layer.pixelGridScale = 1.2
            return stage
        }
        for scale in [0.7, 1, 1.25] {
            let images = [false, true].map { isSmooth in
                let stage = stage(isSmooth: isSmooth)
                stage.look(x: 32.3, y: 31.6, scale: scale, angle: degrees * .pi / 180)
                return stage.settledSnapshot()
            }
            #expect(images[0].colors == [0xFF00_0000, 0xFFFF_FFFF])
            if degrees.truncatingRemainder(dividingBy: 90) == 0 {
                #expect(images[1].colors == images[0].colors)
            } else {
                #expect(images[1].colors.count > 8)
                // A pixel whose center is inside keeps a half of itself at an edge, and a quarter at a corner.
                let area = (0..<120).reduce(0.0) { sum, y in
                    sum + (0..<120).reduce(0.0) { $0 + Double(images[1][$1, y] & 255) / 255 }
                }
                #expect(abs(area - 64 * 64 * scale * scale) < 64 * 64 * scale * scale * 0.004)
                let darkened = (0..<120).flatMap { y in
                    (0..<120).filter { images[0][$0, y] == 0xFFFF_FFFF && images[1][$0, y] & 255 < 60 }
                }
                #expect(darkened == [])
            }
        }
    }
}
