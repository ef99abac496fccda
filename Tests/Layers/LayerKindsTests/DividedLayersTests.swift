import Compositing
import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Layers that cut each other.
@MainActor
@Suite(.timeLimited) struct DividedLayersTests {
    private let stage = KindStage(100, 100)
    private let space = TransformLayer()

    init() {
        stage.add(space, Rect(x: 0, y: 0, width: 100, height: 100))
    }

    private static let wall = Color(red: 0, green: 0, blue: 1)
    private static let door = Color(red: 1, green: 0, blue: 0)

    private func add(_ color: Color?, _ frame: Rect, turned angle: Double = 0, to parent: Layer? = nil) -> Layer {
        let layer = stage.add(StillLayer(), frame, to: parent ?? space)
        layer.backgroundColor = color
        layer.transform = Transform3D(rotation: angle, x: 0, y: 1, z: 0)
        return layer
    }

    private func count(_ color: UInt32, _ columns: Range<Int>, in snapshot: PixelBuffer) -> Int {
        columns.reduce(0) { sum, column in sum + (0..<100).count { snapshot[column, $0] == color } }
    }

    @Test(arguments: [(Double.pi / 4, 29..<50), (-.pi / 4, 50..<71)], [false, true])
    func `of a door that turns in a wall, the half before the wall is seen and hit`(
        door: (angle: Double, columns: Range<Int>), isDoorFirst: Bool
    ) {
        var layers: [Layer] = []
        for isDoor in [isDoorFirst, !isDoorFirst] {
            layers.append(
                isDoor
                    ? add(Self.door, Rect(x: 20, y: 20, width: 60, height: 60), turned: door.angle)
                    : add(Self.wall, Rect(x: 0, y: 0, width: 100, height: 100)))
        }
        let snapshot = stage.snapshot()
        // 30 · cos 45° = 21.2 columns of 60 rows on one side.
        #expect(count(0xFFFF_0000, door.columns, in: snapshot) == 21 * 60)
        #expect(count(0xFFFF_0000, 0..<100, in: snapshot) == 21 * 60)
        #expect(count(0xFF00_00FF, 0..<100, in: snapshot) == 10_000 - 21 * 60)
        let turned = layers[isDoorFirst ? 0 : 1]
        #expect((stage.root.hitTest(Point(x: 35, y: 50)) === turned) == (door.angle > 0))
        #expect((stage.root.hitTest(Point(x: 65, y: 50)) === turned) == (door.angle < 0))
    }

    @Test(arguments: [false, true]) func `sublayers of a plain layer cut each other, too, and are hit by their order`(
        isDoorFirst: Bool
    ) {
        let colors = isDoorFirst ? [Self.door, Self.wall] : [Self.wall, Self.door]
        let layers = colors.map { color in
            color == Self.door
                ? add(color, Rect(x: 20, y: 20, width: 60, height: 60), turned: .pi / 4, to: stage.root)
                : add(color, Rect(x: 0, y: 0, width: 100, height: 100), to: stage.root)
        }
        let snapshot = stage.snapshot()
        #expect(count(0xFFFF_0000, 29..<50, in: snapshot) == 21 * 60)
        #expect(count(0xFF00_00FF, 0..<100, in: snapshot) == 10_000 - 21 * 60)
        #expect(stage.root.hitTest(Point(x: 65, y: 50)) === layers[1])
    }

    @Test func `three wings around an axis show each what is nearest, across nested spaces`() {
        let inner = stage.add(TransformLayer(), space.bounds, to: space)
        let whole = space.bounds
        _ = add(Color(red: 0, green: 1, blue: 0), whole)
        _ = add(Self.door, whole, turned: .pi / 3, to: inner)
        _ = add(Self.wall, whole, turned: 2 * .pi / 3, to: inner)
        let snapshot = stage.snapshot()
        for column in 0..<100 {
            let expected: UInt32 =
                switch column {
                case 25..<50: 0xFFFF_0000
                case 50..<75: 0xFF00_00FF
                default: 0xFF00_FF00
                }
            #expect((0..<100).allSatisfy { snapshot[column, $0] == expected }, "column \(column)")
        }
    }

    @Test func `three layers that overlap like shingles are each drawn above the one below`() {
        // Each slopes so that its left end is below one layer and its right end above another one.
        let bar = Rect(x: 10, y: 40, width: 80, height: 12)
        let colors: [Color] = [.black, Self.door, Self.wall]
        for (index, color) in colors.enumerated() {
            let turn = Transform3D(translationX: 0, y: -14).followed(
                by: Transform3D(rotation: Double(index) * 2 * .pi / 3, x: 0, y: 0, z: 1))
            add(color, bar).transform = Transform3D(rotation: 0.3, x: 0, y: 1, z: 0).followed(by: turn)
        }
        expectAgreementOfHitsAndPixels()
    }

    /// Expects each clearly hit layer to be the topmost quad at its point, and each quad of a layer to cover a pixel once.
    private func expectAgreementOfHitsAndPixels(_ seed: UInt64 = 0) {
        let quads = stage.scene.frame().quads
        for row in stride(from: 1, to: 100, by: 3) {
            for column in 0..<100 {
                let covering = quads.filter { $0.covers(column, row) }
                #expect(Set(covering.map(\.color)).count == covering.count, "twice at \(column), \(row), seed \(seed)")
                let point = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                let hit = stage.root.hitTest(point)
                let nearby = [(-0.02, -0.02), (0.02, -0.02), (0.02, 0.02), (-0.02, 0.02)].map { x, y in
                    stage.root.hitTest(point + Point(x: x, y: y))
                }
                guard nearby.allSatisfy({ $0 === hit }) else { continue }
                let isAsDrawn = hit?.backgroundColor == covering.last?.color
                #expect(isAsDrawn, "at \(column), \(row), seed \(seed)")
            }
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `in random spaces the nearest layer is on top everywhere, without gaps and doubles`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
        stage.centerRoot()
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: seed % 2 == 0 ? 80 : 300)
        for index in 0..<Int(3 + seed % 4) {
            let width = number(20, 90)
            let height = number(20, 90)
            let layer = add(
                Color(red: Double(index + 1) / 8, green: 0.2, blue: 0),
                Rect(x: number(20, 80) - width / 2, y: number(20, 80) - height / 2, width: width, height: height))
            layer.transform = Transform3D(rotation: number(-3, 3), x: number(-1, 1), y: number(-1, 1), z: number(-1, 1))
            layer.zPosition = number(-30, 30)
        }
        expectAgreementOfHitsAndPixels(seed)
    }

    /// Planes that divide a layer but are too transparent to be seen.
    private func addCutters() {
        for (angle, tilt) in [(0.7, 1.0), (-0.9, -0.4)] {
            let cutter = add(
                Color(red: 0, green: 0, blue: 0, alpha: 0.001), Rect(x: -200, y: -200, width: 500, height: 500))
            cutter.transform = Transform3D(rotation: angle, x: tilt, y: 1, z: 0)
        }
    }

    private enum Look: CaseIterable {
        case image, shadow, group, mask, raster, shape
    }

    @Test(arguments: Look.allCases)
    private func `the parts of a layer have the pixels of the undivided layer`(look: Look) {
        stage.centerRoot()
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 300)
        let layer = add(Color(red: 0.9, green: 0.5, blue: 0.2), Rect(x: 15, y: 20, width: 70, height: 60))
        layer.transform = Transform3D(rotation: 0.4, x: 0.3, y: 1, z: 0.2)
        let inner = add(Self.wall, Rect(x: 40, y: 30, width: 40, height: 40), to: layer)
        inner.transform = Transform3D(rotation: 0.2, x: 0, y: 0, z: 1)
        switch look {
        case .image:
            layer.contents = PixelBuffer(70, 60) { x, y in
                let alpha = UInt32(255 - 2 * x)
                return alpha << 24 | alpha << 8 | UInt32(y) * alpha / 255
            }
        case .shadow:
            layer.shadowOpacity = 0.8
            layer.shadowOffset = Point(x: 6, y: 9)
            layer.shadowRadius = 4
        case .group: layer.opacity = 0.5
        case .mask:
            let mask = ShapeLayer()
            mask.frame = layer.bounds
            mask.path = Path(ellipseIn: Rect(x: 5, y: 5, width: 60, height: 50))
            layer.mask = mask
            layer.opacity = 0.7
        case .raster:
            layer.shouldRasterize = true
            layer.rasterizationScale = 2
            layer.opacity = 0.5
        case .shape:
            layer.cornerRadius = 20
            layer.borderWidth = 4
        }
        let undivided = stage.snapshot()
        let count = stage.scene.frame().items.count
        addCutters()
        let divided = stage.snapshot()
        #expect(stage.scene.frame().items.count > count + 3)
        #expect(divided.pixels == undivided.pixels)
    }

    @Test func `a layer that draws nothing cuts nothing, and layers in order are not divided`() {
        let door = add(Self.door, Rect(x: 20, y: 20, width: 60, height: 60), turned: .pi / 4)
        let wall = add(nil, Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(stage.scene.frame().quads.map(\.color) == [Self.door])
        wall.backgroundColor = Self.wall
        // The half behind the wall is hidden and left out.
        let closed = stage.scene.frame().quads
        #expect(closed.map(\.color) == [Self.wall, Self.door])
        #expect(closed.map(\.clip.outlines.count) == [0, 1])
        wall.isHidden = true
        #expect(stage.scene.frame().quads.map(\.color) == [Self.door])
        wall.isHidden = false
        // The door only touches the wall with its hinge.
        door.anchorPoint = Point(x: 0, y: 0.5)
        door.position = Point(x: 20, y: 50)
        door.transform = Transform3D(rotation: -.pi / 4, x: 0, y: 1, z: 0)
        let opened = stage.scene.frame().quads
        #expect(opened.map(\.color) == [Self.wall, Self.door])
        #expect(opened.allSatisfy { $0.clip.outlines.isEmpty })
    }

    @Test func `a space has at most so many parts as its limit, and each layer is drawn once`() {
        var random = SeededRandom(seed: 9)
        for _ in 0..<40 {
            let angle = Double.random(in: 0.3...2.8, using: &random)
            let layer = add(.black, Rect(x: 10, y: 10, width: 80, height: 80))
            layer.backgroundColor = Color(red: angle / 3, green: 0, blue: 0)
            let x = Double.random(in: -1...1, using: &random)
            let y = Double.random(in: -1...1, using: &random)
            layer.transform = Transform3D(rotation: angle, x: x, y: y, z: 0.1)
        }
        let quads = stage.scene.frame().quads
        #expect(quads.count > 60 && quads.count <= TransformLayer.partLimit)
        for row in stride(from: 0, to: 100, by: 9) {
            for column in 0..<100 {
                let colors = quads.filter { $0.covers(column, row) }.map(\.color)
                #expect(Set(colors).count == colors.count)
            }
        }
    }
}
