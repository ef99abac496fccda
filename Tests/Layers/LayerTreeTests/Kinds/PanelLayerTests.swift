import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct PanelLayerTests {
    private let color = Color(red: 0, green: 0, blue: 1)

    private func scene(_ panel: PanelLayer, scale: Double = 1) -> LayerScene {
        panel.frame = Rect(x: 10, y: 20, width: 60, height: 40)
        let root = Layer()
        root.anchorPoint = .zero
        root.addSublayer(panel)
        return LayerScene(root: root, size: PixelSize(width: 100, height: 80), scale: scale, clock: ManualClock())
    }

    @Test func `the corners of 6 points take 14 × 14 pixels, and 26 × 26 at a scale of 2`() throws {
        let panel = PanelLayer(color: color)
        #expect(panel.contents == nil)
        let scene = scene(panel)
        let contents = try #require(panel.contents)
        #expect(contents.size == PixelSize(width: 14, height: 14))
        #expect(contents[0, 0] == 0 && contents[7, 0] == 0xFF00_00FF && contents[7, 7] == 0xFF00_00FF)
        scene.scale = 2
        #expect(panel.contents?.size == PixelSize(width: 26, height: 26) && panel.contentsScale == 2)
    }

    @Test func `a panel consists of nine parts of which the corners keep their size`() throws {
        let panel = PanelLayer(color: color)
        let quads = scene(panel).frame().items.compactMap { item -> RenderQuad? in
            if case .quad(let quad) = item { quad } else { nil }
        }
        #expect(quads.count == 9)
        #expect(quads.first?.pixelBounds == PixelRect(x: 10, y: 20, width: 7, height: 7))
        #expect(quads.last?.pixelBounds == PixelRect(x: 63, y: 53, width: 7, height: 7))
        #expect(quads[4].pixelBounds == PixelRect(x: 17, y: 27, width: 46, height: 26))
    }

    @Test func `a resized or moved panel keeps its bitmap, and another color, radius or border draws it again`() throws
    {
        let panel = PanelLayer(color: color)
        let scene = scene(panel)
        _ = scene.frame()
        var contents = panel.contents
        panel.frame = Rect(x: 1, y: 2, width: 90, height: 70)
        panel.radius = 6
        #expect(panel.contents == contents && scene.needsFrame)
        for change in [{ panel.color = .black }, { panel.radius = 9 }, { panel.borderColor = .white }] {
            change()
            #expect(panel.contents != contents)
            contents = panel.contents
        }
        // All show at once.
        #expect(panel.animationKeys.isEmpty)
    }

    @Test func `a border lies inside the edges, over the background`() throws {
        let panel = PanelLayer(color: color)
        panel.radius = 0
        panel.borderColor = .white
        panel.borderWidth = 2
        _ = scene(panel)
        let contents = try #require(panel.contents)
        #expect(contents.size == PixelSize(width: 6, height: 6))
        let rows = (0..<6).map { row in (0..<6).map { contents[$0, row] == 0xFFFF_FFFF } }
        let edge = [true, true, true, true, true, true]
        let middle = [true, true, false, false, true, true]
        #expect(rows == [edge, edge, middle, middle, edge, edge])
        #expect(contents[2, 2] == 0xFF00_00FF)
    }

    @Test(arguments: [-5.0, 1e12, .infinity, .nan])
    func `a radius that makes no sense does no harm`(radius: Double) {
        let panel = PanelLayer(color: color, radius: radius)
        _ = scene(panel)
        #expect(panel.contents.map { $0.size.width <= 2050 } == true)
    }
}
