import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct GradientLayerSnapshotTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let yellow = Color(red: 1, green: 1, blue: 0)
    private static let green = Color(red: 0, green: 0.5, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    private let stage = KindStage(101, 101)
    private let layer = GradientLayer()

    init() {
        layer.actions = .none
        stage.add(layer, Rect(x: 0, y: 0, width: 101, height: 101))
    }

    @Test func `the center of a diagonal from red to blue is (128, 0, 128)`() {
        layer.colors = [Self.red, Self.blue]
        layer.startPoint = .zero
        layer.endPoint = Point(x: 1, y: 1)
        let snapshot = stage.snapshot()
        #expect(snapshot[50, 50] == 0xFF80_0080)
        #expect(snapshot[100, 0] == 0xFF80_0080 && snapshot[0, 100] == 0xFF80_0080)
        #expect(snapshot[0, 0] == 0xFFFE_0001 && snapshot[100, 100] == 0xFF01_00FE)
    }

    @Test func `with locations 0, 0.25 and 0.5 the second color is at a quarter, and the last one beyond the middle`() {
        layer.colors = [Self.red, Self.yellow, Self.green]
        layer.locations = [0, 0.25, 0.5]
        layer.startPoint = .zero
        layer.endPoint = Point(x: 1, y: 0)
        let snapshot = stage.snapshot()
        let quarter = snapshot[25, 50]
        #expect(quarter >> 16 & 255 >= 250 && quarter >> 8 & 255 >= 250 && quarter & 255 == 0)
        #expect((51..<101).allSatisfy { snapshot[$0, 50] == 0xFF00_8000 })
        #expect((126...127).contains(snapshot[12, 50] >> 8 & 255))
    }

    @Test(arguments: [[], [0.5], [0, 1, 1], [0, .nan]])
    func `locations that do not match the colors draw nothing`(locations: [Double]) {
        layer.colors = [Self.red, Self.blue]
        layer.locations = locations
        #expect(stage.snapshot().count(otherThan: 0xFFFF_FFFF) == 0)
    }

    @Test func `no color draws nothing, and one color fills the bounds`() {
        #expect(stage.snapshot().count(otherThan: 0xFFFF_FFFF) == 0)
        layer.colors = [Self.blue]
        #expect(stage.snapshot().count(otherThan: 0xFF00_00FF) == 0)
    }

    @Test(arguments: [RenderGradient.Kind.axial, .radial])
    func `a gradient of no length has its last color everywhere`(kind: RenderGradient.Kind) {
        layer.gradientKind = kind
        layer.colors = [Self.red, Self.blue]
        layer.startPoint = Point(x: 0.5, y: 0.5)
        layer.endPoint = layer.startPoint
        #expect(stage.snapshot().count(otherThan: 0xFF00_00FF) == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a point that is not finite draws nothing`(coordinate: Double) {
        layer.colors = [Self.red, Self.blue]
        layer.endPoint = Point(x: coordinate, y: 1)
        #expect(stage.snapshot().count(otherThan: 0xFFFF_FFFF) == 0)
    }

    @Test func `locations beyond 0 to 1, and those that descend, are moved to the nearest that fits`() {
        layer.colors = [Self.red, Self.yellow, Self.blue, Self.green]
        layer.locations = [-1, 0.5, 0.25, 9]
        let moved = stage.snapshot()
        layer.locations = [0, 0.5, 0.5, 1]
        #expect(stage.snapshot().pixels == moved.pixels)
    }

    @Test func `a radial gradient has its last color from the ellipse of its radii on, and a conic one runs clockwise`()
    {
        layer.colors = [Self.red, Self.blue]
        layer.gradientKind = .radial
        layer.startPoint = Point(x: 0.5, y: 0.5)
        layer.endPoint = Point(x: 1, y: 0.75)
        var snapshot = stage.snapshot()
        #expect(snapshot[50, 76] == 0xFF00_00FF && snapshot[100, 50] & 255 >= 252 && snapshot[0, 0] == 0xFF00_00FF)
        #expect(snapshot[50, 50] == 0xFFFF_0000)
        layer.gradientKind = .conic
        layer.endPoint = Point(x: 1, y: 0.5)
        snapshot = stage.snapshot()
        // Below the center a quarter of the turn is done, to the left one half, above three quarters.
        for (column, row, blue) in [(50, 99, 64), (1, 50, 128), (50, 1, 191)] {
            #expect(abs(Int(snapshot[column, row] & 255) - blue) <= 1)
        }
    }

    @Test(arguments: [1.0, 2])
    func `gradients look as recorded`(scale: Double) throws {
        let stage = KindStage(240, 160, scale: scale)
        func add(_ x: Double, _ y: Double, _ set: (GradientLayer) -> Void) {
            let layer = stage.add(GradientLayer(), Rect(x: x, y: y, width: 70, height: 70))
            layer.colors = [Self.red, Color(red: 1, green: 0.6, blue: 0), Self.blue]
            layer.locations = [0, 0.1, 0.7]
            layer.startPoint = .zero
            layer.endPoint = Point(x: 1, y: 1)
            set(layer)
        }
        add(5, 5) { _ in }
        add(85, 5) {
            $0.gradientKind = .radial
            $0.startPoint = Point(x: 0.5, y: 0.5)
            $0.cornerRadius = 20
        }
        add(165, 5) {
            $0.gradientKind = .conic
            $0.startPoint = Point(x: 0.5, y: 0.5)
            let mask = Layer(.black, frame: Rect(x: 5, y: 5, width: 60, height: 60))
            mask.cornerRadius = 30
            $0.mask = mask
        }
        add(5, 85) {
            $0.bounds.size.width = 150
            $0.position.x = 80
            $0.colors = [Self.green, Self.yellow, Color(red: 0, green: 0.5, blue: 0, alpha: 0)]
            $0.locations = nil
            $0.borderWidth = 2
            $0.cornerRadii = CornerRadii(topLeft: 30, topRight: 0, bottomRight: 30, bottomLeft: 0)
        }
        add(165, 85) { $0.transform = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1).scaled(x: 0.7, y: 0.7) }
        try expectSnapshot(stage.snapshot(), matches: "gradients-\(Int(scale))x")
    }

    @Test(arguments: [RenderGradient.Kind.axial, .radial])
    func `a gradient that a context draws has the pixels of a gradient layer`(kind: RenderGradient.Kind) {
        let stage = KindStage(64, 64)
        stage.add(layer, Rect(x: 0, y: 0, width: 64, height: 64))
        layer.colors = [Self.red, Self.yellow, Self.blue]
        layer.locations = [0.125, 0.25, 1]
        layer.gradientKind = kind
        layer.startPoint = Point(x: 0.5, y: 0.5)
        layer.endPoint = Point(x: 1, y: 1)
        let drawn = PixelBuffer.drawn(size: PixelSize(width: 64, height: 64)) { context in
            let gradient = Gradient(colors: layer.colors, locations: layer.locations)
            let middle = Point(x: 32, y: 32)
            let options: GradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
            if kind == .axial {
                context.drawLinearGradient(gradient, start: middle, end: Point(x: 64, y: 64), options: options)
            } else {
                context.drawRadialGradient(
                    gradient, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 32, options: options)
            }
        }
        let shown = stage.snapshot().withPixels { Array($0) }
        #expect(drawn.withPixels { Array($0) } == shown)
    }
}
