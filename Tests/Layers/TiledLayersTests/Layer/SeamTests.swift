import Compositing
import LayerTree
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

/// The seams between tiles.
@MainActor
@Suite(.timeLimited) struct SeamTests {
    nonisolated private static let shapes = [
        Pyramid(size: PixelSize(width: 1000, height: 700), tileSize: 32),
        Pyramid(size: PixelSize(width: 1000, height: 700), tileSize: 31, overlap: 1),
        Pyramid(levels: [
            LevelShape(size: PixelSize(width: 63, height: 44), tileSize: PixelSize(width: 40, height: 30)),
            LevelShape(size: PixelSize(width: 333, height: 233), tileSize: PixelSize(width: 50, height: 33)),
            LevelShape(size: PixelSize(width: 1000, height: 700), tileSize: PixelSize(width: 64, height: 48)),
        ]),
    ]

    @Test(arguments: shapes.indices)
    func `a pyramid of flat, equal tiles is one flat color in 200 random views, half loaded or complete`(shape: Int) {
        let stage = LayerStage(
            drawnImage(Self.shapes[shape], isOpaque: true) { _, _, _ in 0xFF6C_8A3E }, width: 120, height: 90,
            loadTime: 0.02, workers: 1)
        stage.layer.fadeDuration = 0
        stage.look(x: 500, y: 350, scale: 0.1)
        _ = stage.settledSnapshot()
        var random = SeededRandom(seed: 7)
        for view in 0..<200 {
            let octave = Double.random(in: -2...4, using: &random)
            let scale = octave < 0 ? 1 / (1 - octave) : 1 + octave * octave
            let reach = 80 / scale
            stage.look(
                x: .random(in: reach...(1000 - reach), using: &random),
                y: .random(in: min(reach, 350)...max(350, 700 - reach), using: &random), scale: scale,
                angle: view.isMultiple(of: 3) ? 0 : .random(in: 0...7, using: &random))
            stage.executor.advance(by: 1.0 / 60)
            let snapshot = stage.snapshot()
            let colors = snapshot.colors
            // The image is larger than the view, except in height at the smallest scales.
            #expect(
                colors.isSubset(of: 80 / scale <= 350 ? [0xFF6C_8A3E] : [0xFF6C_8A3E, 0xFF00_0000]), "view \(view)")
        }
        #expect(stage.layer.blankCount == 0)
    }

    @Test(arguments: [1.5, 3, 8, 20.25], [0.0, 0.3])
    func `magnified tiles look like one image, within two steps of a color`(scale: Double, angle: Double) {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 16)
        let stage = LayerStage(drawnImage(pyramid) { _, x, y in texture(x * 3, y * 5) }, width: 200, height: 160)
        let whole = LayerStage(
            drawnImage(Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 64)) { _, x, y in texture(x * 3, y * 5)
            },
            width: 200, height: 160)
        for stage in [stage, whole] {
            stage.look(x: 31.3, y: 32.7, scale: scale, angle: angle)
        }
        let difference = SnapshotDifference(stage.settledSnapshot(), whole.settledSnapshot())
        #expect(difference.greatest <= 2, "\(difference.greatest) at \(difference.worstPixel)")
    }

    @Test func `with an overlap, the neighbors' pixels are used at the borders`() {
        let size = PixelSize(width: 64, height: 64)
        let stage = LayerStage(
            drawnImage(Pyramid(size: size, tileSize: 16, overlap: 1)) { _, x, y in texture(x * 3, y * 5) },
            width: 200, height: 160)
        let whole = LayerStage(
            drawnImage(Pyramid(size: size, tileSize: 64)) { _, x, y in texture(x * 3, y * 5) }, width: 200, height: 160)
        for stage in [stage, whole] {
            stage.look(x: 31.3, y: 32.7, scale: 8)
        }
        let difference = SnapshotDifference(stage.settledSnapshot(), whole.settledSnapshot())
        #expect(difference.greatest <= 2, "\(difference.greatest) at \(difference.worstPixel)")
    }
}

extension TiledLayer {
    fileprivate var blankCount: Int { lastFrame?.blanks.count ?? 0 }
}
