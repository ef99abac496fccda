import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Layers, from the tree to the pixels.
@MainActor
@Suite(.timeLimited) struct LayerSnapshotTests {
    private let root = Layer()
    private let clock = ManualClock()
    private let scene: LayerScene
    private let compositor = Compositor()

    init() {
        root.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        scene = LayerScene(root: root, size: PixelSize(width: 100, height: 100), background: .white, clock: clock)
    }

    private func snapshot() -> PixelBuffer { compositor.draw(scene.frame()) }

    private func add(_ frame: Rect, _ color: Color? = nil, contents: PixelBuffer? = nil, to parent: Layer) -> Layer {
        let layer = Layer()
        layer.frame = frame
        layer.backgroundColor = color
        layer.contents = contents
        parent.addSublayer(layer)
        return layer
    }

    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let green = Color(red: 0, green: 0.5, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)
    private static let whole = Rect(x: 0, y: 0, width: 100, height: 100)

    /// A dial with one hand, which makes rotation and mirroring visible.
    private static let dial = PixelBuffer.drawn(size: PixelSize(width: 40, height: 40)) { context in
        context.fillColor = Color(red: 0.9, green: 0.8, blue: 0.3)
        context.fill(Rect(x: 0, y: 0, width: 40, height: 40))
        context.fillColor = .black
        context.fill(Path(ellipseIn: Rect(x: 4, y: 4, width: 32, height: 32)))
        context.fillColor = .white
        context.fill(Rect(x: 20, y: 18, width: 14, height: 4))
        context.fill(Rect(x: 18, y: 6, width: 4, height: 16))
    }

    @Test func `a layer of 100 pixels in a white one of 200 covers 50 to 149 on both axes`() {
        root.bounds.size = Size(width: 200, height: 200)
        root.position = Point(x: 100, y: 100)
        scene.size = PixelSize(width: 200, height: 200)
        _ = add(Rect(x: 50, y: 50, width: 100, height: 100), Self.blue, to: root)
        let snapshot = snapshot()
        #expect(snapshot[49, 49] == 0xFFFF_FFFF && snapshot[150, 150] == 0xFFFF_FFFF)
        #expect(snapshot[50, 50] == 0xFF00_00FF && snapshot[149, 149] == 0xFF00_00FF)
    }

    @Test func `red in black with a group opacity of 0.5 is (255, 128, 128) over white`() {
        let black = add(Self.whole, .black, to: root)
        _ = add(Self.whole, Self.red, to: black)
        black.opacity = 0.5
        #expect(snapshot()[50, 50] == 0xFFFF_8080)
    }

    @Test func `six digits of a sheet of ten are cut out by tenths of its width`() throws {
        let sheet = PixelBuffer.drawn(size: PixelSize(width: 100, height: 20)) { context in
            for digit in 0..<10 {
                context.fillColor = Color(red: Double(digit) / 9, green: 0.3, blue: 1 - Double(digit) / 9)
                context.fill(Rect(x: Double(digit) * 10, y: 0, width: 10, height: 20))
                context.fillColor = .white
                context.fill(Rect(x: Double(digit) * 10 + 3, y: 18 - Double(digit) * 1.5, width: 4, height: 2))
            }
        }
        for (position, digit) in [1, 2, 3, 4, 5, 6].enumerated() {
            let layer = add(Rect(x: 5 + Double(position) * 15, y: 30, width: 14, height: 40), contents: sheet, to: root)
            layer.contentsRect = Rect(x: Double(digit) / 10, y: 0, width: 0.1, height: 1)
            layer.magnificationFilter = .nearest
        }
        try expectSnapshot(snapshot(), matches: "digits")
    }

    @Test func `a frame of 20 pixels stretched to 90 keeps its corners of 5`() throws {
        let frame = PixelBuffer.drawn(size: PixelSize(width: 20, height: 20)) { context in
            context.fillColor = Self.blue
            context.fill(Path(roundedRect: Rect(x: 0, y: 0, width: 20, height: 20), radius: 5))
            context.fillColor = Color(red: 0.8, green: 0.9, blue: 1)
            context.fill(Rect(x: 5, y: 5, width: 10, height: 10))
        }
        let layer = add(Rect(x: 5, y: 20, width: 90, height: 60), contents: frame, to: root)
        layer.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let snapshot = snapshot()
        try expectSnapshot(snapshot, matches: "nine-parts")
        for row in 0..<5 {
            for column in 0..<5 where frame[column, row] >> 24 == 255 {
                #expect(snapshot[5 + column, 20 + row] == frame[column, row])
            }
        }
    }

    @Test func `an ellipse with a line width of 10 drawn in a layer of 80 is clipped at its edge`() throws {
        let layer = DrawnEllipse()
        layer.frame = Rect(x: 10, y: 10, width: 80, height: 80)
        layer.backgroundColor = Self.blue
        root.addSublayer(layer)
        layer.setNeedsDisplay()
        try expectSnapshot(snapshot(), matches: "ellipse")
    }

    private final class DrawnEllipse: Layer {
        override func draw(in context: inout PixelContext) {
            context.strokeColor = LayerSnapshotTests.red
            context.strokeStyle = StrokeStyle(width: 10)
            context.stroke(Path(ellipseIn: self.bounds))
        }
    }

    @Test func `a dial rotated by 45° keeps its center`() throws {
        let layer = add(Rect(x: 30, y: 30, width: 40, height: 40), contents: Self.dial, to: root)
        layer.affineTransform = AffineTransform(rotation: Double.pi / 4)
        try expectSnapshot(snapshot(), matches: "turned", tolerance: 2)
    }

    @Test
    func `a face of 100 rotated by 45° about y, seen from 500, is 54 high on the left and 47 on the right`() throws {
        let layer = add(Self.whole, contents: Self.dial, to: root)
        layer.transform = Transform3D(perspectiveDistance: 500).rotated(Double.pi / 4, x: 0, y: 1, z: 0)
        scene.size = PixelSize(width: 100, height: 120)
        root.position.y = 60
        let snapshot = snapshot()
        try expectSnapshot(snapshot, matches: "perspective", tolerance: 2)
        // It reaches from −38.046 to 33.020 about the center, half as high as 53.805 and 46.698.
        func height(_ column: Int) -> Int { (0..<120).count { snapshot[column, $0] != 0xFFFF_FFFF } }
        #expect(height(11) == 0 && height(12) == 108 && height(82) == 94 && height(83) == 0)
    }

    @Test func `two faces rotated by ±45° under one perspective are mirror images, pixel by pixel`() throws {
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        for (x, angle) in [(25.0, 1.0), (75.0, -1.0)] {
            let face = add(Rect(x: x - 20, y: 30, width: 40, height: 40), Self.green, to: root)
            face.transform = Transform3D(rotation: angle * Double.pi / 4, x: 0, y: 1, z: 0)
        }
        let snapshot = snapshot()
        try expectSnapshot(snapshot, matches: "faces")
        var differences = 0
        for row in 0..<100 {
            for column in 0..<50 where snapshot[column, row] != snapshot[99 - column, row] { differences += 1 }
        }
        #expect(differences == 0)
    }

    @Test func `the back of a dial is its mirror image, and nothing if it is not double-sided`() throws {
        let layer = add(Rect(x: 30, y: 30, width: 40, height: 40), contents: Self.dial, to: root)
        let front = snapshot()
        layer.transform = Transform3D(rotation: Double.pi, x: 0, y: 1, z: 0)
        Transaction.flush()
        clock.advance(by: 1)
        let back = snapshot()
        for row in stride(from: 30, to: 70, by: 3) {
            for column in 30..<70 {
                #expect(back[column, row] == front[99 - column, row])
            }
        }
        layer.isDoubleSided = false
        let nothing = snapshot()
        #expect(nothing.withPixels { $0.allSatisfy { $0 == 0xFFFF_FFFF } })
    }

    @Test(arguments: [(0.0, 0.0, 1.0, "flat-z"), (0, 1, 0, "flat-y")])
    func `rotating back restores a square about z, and not about y, as layers are flat`(
        x: Double, y: Double, z: Double, name: String
    ) throws {
        let outer = add(Rect(x: 20, y: 20, width: 60, height: 60), Self.blue, to: root)
        let inner = add(Rect(x: 15, y: 15, width: 30, height: 30), Self.red, to: outer)
        outer.transform = Transform3D(rotation: Double.pi / 4, x: x, y: y, z: z)
        inner.transform = Transform3D(rotation: -Double.pi / 4, x: x, y: y, z: z)
        let snapshot = snapshot()
        try expectSnapshot(snapshot, matches: name)
        let width = (0..<100).count { snapshot[$0, 50] == 0xFFFF_0000 }
        #expect(width == (z == 1 ? 30 : 15))
    }

    @Test func `halfway through a push from the left, old and new content have half of the layer each`() {
        let pages = add(Self.whole, to: root)
        let old = add(Self.whole, Self.red, to: pages)
        _ = snapshot()
        var push = Transition(.push, from: .left, duration: 1)
        push.timingFunction = .linear
        pages.addAnimation(push, forKey: Transition.key)
        let new = Layer()
        new.frame = Self.whole
        new.backgroundColor = Self.blue
        pages.replaceSublayer(old, with: new)
        _ = snapshot()
        clock.advance(by: 0.5)
        let half = snapshot()
        #expect(half[49, 50] == 0xFF00_00FF && half[50, 50] == 0xFFFF_0000)
    }

    @Test func `a push while the layer moves shows both parts where the layer is`() {
        let layer = add(Rect(x: 5, y: 5, width: 30, height: 30), Self.blue, to: root)
        _ = snapshot()
        layer.actions[.backgroundColor] = .run(Transition(.push, from: .top))
        Transaction.run(duration: 1, timingFunction: .linear) {
            layer.backgroundColor = Self.red
            layer.position = Point(x: 61, y: 46)
        }
        _ = snapshot()
        clock.advance(by: 0.5)
        let half = snapshot()
        // Halfway from (20, 20) to (61, 46) the layer reaches from (25.5, 18) to (55.5, 48).
        for row in 0..<100 {
            for column in 0..<100 {
                let isInside = (25..<55).contains(column) && (18..<48).contains(row)
                let expected: UInt32 = !isInside ? 0xFFFF_FFFF : row < 33 ? 0xFFFF_0000 : 0xFF00_00FF
                #expect(half[column, row] == expected, "\(column), \(row)")
            }
        }
    }

    @Test func `contents that are set cross-fade: after 0.125 s of 0.25 s each counts one half`() {
        func filled(_ pixel: UInt32) -> PixelBuffer {
            PixelBuffer(size: PixelSize(width: 4, height: 4), isOpaque: true) { $0.update(repeating: pixel) }
        }
        let layer = add(Self.whole, contents: filled(0xFFFF_0000), to: root)
        _ = snapshot()
        Transaction.timingFunction = .linear
        layer.contents = filled(0xFF00_00FF)
        _ = snapshot()
        clock.advance(by: 0.125)
        let half = snapshot()[50, 50]
        #expect((127...128).contains(half >> 16 & 255) && (127...128).contains(half & 255) && half >> 24 == 255)
        clock.advance(by: 0.125)
        #expect(snapshot()[50, 50] == 0xFF00_00FF)
    }

    @Test func `three half transparent layers over the background write each pixel four times`() {
        for _ in 0..<3 {
            add(Self.whole, Self.green, to: root).opacity = 0.5
        }
        scene.collectsStatistics = true
        let frame = scene.frame()
        var statistics = scene.statistics
        statistics.countPixels(of: frame)
        #expect(statistics.filledPixels == 40_000)
        #expect(statistics.overdraw == 4)
    }
}
