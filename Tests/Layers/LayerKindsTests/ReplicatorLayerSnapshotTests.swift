import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct ReplicatorLayerSnapshotTests {
    /// An image with a different color in each row.
    private static let rows = PixelBuffer(8, 20, isOpaque: true) { x, y in
        0xFF00_0000 | UInt32(250 - 10 * y) << 16 | UInt32(12 * y) << 8 | UInt32(30 * x)
    }

    /// An image, and its reflection below.
    private func reflection(gap: Double, alphaOffset: Double) -> PixelBuffer {
        let stage = KindStage(8, 64, background: .black)
        let replicator = stage.add(ReplicatorLayer(), Rect(x: 0, y: 0, width: 8, height: 20))
        replicator.instanceCount = 2
        replicator.instanceTransform = Transform3D(translationX: 0, y: gap).scaled(x: 1, y: -1)
        replicator.instanceAlphaOffset = alphaOffset
        let image = stage.add(Layer(), Rect(x: 0, y: 0, width: 8, height: 20), to: replicator)
        image.contents = Self.rows
        return stage.snapshot()
    }

    private func expect(_ pixel: UInt32, _ original: UInt32, times opacity: Double) {
        for shift in [0, 8, 16] as [UInt32] {
            let expected = Double(original >> shift & 255) * opacity
            #expect(abs(Double(pixel >> shift & 255) - expected) <= 1)
        }
    }

    @Test func `below a gap of 2 points, row h + 2 + j mirrors row h - 1 - j at 40 %`() {
        let snapshot = reflection(gap: 22, alphaOffset: -0.6)
        for j in 0..<20 {
            for column in 0..<8 { expect(snapshot[column, 22 + j], snapshot[column, 19 - j], times: 0.4) }
        }
        #expect(snapshot[3, 20] == 0xFF00_0000 && snapshot[3, 21] == 0xFF00_0000 && snapshot[3, 42] == 0xFF00_0000)
    }

    @Test func `moved by twice the height, a reflection at 30 % has a gap of the height`() {
        let snapshot = reflection(gap: 40, alphaOffset: -0.7)
        for row in 20..<40 { #expect(snapshot[4, row] == 0xFF00_0000) }
        for j in 0..<20 { expect(snapshot[4, 40 + j], snapshot[4, 19 - j], times: 0.3) }
    }

    private func circle(scale: Double, delay: Double = 0) -> PixelBuffer {
        let stage = KindStage(200, 200, scale: scale, background: Color(red: 0.2, green: 0.2, blue: 0.25))
        let replicator = stage.add(ReplicatorLayer(), Rect(x: 0, y: 0, width: 200, height: 200))
        replicator.instanceCount = 10
        replicator.instanceTransform = Transform3D(rotation: .pi / 5, x: 0, y: 0, z: 1)
        replicator.instanceGreenOffset = -0.1
        replicator.instanceBlueOffset = -0.1
        replicator.instanceDelay = delay
        stage.add(Layer(.white), Rect(x: 85, y: 10, width: 30, height: 30), to: replicator)
        let dot = stage.add(Layer(.black), Rect(x: 125, y: 25, width: 14, height: 14), to: replicator)
        dot.cornerRadius = 7
        dot.backgroundColor = Color(red: 0.6, green: 1, blue: 1, alpha: 0.8)
        return stage.snapshot()
    }

    @Test(arguments: [1.0, 2])
    func `a circle of ten copies looks as recorded`(scale: Double) throws {
        try expectSnapshot(circle(scale: scale), matches: "replicator-\(Int(scale))x")
    }

    @Test(arguments: [1.0, 2])
    func `copies that are moved have the pixels of copies that are traversed`(scale: Double) {
        let difference = SnapshotDifference(circle(scale: scale), circle(scale: scale, delay: 1e-9))
        #expect(difference.greatest <= 1)
    }

    @Test func `by traversal the last square of ten is (255, 26, 26)`() {
        let snapshot = circle(scale: 1)
        // The ninth step of 36° leads to 324°.
        #expect(snapshot[56, 39] == 0xFFFF_1A1A)
    }

    @Test func `copies of a stroked shape have the pixels of single ones`() {
        let stage = KindStage(200, 60)
        let replicator = stage.add(ReplicatorLayer(), Rect(x: 0, y: 0, width: 200, height: 60))
        replicator.actions = .none
        replicator.instanceCount = 4
        replicator.instanceTransform = Transform3D(translationX: 45, y: 3)
        let shape = stage.add(ShapeLayer(), .zero, to: replicator)
        shape.actions = .none
        shape.path = Path(ellipseIn: Rect(x: 5, y: 5, width: 30, height: 30))
        shape.strokeColor = Color(red: 1, green: 0, blue: 0)
        shape.lineWidth = 3
        let copies = stage.snapshot()
        replicator.instanceDelay = 1e-9
        // The outline of a stroke is exact to 1/64 pixel.
        #expect(SnapshotDifference(stage.snapshot(), copies).greatest <= 4)
    }
}
