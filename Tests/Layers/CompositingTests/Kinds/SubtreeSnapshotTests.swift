import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Snapshots of a layer and its subtree.
@MainActor
@Suite(.timeLimited) struct SubtreeSnapshotTests {
    private let stage = KindStage(200, 200)
    private let group = Layer()

    init() {
        stage.add(group, Rect(x: 20, y: 30, width: 160, height: 150))
        group.actions = .none
    }

    /// Adds 200 labels, each of one color and slightly transparent.
    private func addLabels() {
        for index in 0..<200 {
            let part = Double(index) / 200
            let color = Color(red: part, green: 1 - part, blue: Double(index % 7) / 7, alpha: 0.9)
            let label = Layer(color)
            stage.add(
                label, Rect(x: Double(index % 20) * 8, y: Double(index / 20) * 15, width: 6.5, height: 11), to: group)
        }
    }

    @Test func `a snapshot has the pixels of the frame`() throws {
        stage.scene.background = .clear
        group.backgroundColor = Color(red: 0.3, green: 0.2, blue: 0.1)
        addLabels()
        let frame = stage.snapshot()
        let snapshot = try #require(stage.compositor.snapshot(of: group))
        #expect(snapshot.size == PixelSize(width: 160, height: 150))
        #expect(snapshot.pixels == frame.pixels(in: PixelRect(x: 20, y: 30, width: 160, height: 150)))
    }

    @Test(arguments: [1.0, 2])
    func `200 labels become one quad with the same pixels`(scale: Double) throws {
        stage.scene.scale = scale
        stage.scene.size = PixelSize(width: Int(200 * scale), height: Int(200 * scale))
        addLabels()
        let before = stage.snapshot()
        #expect(stage.scene.statistics.quads == 200)
        let flat = try #require(stage.compositor.flattened(group, scale: scale))
        stage.root.replaceSublayer(group, with: flat)
        let after = stage.snapshot()
        #expect(stage.scene.statistics.quads == 1)
        #expect(SnapshotDifference(after, before).greatest <= 1)
    }

    @Test func `a flattened layer keeps geometry, opacity and visibility, and fades out as one`() throws {
        group.backgroundColor = Color(red: 1, green: 0, blue: 0)
        group.addSublayer(Layer(Color(red: 0, green: 0, blue: 1), frame: Rect(x: 0, y: 0, width: 80, height: 150)))
        group.opacity = 0.5
        group.transform = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
        let before = stage.snapshot()
        let flat = try #require(stage.compositor.flattened(group, scale: 1))
        stage.root.replaceSublayer(group, with: flat)
        #expect(SnapshotDifference(stage.snapshot(), before).greatest <= 1)
        let fade = BasicAnimation(\.opacity, from: 1, to: 0)
        flat.addAnimation(fade, forKey: "opacity")
        _ = stage.snapshot(at: 0)
        let middle = stage.snapshot(at: 0.125)
        #expect(abs(Int(middle[100, 60] >> 8 & 255) - 128) <= 2)
    }

    @Test func `a snapshot shows border, corners and mask, and neither shadow nor what lies outside`() throws {
        group.backgroundColor = .white
        group.borderWidth = 5
        group.cornerRadius = 20
        group.shadowOpacity = 1
        group.addSublayer(Layer(.black, frame: Rect(x: 150, y: 50, width: 100, height: 50)))
        let mask = Layer(.black, frame: Rect(x: 0, y: 0, width: 160, height: 75))
        group.mask = mask
        let snapshot = try #require(stage.compositor.snapshot(of: group))
        #expect(snapshot[0, 0] == 0 && snapshot[80, 2] == 0xFF00_0000 && snapshot[80, 40] == 0xFFFF_FFFF)
        #expect(snapshot[80, 75] == 0 && snapshot[152, 60] == 0xFF00_0000)
        #expect(snapshot.size == PixelSize(width: 160, height: 150))
    }

    @Test func `a layer in no scene is laid out and drawn for its snapshot`() throws {
        final class Drawing: Layer {
            override func layoutSublayers() { sublayers.first?.frame = Rect(x: 0, y: 0, width: 5, height: 5) }
            override func draw(in context: inout PixelContext) {
                context.fillColor = Color(red: 0, green: 1, blue: 0)
                context.fill(self.bounds)
            }
        }
        let layer = Drawing()
        layer.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
        layer.addSublayer(Layer(.black))
        layer.setNeedsDisplay()
        let snapshot = try #require(stage.compositor.snapshot(of: layer, scale: 2))
        #expect(snapshot.size == PixelSize(width: 20, height: 20))
        #expect(snapshot[9, 9] == 0xFF00_0000 && snapshot[10, 10] == 0xFF00_FF00)
    }

    @Test(arguments: [0, -1, Double.nan, .infinity])
    func `without a size there is no snapshot, and a huge one is scaled down`(scale: Double) {
        if scale != .infinity {
            #expect(stage.compositor.snapshot(of: group, scale: scale) == nil)
        }
        #expect(group.renderTree(scale: 1e9)?.size == PixelSize(width: 8192, height: 8192))
        #expect(Layer().renderTree() == nil)
    }
}
