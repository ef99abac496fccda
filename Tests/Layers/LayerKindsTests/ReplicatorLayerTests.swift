import LayerKinds
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct ReplicatorLayerTests {
    private let clock = ManualClock()
    private let replicator = ReplicatorLayer()
    private let scene: LayerScene

    init() {
        replicator.anchorPoint = .zero
        replicator.bounds = Rect(x: 0, y: 0, width: 400, height: 400)
        scene = LayerScene(root: replicator, size: PixelSize(width: 400, height: 400), clock: clock)
        replicator.actions = .none
    }

    /// Adds a white square of 20 points around a point.
    @discardableResult
    private func addSquare(_ x: Double = 200, _ y: Double = 200, side: Double = 20) -> Layer {
        let square = StillLayer()
        square.frame = Rect(x: x - side / 2, y: y - side / 2, width: side, height: side)
        square.backgroundColor = .white
        replicator.addSublayer(square)
        return square
    }

    private var quads: [RenderQuad] { scene.frame().quads }

    /// Adds a layer that keeps copies from being moved, and changes nothing.
    private func traverseEachCopy() {
        replicator.instanceDelay = 1e-9
    }

    @Test func `by default the sublayers are shown once`() {
        addSquare()
        #expect(replicator.instanceCount == 1 && replicator.instanceTransform == .identity)
        #expect(replicator.instanceColor == .white && replicator.instanceDelay == 0)
        #expect(quads.map(\.frame) == [Rect(x: 190, y: 190, width: 20, height: 20)])
    }

    @Test(arguments: [false, true])
    func `ten copies by 36° turn from white to red in a circle`(isTraversed: Bool) {
        addSquare(200, 0)
        replicator.instanceCount = 10
        replicator.instanceTransform = Transform3D(rotation: .pi / 5, x: 0, y: 0, z: 1)
        replicator.instanceGreenOffset = -0.1
        replicator.instanceBlueOffset = -0.1
        if isTraversed { traverseEachCopy() }
        scene.size = PixelSize(width: 400, height: 800)
        replicator.position.y = 100
        let quads = quads
        #expect(quads.count == 10)
        for (index, quad) in quads.enumerated() {
            let rest = ((1 - 0.1 * Double(index)) * 1e12).rounded() / 1e12
            #expect(quad.color == Color(red: 1, green: rest, blue: rest))
        }
        #expect(quads[9].color?.pixel() == 0xFFFF_1A1A)
        // The first copy is at (0, −200) from the center, the second 36° clockwise.
        let second = quads[1].frame
        let center = Point(x: second.minX + second.size.width / 2, y: second.minY + second.size.height / 2)
        #expect(isClose(center.x - 200, 117.557, within: 0.01))
        #expect(isClose(center.y - 100, 38.197, within: 0.01))
    }

    @Test func `ten steps of 36° lead back to the start`() {
        let step = Transform3D(rotation: .pi / 5, x: 0, y: 0, z: 1)
        let all = (0..<10).reduce(Transform3D.identity) { sum, _ in sum.followed(by: step) }
        #expect(isClose(all.rows.0.x, 1) && isClose(all.rows.0.y, 0) && isClose(all.rows.1.y, 1))
    }

    @Test(arguments: [-3, 0, 1, 2, 3])
    func `the count includes the original, and none is shown below 1`(count: Int) {
        addSquare()
        replicator.instanceCount = count
        replicator.instanceTransform = Transform3D(translationX: 10, y: 0)
        #expect(quads.count == max(0, count))
    }

    @Test func `copies by traversal and by moving are equal`() {
        addSquare(100, 50, side: 0.5)
        let square = addSquare(180, 130)
        square.cornerRadius = 5
        let inner = StillLayer(Color(red: 1, green: 0, blue: 0), frame: Rect(x: 3, y: 3, width: 30, height: 5))
        square.addSublayer(inner)
        inner.opacity = 0.5
        inner.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1)
        let gradient = GradientLayer()
        gradient.frame = Rect(x: 10, y: 10, width: 8, height: 8)
        gradient.colors = [.black, .white]
        square.addSublayer(gradient)
        square.opacity = 0.8
        replicator.instanceCount = 5
        replicator.instanceTransform = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1).translated(x: 3.3, y: 1)
        replicator.instanceAlphaOffset = -0.1
        replicator.instanceRedOffset = -0.2
        let moved = scene.frame()
        traverseEachCopy()
        let traversed = scene.frame()
        #expect(moved.items.count == traversed.items.count)
        for (one, other) in zip(moved.items, traversed.items) {
            #expect(one.pixelBounds == other.pixelBounds)
            #expect(one.quadCount == other.quadCount)
        }
        for (one, other) in zip(moved.quads, traversed.quads) {
            #expect(one.color == other.color && isClose(one.opacity, other.opacity))
            #expect(isClose(one.frame.minX, other.frame.minX, within: 0.01))
            #expect(isClose(one.frame.maxY, other.frame.maxY, within: 0.01))
        }
    }

    @Test func `the original may lie outside the frame`() {
        addSquare(-100, 50)
        replicator.instanceCount = 4
        replicator.instanceTransform = Transform3D(translationX: 150, y: 0)
        #expect(quads.map(\.frame.minX) == [40, 190, 340])
    }

    @Test func `each copy is later than the one before by the delay`() throws {
        let square = addSquare()
        var move = BasicAnimation(\.position, from: Point(x: 0, y: 100), to: Point(x: 100, y: 100))
        move.timing.duration = 10
        move.timing.fillMode = .both
        square.addAnimation(move, forKey: "move")
        replicator.instanceCount = 3
        replicator.instanceDelay = 1
        replicator.instanceTransform = Transform3D(translationX: 0, y: 100)
        _ = scene.frame()
        clock.advance(by: 5)
        #expect(quads.map { $0.frame.minX + 10 } == [50, 40, 30])
    }

    @Test func `each copy is multiplied as a whole by its color, contents too`() throws {
        let square = addSquare()
        square.contents = image(0xFFFF_FFFF)
        let blue = Color(red: 0, green: 0, blue: 1)
        square.addSublayer(StillLayer(blue, frame: Rect(x: 0, y: 0, width: 20, height: 20)))
        replicator.instanceColor = Color(red: 0.5, green: 1, blue: 0.25, alpha: 0.5)
        let group = try #require(scene.frame().items.first?.group)
        #expect(group.opacity == 0.5)
        let quads = group.items.compactMap(\.quad)
        #expect(quads.last?.color == Color(red: 0, green: 0, blue: 0.25))
    }

    @Test func `ten copies of contents are one buffer`() {
        addSquare().contents = image(0xFF00_FF00)
        replicator.instanceCount = 10
        replicator.instanceTransform = Transform3D(translationX: 10, y: 0)
        let buffers = quads.compactMap(\.buffer)
        #expect(buffers.count == 10 && Set(buffers).count == 1)
    }

    @Test func `a replicator in a replicator shows the product of the counts`() {
        let inner = ReplicatorLayer()
        inner.frame = Rect(x: 0, y: 0, width: 40, height: 40)
        inner.instanceCount = 3
        inner.instanceTransform = Transform3D(translationX: 20, y: 0)
        let square = StillLayer()
        square.frame = Rect(x: 0, y: 0, width: 5, height: 5)
        square.backgroundColor = .white
        inner.addSublayer(square)
        replicator.addSublayer(inner)
        replicator.instanceCount = 4
        replicator.instanceTransform = Transform3D(translationX: 0, y: 50)
        let places = quads.map { Point(x: $0.frame.minX, y: $0.frame.minY) }
        #expect(places == [0.0, 50, 100, 150].flatMap { y in [0.0, 20, 40].map { Point(x: $0, y: y) } })
    }

    @Test func `no more copies are shown than the limit of a frame`() {
        addSquare()
        replicator.instanceCount = .max
        scene.collectsStatistics = true
        _ = scene.frame()
        #expect(scene.statistics.quads + scene.statistics.occludedQuads == ReplicatorLayer.copyLimit)
        traverseEachCopy()
        _ = scene.frame()
        #expect(scene.statistics.quads + scene.statistics.occludedQuads == ReplicatorLayer.copyLimit)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `numbers that are not finite, or huge, leave the original`(number: Double) {
        addSquare()
        replicator.instanceCount = 3
        replicator.instanceTransform = Transform3D(translationX: number, y: 0)
        #expect(quads.count == 1)
        replicator.instanceTransform = .identity
        replicator.instanceRedOffset = number
        replicator.instanceAlphaOffset = number
        #expect(!quads.isEmpty)
        traverseEachCopy()
        #expect(!quads.isEmpty)
    }

    @Test func `every property but count and depth is animated implicitly`() {
        replicator.actions = LayerActions()
        addSquare()
        _ = scene.frame()
        Transaction.run(duration: 1, timingFunction: .linear) {
            replicator.instanceTransform = Transform3D(translationX: 10, y: 0)
            replicator.instanceDelay = 2
            replicator.instanceColor = .black
            replicator.instanceRedOffset = 1
            replicator.instanceGreenOffset = 1
            replicator.instanceBlueOffset = 1
            replicator.instanceAlphaOffset = 1
            replicator.instanceCount = 3
            replicator.preservesDepth = true
        }
        _ = scene.frame()
        clock.advance(by: 0.5)
        _ = scene.frame()
        let shown = replicator.presented
        #expect(replicator.animationKeys.count == 7)
        #expect(shown.instanceTransform.rows.3.x == 5 && shown.instanceDelay == 1 && shown.instanceColor.red == 0.5)
        #expect(shown.instanceRedOffset == 0.5 && shown.instanceGreenOffset == 0.5 && shown.instanceBlueOffset == 0.5)
        #expect(shown.instanceAlphaOffset == 0.5 && shown.instanceCount == 3 && shown.preservesDepth)
    }

    @Test func `rasterized copies of different colors are different rasters`() {
        let square = addSquare()
        square.shouldRasterize = true
        replicator.instanceCount = 3
        replicator.instanceTransform = Transform3D(translationX: 30, y: 0)
        replicator.instanceRedOffset = -0.5
        let ids = scene.frame().items.compactMap { item -> Int? in
            if case .raster(let raster) = item { raster.id } else { nil }
        }
        #expect(ids.count == 3 && Set(ids).count == 3)
    }

    @Test func `a snapshot in a transition keeps the copies`() {
        addSquare(20, 200)
        replicator.instanceCount = 4
        replicator.instanceTransform = Transform3D(translationX: 50, y: 0)
        let count = quads.count
        replicator.addAnimation(Transition(.push, from: .right, duration: 1), forKey: Transition.key)
        clock.advance(by: 0.01)
        #expect(quads.count >= count)
    }
}
