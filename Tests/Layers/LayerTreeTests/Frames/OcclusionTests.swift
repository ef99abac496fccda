import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct OcclusionTests {
    private let scene = TestLayers.scene(100, 100, .white)

    /// The number of items that are removed because something hides them.
    private var removed: Int {
        scene.collectsStatistics = true
        _ = scene.frame()
        return scene.statistics.occludedQuads
    }

    @Test(arguments: [(20.0, 20.0, 60.0, 60.0, 1), (16, 16, 68, 68, 1), (15, 16, 68, 68, 0), (12, 12, 76, 76, 0)])
    func `an opaque rounded layer hides what lies in its inner rectangle, and not what reaches its corners`(
        x: Double, y: Double, width: Double, height: Double, expected: Int
    ) {
        _ = TestLayers.layer(x, y, width, height, TestLayers.red, in: scene.root)
        // The inner rectangle, which touches the arcs, is 6 points inside.
        let rounded = TestLayers.layer(10, 10, 80, 80, TestLayers.blue, in: scene.root)
        rounded.cornerRadius = 20
        #expect(removed == expected)
    }

    @Test func `a rounded layer that is turned, transparent or clipped by a polygon hides nothing`() {
        _ = TestLayers.layer(45, 45, 10, 10, TestLayers.red, in: scene.root)
        let rounded = TestLayers.layer(10, 10, 80, 80, TestLayers.blue, in: scene.root)
        rounded.actions = .none
        rounded.cornerRadius = 20
        #expect(removed == 1)
        rounded.transform = Transform3D(rotation: 0.1, x: 0, y: 0, z: 1)
        #expect(removed == 0)
        rounded.transform = .identity
        rounded.backgroundColor = Color(red: 0, green: 0, blue: 1, alpha: 0.9)
        #expect(removed == 0)
        rounded.backgroundColor = TestLayers.blue
        rounded.opacity = 0.5
        #expect(removed == 0)
    }

    @Test(arguments: [false, true])
    func `the sixteen largest of twenty opaque layers hide what lies below, in whatever order they are`(
        isReversed: Bool
    ) {
        for index in 0..<20 {
            _ = TestLayers.layer(1, Double(index) * 4 + 1, 1, 1, TestLayers.red, in: scene.root)
        }
        for index in isReversed ? Array((0..<20).reversed()) : Array(0..<20) {
            _ = TestLayers.layer(0, Double(index) * 4, Double(index) + 3, 3, TestLayers.blue, in: scene.root)
        }
        #expect(removed == 16)
    }

    @Test func `an opaque gradient hides what lies below, and one that is seen edge-on nothing`() {
        _ = TestLayers.layer(20, 20, 60, 60, TestLayers.red, in: scene.root)
        let gradient = GradientQuadLayer()
        gradient.actions = .none
        gradient.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        scene.root.addSublayer(gradient)
        // The red layer, and the white background of the root.
        #expect(removed == 2)
        gradient.span = 0
        gradient.position.x += 1
        #expect(removed == 0)
    }
}

/// A layer filled with a gradient.
private final class GradientQuadLayer: Layer {
    /// The length of the gradient in points.
    var span = 100.0

    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        guard let outline = PixelPolygon(context.properties.bounds, projectedBy: context.projection) else { return [] }
        let gradient = RenderGradient(
            kind: .axial, stops: [GradientStop(.black, at: 0), GradientStop(.white, at: 1)],
            projection: Projection(scaleX: span, y: 1).followed(by: context.projection))
        return [
            .quad(RenderQuad(outline: outline, fill: .gradient(gradient), opacity: 1, clip: context.clipping))
        ]
    }
}
