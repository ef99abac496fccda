import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct ContentsTests {
    /// The frame of the contents of a layer of 100 × 50 at (50, 50), relative to that corner.
    private func contentsFrame(_ change: (Layer) -> Void) -> Rect? {
        let scene = TestLayers.scene(200, 200)
        let layer = TestLayers.layer(50, 50, 100, 50, nil, in: scene.root)
        layer.contents = TestLayers.image(40, 40)
        change(layer)
        guard var frame = scene.frame().quads.first?.frame else { return nil }
        frame.origin = frame.origin - layer.frame.origin
        return frame
    }

    @Test func `a layer without contents shows nothing, and ten layers can share one image`() {
        let scene = TestLayers.scene(100, 10)
        let layers = (0..<10).map { TestLayers.layer(Double($0) * 10, 0, 10, 10, nil, in: scene.root) }
        #expect(scene.frame().items.isEmpty)
        let image = TestLayers.image(10, 10)
        for layer in layers { layer.contents = image }
        let quads = scene.frame().quads
        #expect(quads.count == 10)
        #expect(Set(quads.compactMap(\.contents?.buffer)) == [image])
        #expect(image.byteCount == 400)
    }

    @Test(arguments: [
        (ContentsGravity.resize, Rect(x: 0, y: 0, width: 100, height: 50)),
        (.resizeAspect, Rect(x: 25, y: 0, width: 50, height: 50)),
        (.resizeAspectFill, Rect(x: 0, y: -25, width: 100, height: 100)),
        (.center, Rect(x: 30, y: 5, width: 40, height: 40)), (.top, Rect(x: 30, y: 0, width: 40, height: 40)),
        (.bottom, Rect(x: 30, y: 10, width: 40, height: 40)), (.left, Rect(x: 0, y: 5, width: 40, height: 40)),
        (.right, Rect(x: 60, y: 5, width: 40, height: 40)), (.topLeft, Rect(x: 0, y: 0, width: 40, height: 40)),
        (.topRight, Rect(x: 60, y: 0, width: 40, height: 40)),
        (.bottomLeft, Rect(x: 0, y: 10, width: 40, height: 40)),
        (.bottomRight, Rect(x: 60, y: 10, width: 40, height: 40)),
    ])
    func `contents of 40 × 40 in 100 × 50 are placed by their gravity`(
        gravity: ContentsGravity, expected: Rect
    ) {
        #expect(contentsFrame { $0.contentsGravity = gravity } == expected)
    }

    @Test func `40 centered pixels at a scale of 2 are drawn 20 points wide`() {
        let frame = contentsFrame {
            $0.contentsGravity = .center
            $0.contentsScale = 2
        }
        #expect(frame == Rect(x: 40, y: 15, width: 20, height: 20))
    }

    @Test(arguments: [ContentsGravity.resize, .resizeAspect, .resizeAspectFill])
    func `a gravity that scales ignores the contents' scale`(gravity: ContentsGravity) {
        let frames = [1.0, 2].map { scale in
            contentsFrame {
                $0.contentsGravity = gravity
                $0.contentsScale = scale
            }
        }
        #expect(frames[0] != nil && frames[0] == frames[1])
    }

    @Test func `12:34:56 in six layers is cut out of one sheet of ten digits by contentsRect`() {
        let scene = TestLayers.scene(60, 20)
        let sheet = TestLayers.image(100, 20)
        for (position, digit) in [1, 2, 3, 4, 5, 6].enumerated() {
            let layer = TestLayers.layer(Double(position) * 10, 0, 10, 20, nil, in: scene.root)
            layer.contents = sheet
            layer.contentsRect = Rect(x: Double(digit) * 0.1, y: 0, width: 0.1, height: 1)
            layer.magnificationFilter = .nearest
        }
        let frame = scene.frame()
        #expect(frame.quads.count == 6)
        for (quad, start) in zip(frame.quads, [10.0, 20, 30, 40, 50, 60]) {
            guard let contents = quad.contents else { continue }
            #expect(abs(contents.source.minX - start) < 1e-9 && abs(contents.source.maxX - start - 10) < 1e-9)
            #expect(contents.source.minY == 0 && contents.source.maxY == 20)
            #expect(contents.filter == .nearest)
        }
        #expect(Set(frame.quads.compactMap(\.contents?.buffer)) == [sheet])
        let image = ReferenceFrame(frame)
        for column in 0..<60 {
            #expect(image[column, 7] == UInt32(column + 10) << 16 | 0x0780)
        }
    }

    /// A layer of 300 × 300 with contents of 100 × 100 and a contentsCenter.
    private func stretched(_ center: Rect) -> RenderTree {
        let scene = TestLayers.scene(300, 300)
        scene.root.contents = TestLayers.image(100, 100)
        scene.root.contentsCenter = center
        return scene.frame()
    }

    @Test func `contents stretched in their middle half keep corners of 25 × 25 pixel for pixel, in nine quads`() {
        let frame = stretched(Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        #expect(frame.quads.count == 9)
        let corner = Size(width: 25, height: 25)
        #expect(frame.quads[0].frame == Rect(origin: .zero, size: corner))
        #expect(frame.quads[4].frame == Rect(x: 25, y: 25, width: 250, height: 250))
        #expect(frame.quads[8].frame == Rect(origin: Point(x: 275, y: 275), size: corner))
        #expect(frame.quads[1].frame == Rect(x: 25, y: 0, width: 250, height: 25))
        #expect(frame.quads[1].contents?.source == Rect(x: 25, y: 0, width: 50, height: 25))
        let image = ReferenceFrame(frame)
        let source = TestLayers.image(100, 100)
        for y in 0..<25 {
            for x in 0..<25 {
                #expect(image[x, y] == source[x, y] & 0xFFFFFF)
                #expect(image[275 + x, 275 + y] == source[75 + x, 75 + y] & 0xFFFFFF)
            }
        }
        // Edges stretch along one axis: five pixels show one of the source.
        #expect(image[25 + 5 * 7, 3] == source[25 + 7, 3] & 0xFFFFFF)
    }

    @Test func `contents stretched at the line in their middle keep corners of 50 × 50`() {
        let frame = stretched(Rect(x: 0.5, y: 0.5, width: 0, height: 0))
        #expect(frame.quads.count == 9)
        #expect(frame.quads[0].frame == Rect(x: 0, y: 0, width: 50, height: 50))
        #expect(frame.quads[4].frame == Rect(x: 50, y: 50, width: 200, height: 200))
        let middle = frame.quads[4].contents?.source
        #expect(middle.map { abs($0.minX - 50) < 0.01 && abs($0.maxX - 50) < 0.01 } == true)
    }

    @Test func `slicing contents of unchanged size changes no pixel`() {
        let scene = TestLayers.scene(100, 100)
        let source = TestLayers.image(100, 100)
        scene.root.contents = source
        scene.root.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let image = ReferenceFrame(scene.frame())
        #expect((0..<100).allSatisfy { image[$0, 99 - $0] == source[$0, 99 - $0] & 0xFFFFFF })
    }

    @Test func `a layer narrower than its corners shows them shrunk`() {
        let scene = TestLayers.scene(30, 300)
        scene.root.contents = TestLayers.image(100, 100)
        scene.root.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let frame = scene.frame()
        #expect(frame.quads.count == 6)
        #expect(frame.quads.map(\.frame.size.width) == Array(repeating: 15, count: 6))
    }

    @Test func `contents use the minification filter when smaller and the magnification filter when larger`() {
        let scene = TestLayers.scene(100, 100)
        scene.root.contents = TestLayers.image(50, 50)
        scene.root.magnificationFilter = .nearest
        scene.root.minificationFilter = .trilinear
        #expect(scene.frame().quads.first?.contents?.filter == .nearest)
        scene.root.contents = TestLayers.image(200, 200)
        #expect(scene.frame().quads.first?.contents?.filter == .trilinear)
    }
}
