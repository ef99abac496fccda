import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct GroupTests {
    private func groups(_ tree: RenderTree) -> [RenderGroup] {
        tree.items.compactMap { item in
            guard case .group(let group) = item else { return nil }
            return group
        }
    }

    @Test func `red on black with a group opacity of 0.5, over white, is (255, 128, 128)`() throws {
        let scene = TestLayers.scene(100, 100, .white)
        let parent = TestLayers.layer(10, 10, 80, 80, .black, in: scene.root)
        parent.opacity = 0.5
        _ = TestLayers.layer(10, 10, 20, 20, TestLayers.red, in: parent)
        let frame = scene.frame()
        let group = try #require(groups(frame).first)
        #expect(group.opacity == 0.5 && group.items.count == 2 && group.blendMode == .over)
        #expect(group.bounds == PixelRect(x: 10, y: 10, width: 80, height: 80))
        #expect(frame.quads.allSatisfy { $0.opacity == 1 })
        let image = ReferenceFrame(frame)
        #expect(image[25, 25] == 0xFF8080 && image[15, 15] == 0x808080)
    }

    @Test func `without group opacity red on black, over white, is (191, 64, 64), and there is no group`() {
        let scene = TestLayers.scene(100, 100, .white)
        scene.collectsStatistics = true
        let parent = TestLayers.layer(10, 10, 80, 80, .black, in: scene.root)
        parent.opacity = 0.5
        parent.allowsGroupOpacity = false
        _ = TestLayers.layer(10, 10, 20, 20, TestLayers.red, in: parent)
        let frame = scene.frame()
        #expect(groups(frame).isEmpty && frame.quads.map(\.opacity) == [1, 0.5, 0.5])
        #expect(scene.statistics.offscreenPasses == 0)
        let image = ReferenceFrame(frame)
        // 191.25, and 63.75 twice.
        #expect([0xBF4040, 0xC04040, 0xBF3F3F].contains(image[25, 25]) && image[15, 15] == 0x808080)
    }

    @Test func `a half transparent layer by itself is one quad, without a group`() {
        let scene = TestLayers.scene(100, 100, .white)
        TestLayers.layer(10, 10, 80, 80, .black, in: scene.root).opacity = 0.5
        let frame = scene.frame()
        #expect(groups(frame).isEmpty && frame.quads.map(\.opacity) == [1, 0.5])
    }

    @Test func `tiles that share no pixel are faded one by one, and with a common pixel as a group`() {
        let scene = TestLayers.scene(100, 100)
        let parent = TestLayers.layer(0, 0, 100, 100, nil, in: scene.root)
        parent.opacity = 0.5
        _ = TestLayers.layer(0, 0, 50, 50, .white, in: parent)
        let second = TestLayers.layer(50, 0, 50, 50, .white, in: parent)
        let apart = scene.frame()
        #expect(groups(apart).isEmpty && apart.quads.map(\.opacity) == [0.5, 0.5])
        second.position.x -= 1
        #expect(groups(scene.frame()).count == 1)
    }

    @Test func `occluded quads of a group are removed`() throws {
        let scene = TestLayers.scene(100, 100)
        let parent = TestLayers.layer(0, 0, 50, 50, .white, in: scene.root)
        parent.opacity = 0.5
        _ = TestLayers.layer(0, 0, 50, 50, TestLayers.red, in: parent)
        _ = TestLayers.layer(0, 0, 10, 10, TestLayers.blue, in: parent)
        let frame = scene.frame()
        #expect(frame.quads.map(\.color) == [TestLayers.red, TestLayers.blue])
        #expect(groups(frame).count == 1)
    }

    @Test func `a layer in two half transparent ones has an opacity of a quarter, without a group`() {
        let scene = TestLayers.scene(100, 100)
        let outer = TestLayers.layer(0, 0, 50, 50, nil, in: scene.root)
        let inner = TestLayers.layer(0, 0, 50, 50, nil, in: outer)
        _ = TestLayers.layer(0, 0, 50, 50, .white, in: inner)
        outer.opacity = 0.5
        inner.opacity = 0.5
        let frame = scene.frame()
        #expect(groups(frame).isEmpty && frame.quads.map(\.opacity) == [0.25])
    }

    @Test func `a group that is all of a half transparent layer has both opacities, in one group`() {
        let scene = TestLayers.scene(100, 100)
        let outer = TestLayers.layer(0, 0, 50, 50, nil, in: scene.root)
        let inner = TestLayers.layer(0, 0, 50, 50, .white, in: outer)
        _ = TestLayers.layer(0, 0, 20, 20, TestLayers.red, in: inner)
        outer.opacity = 0.5
        inner.opacity = 0.5
        let frame = scene.frame()
        #expect(groups(frame).map(\.opacity) == [0.25])
        #expect(ReferenceFrame(frame)[10, 10] == 0x400000)
    }

    @Test func `many overlapping layers make one group`() {
        let scene = TestLayers.scene(100, 100)
        let parent = TestLayers.layer(0, 0, 100, 100, nil, in: scene.root)
        parent.opacity = 0.5
        for index in 0..<40 {
            let layer = TestLayers.layer(Double(index), 0, 20, 20, .white, in: parent)
            layer.affineTransform = AffineTransform(rotation: 0.1)
        }
        let frame = scene.frame()
        #expect(groups(frame).count == 1 && frame.quads.count == 40)
    }
}

@MainActor
@Suite(.timeLimited) struct FrameStatisticsTests {
    @Test func `a scene counts layers, culled layers, quads and groups if statistics are collected`() {
        let scene = TestLayers.scene(100, 50, .white)
        let parent = TestLayers.layer(0, 0, 50, 50, .black, in: scene.root)
        parent.opacity = 0.5
        _ = TestLayers.layer(10, 10, 20, 20, TestLayers.red, in: parent)
        _ = TestLayers.layer(200, 0, 20, 20, TestLayers.red, in: scene.root)
        let hidden = TestLayers.layer(0, 0, 20, 20, TestLayers.red, in: scene.root)
        hidden.isHidden = true
        _ = TestLayers.layer(0, 0, 20, 20, TestLayers.red, in: hidden)
        _ = TestLayers.layer(60, 0, 20, 20, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(60, 0, 20, 20, TestLayers.blue, in: scene.root)
        _ = scene.frame()
        #expect(scene.statistics == FrameStatistics())
        scene.collectsStatistics = true
        scene.setNeedsFrame()
        _ = scene.frame()
        let statistics = scene.statistics
        #expect(statistics.layers == 7 && statistics.culledLayers == 2 && statistics.occludedQuads == 1)
        #expect(statistics.quads == 4 && statistics.groups == 1 && statistics.visiblePixels == 5000)
        #expect(statistics.buildTime > 0 && statistics.drawTime == 0)
    }

    @Test func `a presenter's part is added to the scene's`() {
        var presented = FrameStatistics()
        presented.filledPixels = 20_000
        presented.textureUploads = 2
        presented.uploadedBytes = 524_288
        presented.drawTime = 1.5
        let scene = TestLayers.scene(100, 50)
        scene.collectsStatistics = true
        _ = scene.frame()
        let before = scene.statistics
        scene.statistics += presented
        #expect(scene.statistics.overdraw == 4)
        #expect(scene.statistics.uploadedBytes == 524_288 && scene.statistics.drawTime == 1.5)
        #expect(scene.statistics.layers == before.layers && scene.statistics.buildTime == before.buildTime)
    }

    @Test func `every value of a part is added`() {
        var part = FrameStatistics()
        var numbers: [Int] = []
        withUnsafeMutableBytes(of: &part) { bytes in
            // Every value has 64 bits; the bit pattern 1 is above zero both as an integer and as a floating-point
            // number. What is not 0 at first is a reference.
            let figures = bytes.bindMemory(to: Int64.self)
            numbers = figures.indices.filter { figures[$0] == 0 }
            for index in numbers { figures[index] = 1 }
        }
        var sum = part
        sum += part
        #expect(sum != part)
        withUnsafeBytes(of: &sum) { bytes in
            let figures = bytes.bindMemory(to: Int64.self)
            #expect(numbers.allSatisfy { figures[$0] == 2 })
        }
    }
}
