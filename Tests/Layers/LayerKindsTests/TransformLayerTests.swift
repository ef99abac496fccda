import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct TransformLayerTests {
    private let root = StillLayer()
    private let scene: LayerScene

    init() {
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: 400, height: 400)
        scene = LayerScene(root: root, size: PixelSize(width: 400, height: 400), clock: ManualClock())
    }

    private func add<Kind: Layer>(_ layer: Kind, to parent: Layer) -> Kind {
        layer.actions = .none
        layer.bounds = Rect(x: 0, y: 0, width: 200, height: 200)
        layer.position = Point(x: 200, y: 200)
        if parent !== root { layer.position = Point(x: 100, y: 100) }
        parent.addSublayer(layer)
        return layer
    }

    private static let turn = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
    private static let back = Transform3D(rotation: -.pi / 4, x: 0, y: 1, z: 0)

    @Test func `turned about y and back in a transform layer, a square is as before; in a plain layer it is not`()
        throws
    {
        func width(_ container: Layer) throws -> Double {
            let container = add(container, to: root)
            defer { container.removeFromSuperlayer() }
            container.transform = Self.turn
            let inner = add(StillLayer(), to: container)
            inner.backgroundColor = .white
            inner.transform = Self.back
            return try #require(scene.frame().quads.first).frame.size.width
        }
        #expect(isClose(try width(TransformLayer()), 200, within: 0.01))
        #expect(try width(StillLayer()) < 105)
    }

    /// Four planes at −10, −50, −90 and −130, seen from the side.
    private func planes(in container: Layer) -> [Double] {
        let container = add(container, to: root)
        defer { container.removeFromSuperlayer() }
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        container.transform = Self.turn
        for (index, depth) in [-10.0, -50, -90, -130].enumerated() {
            let plane = add(StillLayer(), to: container)
            plane.zPosition = depth
            plane.backgroundColor = Color(red: 0, green: 0, blue: Double(index + 1) / 4)
        }
        return scene.frame().quads.sorted { ($0.color?.blue ?? 0) < ($1.color?.blue ?? 0) }.map(\.frame.minX)
    }

    @Test func `planes keep their parallax in a transform layer, and coincide in a plain one`() {
        let apart = planes(in: TransformLayer())
        #expect(apart.count == 4)
        for (one, other) in zip(apart, apart.dropFirst()) { #expect(abs(one - other) > 10) }
        let flat = planes(in: StillLayer())
        #expect(Set(flat).count <= 1)
    }

    @Test
    func `nothing of its own is shown or hit: background, contents, border, shadow, mask and clip have no effect`() {
        let container = add(TransformLayer(), to: root)
        let inner = add(StillLayer(), to: container)
        inner.backgroundColor = .white
        inner.position.x = 250
        let plain = scene.frame()
        container.backgroundColor = .black
        container.contents = image(0xFFFF_FFFF)
        container.borderWidth = 5
        container.shadowOpacity = 1
        container.masksToBounds = true
        container.shouldRasterize = true
        let mask = Layer()
        mask.frame = Rect(x: 0, y: 0, width: 1, height: 1)
        container.mask = mask
        #expect(scene.frame().items == plain.items)
        #expect(root.hitTest(Point(x: 120, y: 200)) === root)
        #expect(root.hitTest(Point(x: 300, y: 200)) === inner)
    }

    /// The faces of a cube with edges of 100 points around the center of a transform layer.
    private func addCube(to container: Layer) -> [Layer] {
        let half = Double.pi / 2
        let turns: [Transform3D] = [
            .identity, Transform3D(rotation: half, x: 0, y: 1, z: 0), Transform3D(rotation: half, x: 1, y: 0, z: 0),
            Transform3D(rotation: -half, x: 1, y: 0, z: 0), Transform3D(rotation: -half, x: 0, y: 1, z: 0),
            Transform3D(rotation: .pi, x: 0, y: 1, z: 0),
        ]
        return turns.enumerated().map { index, turn in
            let face = add(StillLayer(), to: container)
            face.bounds.size = Size(width: 100, height: 100)
            face.transform = Transform3D(translationX: 0, y: 0, z: 50).followed(by: turn)
            face.backgroundColor = Color(red: Double(index + 1) / 8, green: 0, blue: 0)
            return face
        }
    }

    @Test func `of two cubes side by side, one turned, the nearest faces are drawn last and are hit`() throws {
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let first = add(TransformLayer(), to: root)
        first.transform = Transform3D(translationX: -100, y: 0)
        let second = add(TransformLayer(), to: root)
        second.transform = Transform3D(rotation: -.pi / 4, x: 1, y: 0, z: 0)
            .followed(by: Transform3D(rotation: -.pi / 4, x: 0, y: 1, z: 0))
            .followed(by: Transform3D(translationX: 100, y: 0))
        let straight = addCube(to: first)
        let tilted = addCube(to: second)
        let quads = scene.frame().quads
        #expect(quads.count >= 6)
        // Wherever a face is hit, it is the last quad drawn there.
        for column in stride(from: 20.5, to: 400, by: 10) {
            for row in stride(from: 100.5, to: 300, by: 10) {
                let point = Point(x: column, y: row)
                let top = quads.last { $0.covers(Int(column), Int(row)) }
                let hit = root.hitTest(point)
                // Corners of quads are rounded to 1/256 pixel.
                let nearby = [(-0.02, -0.02), (0.02, -0.02), (0.02, 0.02), (-0.02, 0.02)].map { x, y in
                    root.hitTest(Point(x: column + x, y: row + y))
                }
                guard nearby.allSatisfy({ $0 === hit }) else { continue }
                if let top {
                    #expect(hit?.backgroundColor == top.color, "at \(point)")
                } else {
                    #expect(hit === root)
                }
            }
        }
        #expect(straight.count == 6 && tilted.count == 6)
    }

    @Test func `points are converted through space, not through the planes of transform layers`() throws {
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let container = add(TransformLayer(), to: root)
        container.transform = Self.turn
        let nested = add(TransformLayer(), to: container)
        nested.transform = Transform3D(rotation: 0.3, x: 1, y: 0, z: 0)
        let inner = add(StillLayer(), to: nested)
        inner.transform = Self.back.translated(x: 0, y: 0, z: 40)
        inner.backgroundColor = .white
        for point in [Point.zero, Point(x: 30, y: 170), Point(x: 200, y: 200)] {
            let seen = try #require(inner.convert(point, to: root))
            let returned = try #require(root.convert(seen, to: inner))
            #expect(isClose(returned.x, point.x) && isClose(returned.y, point.y))
        }
        let box = try #require(scene.frame().quads.first).frame
        let corners = inner.bounds.corners.compactMap { inner.convert($0, to: root) }
        let seen = Rect(enclosing: corners)
        #expect(isClose(box.minX, seen.minX, within: 0.01) && isClose(box.maxY, seen.maxY, within: 0.01))
        #expect(inner.visibleRect == Rect(x: 0, y: 0, width: 200, height: 200))
        #expect(root.hitTest(try #require(inner.convert(Point(x: 30, y: 170), to: root))) === inner)
    }

    @Test func `opacity applies to each sublayer by itself, without a group`() {
        let container = add(TransformLayer(), to: root)
        container.opacity = 0.5
        for _ in 0..<2 { add(StillLayer(), to: container).backgroundColor = .white }
        let items = scene.frame().items
        #expect(items.compactMap(\.quad?.opacity) == [0.5, 0.5])
        container.isHidden = true
        #expect(scene.frame().items.isEmpty)
    }

    @Test func `a transform layer may be the root, empty, or hold one layer`() {
        let container = TransformLayer()
        let scene = LayerScene(root: container, size: PixelSize(width: 100, height: 100), clock: ManualClock())
        #expect(scene.frame().items.isEmpty)
        let inner = add(StillLayer(), to: container)
        inner.backgroundColor = .white
        #expect(scene.frame().quads.count == 1)
        container.addSublayer(TransformLayer())
        #expect(scene.frame().quads.count == 1)
    }

    @Test(arguments: [Double.nan, .infinity, 1e200])
    func `transforms that are not finite show nothing of what they transform`(number: Double) {
        let container = add(TransformLayer(), to: root)
        for depth in 0..<2 {
            let inner = add(StillLayer(), to: container)
            inner.backgroundColor = .white
            inner.zPosition = Double(depth)
        }
        container.transform = Transform3D(translationX: number, y: 0, z: number)
        #expect(scene.frame().items.isEmpty)
        #expect(root.hitTest(Point(x: 200, y: 200)) === root)
    }

    @Test func `a replicator that preserves depth joins the space of its superlayer`() {
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let replicator = add(ReplicatorLayer(), to: root)
        replicator.instanceCount = 3
        replicator.instanceTransform = Transform3D(translationX: 0, y: 0, z: -60)
        replicator.transform = Self.turn
        add(StillLayer(), to: replicator).backgroundColor = .white
        let flat = scene.frame().quads.map(\.frame.minX)
        replicator.preservesDepth = true
        let deep = scene.frame().quads.map(\.frame.minX)
        #expect(Set(flat).count == 1 && Set(deep).count == 3)
    }
}
