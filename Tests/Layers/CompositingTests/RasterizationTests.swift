import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Layers that are drawn into an image.
@MainActor
@Suite(.timeLimited) struct RasterizationTests {
    private let root = Layer()
    private let clock = ManualClock()
    private let compositor = Compositor()

    private static let red = Color(red: 1, green: 0, blue: 0)

    private func scene(_ side: Int, scale: Double = 1) -> LayerScene {
        let points = Double(side) / scale
        root.frame = Rect(x: 0, y: 0, width: points, height: points)
        return LayerScene(
            root: root, size: PixelSize(width: side, height: side), scale: scale, background: .white, clock: clock)
    }

    private func add(_ layer: Layer, _ frame: Rect, _ color: Color? = nil, to parent: Layer? = nil) {
        layer.actions = .none
        layer.frame = frame
        layer.backgroundColor = color
        (parent ?? root).addSublayer(layer)
    }

    private func count(_ pixel: UInt32, in snapshot: PixelBuffer) -> Int { snapshot.pixels.count { $0 == pixel } }

    private func rasters(_ frame: RenderTree) -> [RenderRaster] {
        frame.items.compactMap { if case .raster(let raster) = $0 { raster } else { nil } }
    }

    @Test func `a sublayer outside the bounds is drawn, unless the layer masks to its bounds`() {
        let scene = scene(200)
        let card = Layer()
        add(card, Rect(x: 50, y: 50, width: 100, height: 100), .white)
        add(Layer(), Rect(x: -25, y: -25, width: 50, height: 50), Self.red, to: card)
        let plain = compositor.draw(scene.frame())
        card.shouldRasterize = true
        let whole = compositor.draw(scene.frame())
        #expect(count(0xFFFF_0000, in: whole) == 2500)
        #expect(whole.pixels == plain.pixels)
        #expect(rasters(scene.frame()).map(\.bounds) == [PixelRect(x: -25, y: -25, width: 125, height: 125)])
        card.masksToBounds = true
        #expect(count(0xFFFF_0000, in: compositor.draw(scene.frame())) == 625)
        #expect(rasters(scene.frame()).map(\.bounds) == [PixelRect(x: 0, y: 0, width: 100, height: 100)])
    }

    @Test func `a path outside the bounds is drawn`() {
        let scene = scene(100)
        let shape = ShapeLayer()
        add(shape, Rect(x: 20, y: 20, width: 10, height: 10))
        shape.path = Path(Rect(x: 0, y: 0, width: 50, height: 50))
        shape.fillColor = Self.red
        shape.shouldRasterize = true
        #expect(count(0xFFFF_0000, in: compositor.draw(scene.frame())) == 2500)
    }

    @Test func `the shadow and the mask are parts of the image, and the opacity is not`() {
        let scene = scene(100)
        let layer = Layer()
        add(layer, Rect(x: 20, y: 20, width: 40, height: 40), Self.red)
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        layer.shadowOffset = Point(x: 10, y: 0)
        layer.shouldRasterize = true
        let shadowed = compositor.draw(scene.frame())
        #expect(scene.frame().items.count == 1)
        #expect(count(0xFFFF_0000, in: shadowed) == 1600 && count(0xFF00_0000, in: shadowed) == 400)
        #expect(shadowed[65, 40] == 0xFF00_0000 && shadowed[70, 40] == 0xFFFF_FFFF)
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: 45, height: 20)
        mask.backgroundColor = .black
        layer.mask = mask
        let masked = compositor.draw(scene.frame())
        #expect(count(0xFFFF_0000, in: masked) == 800 && count(0xFF00_0000, in: masked) == 100)
        let misses = compositor.rasterCounts.misses
        layer.opacity = 0.5
        #expect(compositor.draw(scene.frame())[30, 30] == 0xFFFF_8080)
        #expect(compositor.rasterCounts.misses == misses)
    }

    @Test func `the image stays while the layer moves, even out of the frame`() {
        let scene = scene(100)
        let card = Layer()
        add(card, Rect(x: 0, y: 20, width: 40, height: 40), .white)
        add(Layer(), Rect(x: 20, y: -10, width: 40, height: 40), Self.red, to: card)
        card.shouldRasterize = true
        for frame in 0..<60 {
            card.position.x = 20 - Double(frame)
            let seen = compositor.draw(scene.frame())
            #expect(count(0xFFFF_0000, in: seen) == 40 * min(40, 60 - frame))
        }
        #expect(compositor.rasterCounts == (hits: 59, misses: 1))
    }

    // One pixel for two stripes of half a point is gray; two pixels are the stripes.
    @Test(arguments: [(1, [127, 128]), (2, [0, 255])] as [(Double, Set<UInt32>)])
    func `the scale of the image is in pixels for each point, whatever the scale of the scene`(
        rasterizationScale: Double, colors: Set<UInt32>
    ) {
        let stripes = PixelBuffer(size: PixelSize(width: 80, height: 80), isOpaque: true) { pixels in
            for index in pixels.indices { pixels[index] = index % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
        }
        let scene = scene(80, scale: 2)
        let layer = Layer()
        add(layer, root.bounds)
        layer.contents = stripes
        layer.contentsScale = 2
        layer.shouldRasterize = true
        layer.rasterizationScale = rasterizationScale
        let side = Int(40 * rasterizationScale)
        #expect(rasters(scene.frame()).map(\.size) == [PixelSize(width: side, height: side)])
        let snapshot = compositor.draw(scene.frame())
        #expect(Set((20..<60).map { snapshot[$0, 40] & 255 }).isSubset(of: colors))
    }

    /// Notes the clips for which its contents are requested.
    private final class Tiles: Layer {
        var clips: [PixelRect] = []

        override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
            clips.append(context.clip)
            return []
        }
    }

    @Test func `a layer with more pixels than the limit is drawn without an image`() {
        let scene = scene(100)
        let layer = Layer()
        add(layer, Rect(x: 0, y: 0, width: 4096, height: 4096), Self.red)
        layer.shouldRasterize = true
        #expect(rasters(scene.frame()).map(\.size.area) == [RenderRaster.areaLimit])
        layer.bounds.size.width = 4097
        #expect(rasters(scene.frame()).isEmpty)
        layer.frame = Rect(x: -99_950, y: -99_950, width: 100_000, height: 100_000)
        let tiles = Tiles()
        add(tiles, layer.bounds, to: layer)
        #expect(count(0xFFFF_0000, in: compositor.draw(scene.frame())) == 2500)
        #expect(tiles.clips == [PixelRect(x: 0, y: 0, width: 100, height: 100)])
        #expect(compositor.rasterCounts == (hits: 0, misses: 0))
    }
}
