import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct FrameSequenceLayerSnapshotTests {
    /// Ten frames: a bar moves to the right.
    private static let film = (0..<10).map { index in
        PixelBuffer(100, 100, isOpaque: true) { x, y in
            x / 10 == index ? 0xFFFF_F060 : 0xFF20_4060 + UInt32(y / 4) * 0x0001_0100
        }
    }

    @Test(arguments: [1.0, 2])
    func `frame 5 of a film at 0.5 s, turned in perspective, with corners and a border, looks as recorded`(
        scale: Double
    ) throws {
        let stage = KindStage(160, 160, scale: scale)
        let layer = stage.add(FrameSequenceLayer(Self.film, frameRate: 10), Rect(x: 30, y: 30, width: 100, height: 100))
        layer.transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
            .followed(by: Transform3D(perspectiveDistance: 500))
        layer.cornerRadius = 20
        layer.masksToBounds = true
        layer.borderWidth = 5
        layer.borderColor = Color(red: 1, green: 0, blue: 0)
        try expectSnapshot(stage.snapshot(at: 0.5), matches: "film-\(Int(scale))x")
    }
}
