import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct PerspectiveTests {
    /// The corners of a quad in pixels, relative to the center of the frame.
    private func corners(_ quad: RenderQuad, in scene: LayerScene) -> [Point] {
        let middle = Point(x: Double(scene.size.width) / 2, y: Double(scene.size.height) / 2)
        return quad.outline.corners.map { Point(x: Double($0.x) / 256, y: Double($0.y) / 256) - middle }
    }

    private func holds(_ corners: [Point], _ expected: (Double, Double), within distance: Double) -> Bool {
        corners.contains { abs($0.x - expected.0) < distance && abs($0.y - expected.1) < distance }
    }

    private func turn(_ angle: Double, x: Double = 0, y: Double = 0, z: Double = 0) -> Transform3D {
        Transform3D(rotation: angle, x: x, y: y, z: z)
    }

    @Test func `a square of 100 rotated by 45° about y without perspective is only narrower, 70.71`() throws {
        let scene = TestLayers.scene(200, 200)
        TestLayers.layer(50, 50, 100, 100, .white, in: scene.root).transform = turn(.pi / 4, y: 1)
        let frame = try #require(scene.frame().quads.first?.frame)
        #expect(abs(frame.size.width - 70.71) < 0.01 && frame.size.height == 100)
    }

    @Test func `seen from a distance of 500 it reaches from −38.046 ± 53.805 to 33.020 ± 46.698`() throws {
        let scene = TestLayers.scene(200, 200)
        TestLayers.layer(50, 50, 100, 100, .white, in: scene.root).transform =
            Transform3D(perspectiveDistance: 500).rotated(.pi / 4, x: 0, y: 1, z: 0)
        let corners = corners(try #require(scene.frame().quads.first), in: scene)
        for expected in [(-38.046, -53.805), (-38.046, 53.805), (33.020, -46.698), (33.020, 46.698)] {
            #expect(holds(corners, expected, within: 1.0 / 256))
        }
    }

    @Test func `layers moved by translation share a vanishing point, and ones moved by position do not`() throws {
        // The vanishing point of lines that lead away from the viewer: the limit of points ever farther along them.
        func vanishingPoint(_ layer: Layer) throws -> Point {
            try #require(layer.convert(Point(x: 1e9, y: 50), to: nil))
        }
        let scene = TestLayers.scene(600, 200)
        let away = turn(.pi / 3, y: 1)
        let translated = [-150.0, 150].map { offset in
            let layer = TestLayers.layer(250, 50, 100, 100, .white, in: scene.root)
            layer.transform = away.followed(by: Transform3D(translationX: offset, y: 0))
                .followed(by: Transform3D(perspectiveDistance: 500))
            return layer
        }
        let positioned = [-150.0, 150].map { offset in
            let layer = TestLayers.layer(250 + offset, 50, 100, 100, .white, in: scene.root)
            layer.transform = away.followed(by: Transform3D(perspectiveDistance: 500))
            return layer
        }
        let one = try translated.map(vanishingPoint)
        #expect(abs(one[0].x - one[1].x) < 0.01)
        let two = try positioned.map(vanishingPoint)
        #expect(abs(two[0].x - two[1].x + 300) < 0.01)
    }

    @Test func `a sublayer transform applies to direct sublayers only`() {
        let scene = TestLayers.scene(300, 100)
        scene.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let face = TestLayers.layer(0, 0, 100, 100, .white, in: scene.root)
        face.transform = turn(.pi / 4, y: 1)
        _ = TestLayers.layer(0, 0, 100, 100, TestLayers.red, in: face)
        let quads = scene.frame().quads
        #expect(quads.count == 2 && quads[0].outline.corners == quads[1].outline.corners)
    }

    @Test func `a face is hit where perspective shows it, 538 / 467 higher at its near edge than at its far one`() {
        let scene = TestLayers.scene(200, 200)
        scene.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let face = TestLayers.layer(50, 50, 100, 100, .white, in: scene.root)
        face.transform = turn(.pi / 4, y: 1)
        #expect(scene.root.hitTest(Point(x: 100 - 37, y: 100 - 53)) === face)
        #expect(scene.root.hitTest(Point(x: 100 - 37, y: 100 - 54)) === scene.root)
        #expect(scene.root.hitTest(Point(x: 100 + 32, y: 100 - 46)) === face)
        #expect(scene.root.hitTest(Point(x: 100 + 32, y: 100 - 47.5)) === scene.root)
    }

    @Test func `faces rotated by ±45° under one perspective are drawn as mirror images`() {
        let scene = TestLayers.scene(300, 100)
        scene.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        TestLayers.layer(0, 0, 100, 100, .white, in: scene.root).transform = turn(.pi / 4, y: 1)
        TestLayers.layer(200, 0, 100, 100, .white, in: scene.root).transform = turn(-.pi / 4, y: 1)
        let image = ReferenceFrame(scene.frame())
        #expect(image.count(of: 0xFFFFFF) > 10_000)
        for row in 0..<100 {
            #expect((0..<150).allSatisfy { image[$0, row] == image[299 - $0, row] })
        }
    }

    @Test func `a back-facing layer shows its front mirrored, or nothing if it is not double-sided`() {
        let scene = TestLayers.scene(40, 40)
        let layer = TestLayers.layer(0, 0, 40, 40, nil, in: scene.root)
        let source = TestLayers.image(40, 40)
        layer.contents = source
        layer.transform = turn(.pi, y: 1)
        let image = ReferenceFrame(scene.frame())
        #expect((0..<40).allSatisfy { image[$0, 11] == source[39 - $0, 11] & 0xFFFFFF })
        layer.isDoubleSided = false
        #expect(scene.frame().items.isEmpty)
        #expect(scene.root.hitTest(Point(x: 20, y: 20)) === layer, "what is not seen is hit all the same")
        layer.transform = Transform3D(scaleX: -1, y: 1)
        #expect(scene.frame().quads.count == 1, "a mirrored layer is not turned away")
        layer.transform = turn(1.5, y: 1)
        #expect(scene.frame().quads.count == 1)
        layer.transform = turn(1.7, y: 1)
        #expect(scene.frame().items.isEmpty)
    }

    @Test(arguments: [(0.0, 0.0, 1.0, 0.0), (0, 1, 0, 5)])
    func `an inner rotation undoes an outer one about z, but not about y, as layers are flat`(
        x: Double, y: Double, z: Double, difference: Double
    ) throws {
        let scene = TestLayers.scene(200, 200)
        let outer = TestLayers.layer(50, 50, 100, 100, nil, in: scene.root)
        let inner = TestLayers.layer(0, 0, 100, 100, .white, in: outer)
        outer.transform = turn(.pi / 4, x: x, y: y, z: z)
        inner.transform = turn(-.pi / 4, x: x, y: y, z: z)
        let frame = try #require(scene.frame().quads.first?.frame)
        let off = max(abs(frame.minX - 50), abs(frame.maxX - 150))
        #expect(difference == 0 ? off == 0 : off > difference)
        #expect(abs(frame.size.height - 100) < 1.0 / 128)
    }

    @Test func `a layer that is only nearer to the viewer stays axis-aligned, and is larger by 500 / 400`() throws {
        let scene = TestLayers.scene(200, 200)
        scene.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let layer = TestLayers.layer(80, 80, 40, 40, .white, in: scene.root)
        layer.zPosition = 100
        _ = TestLayers.layer(90, 90, 20, 20, TestLayers.red, in: scene.root)
        let quads = scene.frame().quads
        #expect(quads.map(\.frame) == [Rect(x: 75, y: 75, width: 50, height: 50)], "and hides what lies behind it")
        #expect(quads.first?.outline.isAxisAligned == true)
        layer.contents = TestLayers.image(40, 40)
        #expect(scene.frame().quads.first?.contents?.projection.isAxisAligned == true)
    }

    @Test(arguments: [0.5, 1, 1.5, 2])
    func `layers rotated by multiples of 90° are axis-aligned, and clip and occlude as such`(halfTurns: Double) {
        let scene = TestLayers.scene(100, 100)
        let box = TestLayers.layer(20, 20, 40, 40, .white, in: scene.root)
        box.affineTransform = AffineTransform(rotation: halfTurns * .pi)
        box.masksToBounds = true
        _ = TestLayers.layer(10, 10, 100, 20, TestLayers.red, in: box)
        let quads = scene.frame().quads
        #expect(quads.allSatisfy { $0.outline.isAxisAligned && $0.clip.outlines.isEmpty })
        #expect(quads.first?.pixelBounds == PixelRect(x: 20, y: 20, width: 40, height: 40))
        #expect(ReferenceFrame(scene.frame()).count(of: 0xFF0000) == 600)
    }

    /// Six faces of 200 around the center of a layer, as a cube: front, right, top, bottom, left, back.
    private func cube(in scene: LayerScene, tilted: Bool = true) -> [Layer] {
        scene.root.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        let middle = 100.0
        let quarter = Double.pi / 2
        let faces = [
            Transform3D(translationX: 0, y: 0, z: middle),
            Transform3D(translationX: middle, y: 0).rotated(quarter, x: 0, y: 1, z: 0),
            Transform3D(translationX: 0, y: -middle).rotated(quarter, x: 1, y: 0, z: 0),
            Transform3D(translationX: 0, y: middle).rotated(-quarter, x: 1, y: 0, z: 0),
            Transform3D(translationX: -middle, y: 0).rotated(-quarter, x: 0, y: 1, z: 0),
            Transform3D(translationX: 0, y: 0, z: -middle).rotated(2 * quarter, x: 0, y: 1, z: 0),
        ].enumerated().map { index, transform in
            let face = TestLayers.layer(
                100, 100, 200, 200, Color(red: Double(index + 1) / 255, green: 0, blue: 0), in: scene.root)
            face.transform = transform
            return face
        }
        var view = Transform3D(perspectiveDistance: 500)
        if tilted {
            view = view.rotated(-.pi / 4, x: 1, y: 0, z: 0).rotated(-.pi / 4, x: 0, y: 1, z: 0)
        }
        scene.root.sublayerTransform = view
        return faces
    }

    private func faceNumber(_ quad: RenderQuad) -> Int { Int(((quad.color?.red ?? 0) * 255).rounded()) }

    @Test func `only the first three faces of a tilted cube face the viewer`() {
        let scene = TestLayers.scene(400, 400)
        for face in cube(in: scene) { face.isDoubleSided = false }
        #expect(Set(scene.frame().quads.map(faceNumber)) == [1, 2, 3])
    }

    @Test func `the top face has corners (0, −161.3), (164.7, −82.4), (0, 44.5) and (−164.7, −82.4)`() throws {
        let scene = TestLayers.scene(400, 400)
        _ = cube(in: scene)
        let top = try #require(scene.frame().quads.first { faceNumber($0) == 3 })
        for corner in [(0.0, -161.3), (164.7, -82.4), (0, 44.5), (-164.7, -82.4)] {
            #expect(holds(corners(top, in: scene), corner, within: 0.06))
        }
    }

    @Test func `the faces of a cube are drawn from the farthest to the nearest, in whatever order they were added`() {
        var generator = SeededRandom(seed: 1)
        func counts(shuffled: Bool, isDoubleSided: Bool) -> [Int] {
            let scene = TestLayers.scene(100, 100)
            scene.scale = 0.25
            var faces = cube(in: scene)
            if shuffled { faces.shuffle(using: &generator) }
            for face in faces {
                face.isDoubleSided = isDoubleSided
                scene.root.addSublayer(face)
            }
            let image = ReferenceFrame(scene.frame())
            return (1...6).map { image.count(of: UInt32($0) << 16) }
        }
        let expected = counts(shuffled: false, isDoubleSided: false)
        #expect(expected[..<3].allSatisfy { $0 > 700 } && expected[3...] == [0, 0, 0])
        for _ in 0..<10 {
            #expect(counts(shuffled: true, isDoubleSided: true) == expected)
        }
    }

    @Test
    func `a door that opens toward the viewer is drawn over the wall, and one that opens away from him behind it`() {
        let scene = TestLayers.scene(200, 200)
        _ = TestLayers.layer(0, 0, 200, 200, .white, in: scene.root)
        let door = TestLayers.layer(50, 50, 100, 100, TestLayers.red, in: scene.root)
        door.anchorPoint = Point(x: 0, y: 0.5)
        door.position = Point(x: 50, y: 100)
        scene.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        door.transform = turn(-.pi / 4, y: 1)
        #expect(ReferenceFrame(scene.frame())[80, 100] == 0xFF0000)
        door.transform = turn(.pi / 4, y: 1)
        #expect(ReferenceFrame(scene.frame())[80, 100] == 0xFFFFFF)
    }

    @Test func `the part behind the viewer is clipped`() throws {
        let scene = TestLayers.scene(200, 200)
        scene.root.sublayerTransform = Transform3D(perspectiveDistance: 100)
        let floor = TestLayers.layer(0, -400, 200, 1000, .white, in: scene.root)
        floor.transform = turn(.pi / 2 - 0.2, x: 1)
        let quad = try #require(scene.frame().quads.first)
        #expect(quad.outline.corners.count >= 4)
        #expect(quad.outline.corners.allSatisfy { abs($0.x) <= 1 << 28 && abs($0.y) <= 1 << 28 })
        floor.transform = Transform3D(translationX: 0, y: 0, z: 150)
        #expect(scene.frame().items.isEmpty)
    }
}
