import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct EmitterLayerSnapshotTests {
    /// A soft dot.
    private static let dot = PixelBuffer(16, 16) { x, y in
        let dx = Double(x) - 7.5
        let dy = Double(y) - 7.5
        let alpha = UInt32(max(0, 1 - (dx * dx + dy * dy).squareRoot() / 8) * 255)
        return alpha << 24 | alpha << 16 | alpha << 8 | alpha
    }

    private func explosion(scale: Double = 1, seed: UInt64 = 7) -> KindStage {
        let stage = KindStage(240, 240, scale: scale, background: Color(red: 0.05, green: 0.05, blue: 0.15))
        let layer = stage.add(EmitterLayer(), Rect(x: 0, y: 0, width: 240, height: 240))
        layer.emitterPosition = Point(x: 120, y: 120)
        layer.emitterRenderMode = .additive
        layer.seed = seed
        var spark = EmitterCell()
        spark.contents = Self.dot
        spark.birthRate = 88
        spark.lifetime = 5
        spark.velocity = 39
        spark.velocityRange = 50
        spark.emissionRange = 2 * .pi
        spark.alphaSpeed = -0.4
        spark.color = Color(red: 1, green: 0.5, blue: 0.1)
        layer.emitterCells = [spark]
        return stage
    }

    @Test(arguments: [1.0, 2])
    func `an explosion looks as recorded, twice the same and after a seek too`(scale: Double) throws {
        let stage = explosion(scale: scale)
        let first = stage.snapshot(at: 5)
        try expectSnapshot(first, matches: "explosion-\(Int(scale))x")
        #expect(explosion(scale: scale).snapshot(at: 5).pixels == first.pixels)
        _ = stage.snapshot(at: 9)
        stage.root.sublayers[0].timing.timeOffset = -4
        #expect(stage.snapshot(at: 9).pixels == first.pixels)
        #expect(explosion(scale: scale, seed: 8).snapshot(at: 5).pixels != first.pixels)
    }

    @Test func `snow from a line of two cells, with a red shadow, looks as recorded`() throws {
        let stage = KindStage(240, 200, background: Color(red: 0.3, green: 0.4, blue: 0.5))
        let layer = stage.add(EmitterLayer(), Rect(x: 0, y: 0, width: 240, height: 200))
        layer.emitterPosition = Point(x: 120, y: -10)
        layer.emitterSize = Size(width: 240, height: 0)
        layer.emitterShape = .line
        layer.shadowOpacity = 1
        layer.shadowColor = Color(red: 1, green: 0, blue: 0)
        layer.shadowRadius = 1
        layer.shadowOffset = Point(x: 0, y: 2)
        var flake = EmitterCell()
        flake.contents = Self.dot
        flake.birthRate = 1
        flake.lifetime = 120
        flake.velocity = 10
        flake.velocityRange = 5
        flake.yAcceleration = 0.2
        flake.emissionLongitude = .pi / 2
        flake.emissionRange = 1
        flake.scaleRange = 0.4
        flake.spinRange = 1
        var small = flake
        small.scale = 0.5
        layer.emitterCells = [flake, small]
        try expectSnapshot(stage.snapshot(at: 40), matches: "snow")
    }
}
