import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Corners, borders, shadows, masks and rasterization of layers, from the tree to the pixels.
@MainActor
@Suite(.timeLimited) struct EffectTests {
    private let root = Layer()
    private let clock = ManualClock()
    private let scene: LayerScene
    private let compositor = Compositor()

    init() {
        root.frame = Rect(x: 0, y: 0, width: 200, height: 200)
        // Squares appear and disappear at once.
        root.actions[.sublayers] = .none
        scene = LayerScene(root: root, size: PixelSize(width: 200, height: 200), background: .white, clock: clock)
        scene.collectsStatistics = true
    }

    private func snapshot() -> PixelBuffer { compositor.draw(scene.frame()) }

    /// A layer of 100 × 100 points in the middle.
    private func square(_ color: Color? = red) -> Layer {
        let layer = Layer()
        layer.frame = Rect(x: 50, y: 50, width: 100, height: 100)
        layer.backgroundColor = color
        root.addSublayer(layer)
        return layer
    }

    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    /// The area that is not white, in pixels: how far green is below 255, for colors without green.
    private func coveredArea(_ snapshot: PixelBuffer) -> Double {
        var sum = 0.0
        for row in 0..<200 {
            for column in 0..<200 { sum += 1 - Double(snapshot[column, row] >> 8 & 255) / 255 }
        }
        return sum
    }

    @Test func `corners of 20 points leave 9,657 pixels of 10,000`() {
        square().cornerRadius = 20
        #expect(abs(coveredArea(snapshot()) - 9657) < 3)
        #expect(scene.statistics.groups == 0)
    }

    @Test func `each corner has its own radius`() {
        let layer = square()
        layer.cornerRadii = CornerRadii(topLeft: 40, bottomRight: 20)
        let snapshot = snapshot()
        #expect(snapshot[51, 51] == 0xFFFF_FFFF && snapshot[148, 148] == 0xFFFF_FFFF)
        #expect(snapshot[148, 51] == 0xFFFF_0000 && snapshot[51, 148] == 0xFFFF_0000)
        #expect(abs(coveredArea(snapshot) - (10000 - (1 - .pi / 4) * (1600 + 400))) < 3)
    }

    @Test func `a sublayer in the corner shows unless the layer masks to its bounds, in one group then`() {
        let layer = square()
        layer.cornerRadius = 20
        let corner = Layer()
        corner.frame = Rect(x: 0, y: 0, width: 20, height: 20)
        corner.backgroundColor = Self.blue
        layer.addSublayer(corner)
        #expect(snapshot()[50, 50] == 0xFF00_00FF)
        #expect(scene.statistics.groups == 0)
        layer.masksToBounds = true
        let masked = snapshot()
        #expect(masked[50, 50] == 0xFFFF_FFFF)
        #expect(masked[60, 60] == 0xFF00_00FF)
        #expect(scene.statistics.groups == 1)
    }

    @Test func `a border of 5 points lies inside, above sublayers: 1,900 pixels`() {
        let layer = square()
        layer.borderWidth = 5
        layer.borderColor = Self.blue
        let whole = Layer()
        whole.frame = Rect(x: -10, y: -10, width: 120, height: 120)
        whole.backgroundColor = .white
        layer.addSublayer(whole)
        let snapshot = snapshot()
        let blue = (0..<40000).count { snapshot[$0 % 200, $0 / 200] == 0xFF00_00FF }
        #expect(blue == 1900)
        #expect(snapshot[50, 50] == 0xFF00_00FF && snapshot[54, 100] == 0xFF00_00FF)
        #expect(snapshot[55, 55] == 0xFFFF_FFFF)
    }

    @Test func `a sharp shadow 5 points below shows a band of 5 pixels, half black`() {
        let layer = square()
        layer.shadowOpacity = 0.5
        layer.shadowOffset = Point(x: 0, y: 5)
        layer.shadowRadius = 0
        let snapshot = snapshot()
        for row in 150..<155 { #expect(snapshot[100, row] == 0xFF80_8080) }
        #expect(snapshot[100, 155] == 0xFFFF_FFFF)
        #expect(snapshot[100, 149] == 0xFFFF_0000)
    }

    @Test func `by default the shadow is 3 points above`() {
        let layer = square()
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        let snapshot = snapshot()
        #expect(snapshot[100, 47] == 0xFF00_0000 && snapshot[100, 46] == 0xFFFF_FFFF)
        #expect(snapshot[100, 150] == 0xFFFF_FFFF)
    }

    @Test(arguments: [1.0, 3, 5, 12])
    func `a blurred shadow falls off monotonically and keeps its area`(radius: Double) {
        let layer = square(nil)
        layer.shadowPath = Path(Rect(x: 0, y: 0, width: 100, height: 100))
        layer.shadowOffset = .zero
        layer.shadowOpacity = 1
        layer.shadowRadius = radius
        let snapshot = snapshot()
        let profile = (100..<200).map { snapshot[$0, 100] & 255 }
        #expect(zip(profile, profile.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(profile[0] == 0 && profile[99] == 255)
        #expect(abs(coveredArea(snapshot) - 10000) < 200)
    }

    @Test func `a shadow has the shape of what is drawn, sublayers and holes included`() {
        let layer = square(nil)
        for column in [0.0, 60] {
            let part = Layer()
            part.frame = Rect(x: column, y: 0, width: 40, height: 100)
            part.backgroundColor = Self.red
            layer.addSublayer(part)
        }
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        layer.shadowOffset = Point(x: 0, y: 10)
        let snapshot = snapshot()
        #expect(snapshot[60, 155] == 0xFF00_0000 && snapshot[130, 155] == 0xFF00_0000)
        #expect(snapshot[100, 155] == 0xFFFF_FFFF)
    }

    @Test func `the shadow of what lies outside the frame falls into it`() {
        let layer = square()
        layer.addSublayer(Layer())
        layer.contents = PixelBuffer(size: PixelSize(width: 1, height: 1), isOpaque: true) { $0[0] = 0xFFFF_0000 }
        layer.position = Point(x: -60, y: 100)
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        layer.shadowOffset = Point(x: 50, y: 0)
        let snapshot = snapshot()
        #expect(snapshot[0, 100] == 0xFF00_0000 && snapshot[39, 100] == 0xFF00_0000)
        #expect(snapshot[40, 100] == 0xFFFF_FFFF)
    }

    @Test func `a layer that masks to its bounds has no shadow`() {
        let layer = square()
        layer.shadowOpacity = 1
        layer.masksToBounds = true
        #expect(coveredArea(snapshot()) == 10000)
    }

    @Test func `a round mask leaves 7,854 pixels, whatever its color`() {
        let layer = square()
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        mask.cornerRadius = 50
        mask.backgroundColor = .black
        layer.mask = mask
        let black = snapshot()
        #expect(abs(coveredArea(black) - 7854) < 4)
        mask.backgroundColor = Self.blue
        let blue = snapshot()
        #expect((0..<40000).allSatisfy { black[$0 % 200, $0 / 200] == blue[$0 % 200, $0 / 200] })
    }

    @Test(arguments: [(40.0, 0xFFFF_FFFF), (45, 0xFFFF_FFFF), (46, 0xFF00_0000), (80, 0xFF00_0000)])
    func `a mask clips the shadow, too`(width: Double, beside: UInt32) {
        let layer = square()
        layer.frame = Rect(x: 20, y: 20, width: 40, height: 40)
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        layer.shadowOffset = Point(x: 10, y: 0)
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: width, height: 40)
        mask.backgroundColor = .black
        layer.mask = mask
        let snapshot = snapshot()
        #expect(snapshot[59, 40] == 0xFFFF_0000)
        #expect(snapshot[65, 40] == beside)
        #expect(snapshot[70, 40] == 0xFFFF_FFFF)
    }

    @Test func `the shadow of a path is clipped by the mask of a layer that draws nothing else`() {
        let layer = square(nil)
        layer.shadowPath = Path(layer.bounds)
        layer.shadowOffset = .zero
        layer.shadowRadius = 0
        layer.shadowOpacity = 1
        let mask = Layer()
        mask.frame = Rect(x: 10, y: 10, width: 30, height: 20)
        mask.backgroundColor = .black
        layer.mask = mask
        #expect(coveredArea(snapshot()) == 600)
    }

    @Test func `a mask whose corners grow for a second leaves less and less`() throws {
        let layer = square()
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        mask.backgroundColor = .black
        layer.mask = mask
        var growth = BasicAnimation(\.cornerRadius, from: 0, to: 50)
        growth.timing.duration = 1
        mask.addAnimation(growth, forKey: "growth")
        // A square of 100 without what its corners of radius r lack: (4 - π) · r².
        for (time, area) in [(0.0, 10000.0), (0.5, 9463.5), (0.9999, 7854)] {
            clock.advance(by: time - clock.now)
            #expect(abs(coveredArea(snapshot()) - area) < 5, "at \(time) s")
        }
    }

    @Test func `the shadow of an elliptic path is an ellipse, without a group`() {
        let layer = square(nil)
        layer.shadowPath = Path(ellipseIn: Rect(x: 0, y: 20, width: 100, height: 60))
        layer.shadowOffset = .zero
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        // π · 50 · 30.
        #expect(abs(coveredArea(snapshot()) - 4712.4) < 5)
        #expect(scene.statistics.groups == 0 && scene.statistics.offscreenPasses == 0)
    }

    @Test func `a rasterized subtree is drawn once in 60 frames, and again when it changes`() {
        let layer = square()
        layer.shouldRasterize = true
        let part = Layer()
        part.actions = .none
        layer.actions = .none
        part.frame = Rect(x: 10, y: 10, width: 20, height: 20)
        part.backgroundColor = Self.blue
        layer.addSublayer(part)
        for frame in 0..<60 {
            layer.position.x = 100 + Double(frame) / 4
            _ = snapshot()
        }
        #expect(compositor.rasterCounts == (hits: 59, misses: 1))
        for frame in 0..<60 {
            part.position.x = 20 + Double(frame + 1)
            _ = snapshot()
        }
        #expect(compositor.rasterCounts == (hits: 59, misses: 61))
    }

    @Test
    func
        `a corner, a border and the shadow of a path take no offscreen pass; a mask, a clipped corner and the shadow of what is drawn take one`()
    {
        func passes(_ change: (Layer) -> Void) -> Int {
            let layer = square()
            let part = Layer()
            part.frame = Rect(x: 10, y: 10, width: 100, height: 20)
            part.backgroundColor = Self.blue
            layer.addSublayer(part)
            change(layer)
            _ = snapshot()
            layer.removeFromSuperlayer()
            return scene.statistics.offscreenPasses
        }
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: 50, height: 50)
        mask.backgroundColor = .black
        #expect(passes { $0.cornerRadius = 20 } == 0)
        #expect(passes { $0.borderWidth = 3 } == 0)
        #expect(passes { $0.masksToBounds = true } == 0)
        #expect(
            passes {
                $0.shadowOpacity = 1
                $0.shadowPath = Path($0.bounds)
            } == 0)
        #expect(
            passes {
                $0.cornerRadius = 20
                $0.masksToBounds = true
            } == 1)
        #expect(passes { $0.mask = mask } == 1)
        #expect(passes { $0.shadowOpacity = 1 } == 1)
    }

    @Test(arguments: [1.0, 2])
    func `all effects together look as recorded`(scale: Double) throws {
        scene.scale = scale
        scene.size = PixelSize(width: Int(200 * scale), height: Int(200 * scale))
        let layer = square(Color(red: 0.9, green: 0.8, blue: 0.3))
        layer.transform = Transform3D(rotation: 0.2, x: 0, y: 0, z: 1)
        layer.cornerRadii = CornerRadii(topLeft: 30, topRight: 10, bottomRight: 30, bottomLeft: 0)
        layer.borderWidth = 4
        layer.borderColor = Color(red: 0.1, green: 0.2, blue: 0.4)
        layer.shadowOpacity = 0.6
        layer.shadowRadius = 6
        layer.shadowOffset = Point(x: 4, y: 8)
        let inner = Layer()
        inner.frame = Rect(x: 30, y: 30, width: 60, height: 60)
        inner.backgroundColor = Color(red: 0.2, green: 0.5, blue: 0.4)
        inner.shadowOpacity = 1
        inner.shadowRadius = 2
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: 60, height: 60)
        mask.cornerRadius = 20
        mask.borderWidth = 12
        inner.mask = mask
        layer.addSublayer(inner)
        try expectSnapshot(snapshot(), matches: "effects-\(Int(scale))x")
    }
}
