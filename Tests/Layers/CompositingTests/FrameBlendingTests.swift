import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct FrameBlendingTests {
    private let square = Rect(x: 0, y: 0, width: 4, height: 4)
    private let bounds = PixelRect(x: 0, y: 0, width: 4, height: 4)

    private func only(_ background: Color, _ items: [RenderItem]) -> [UInt32] {
        Set(Compositor(workerCount: 1).draw(RenderTree(4, 4, over: background, items)).pixels).sorted()
    }

    @Test func `a frame without items is its background`() {
        #expect(only(.clear, []) == [0])
        #expect(only(.white, []) == [0xFFFF_FFFF])
        #expect(only(Color(10, 20, 30), []) == [0xFF0A_141E])
        #expect(only(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5), []) == [0x7F7F_4000])
        #expect(Compositor().draw(RenderTree(4, 4, over: .white, [])).isOpaque)
        #expect(!Compositor().draw(RenderTree(4, 4, [])).isOpaque)
    }

    @Test func `half a red over white is (255, 128, 128), whether by alpha, opacity or group`() {
        let half = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
        let red = PixelBuffer(1, 1, isOpaque: true) { _, _ in 0xFFFF_0000 }
        #expect(only(.white, [.color(half, square)]) == [0xFFFF_8080])
        #expect(only(.white, [.color(.pureRed, square, opacity: 0.5)]) == [0xFFFF_8080])
        #expect(only(.white, [.image(red, square, opacity: 0.5)]) == [0xFFFF_8080])
        #expect(only(.white, [.group([.color(.pureRed, square)], opacity: 0.5, bounds: bounds)]) == [0xFFFF_8080])
    }

    @Test func `red over black over white is (191, 64, 64) with separate opacities, and (255, 128, 128) as a group`() {
        let inner = Rect(x: 1, y: 1, width: 2, height: 2)
        func image(_ items: [RenderItem]) -> PixelBuffer {
            Compositor(workerCount: 1).draw(RenderTree(4, 4, over: .white, items))
        }
        let apart = image([.color(.black, square, opacity: 0.5), .color(.pureRed, inner, opacity: 0.5)])
        #expect(apart[2, 2] == 0xFFBF_4040)
        #expect(apart[0, 0] == 0xFF80_8080)
        let together = image([
            .group([.color(.black, square), .color(.pureRed, inner)], opacity: 0.5, bounds: bounds)
        ])
        #expect(together[2, 2] == 0xFFFF_8080)
        #expect(together[0, 0] == 0xFF80_8080)
    }

    @Test func `a group changes only its own pixels, and groups can be nested`() {
        let image = Compositor(workerCount: 1).draw(
            RenderTree(
                4, 4, over: Color(0, 0, 200),
                [
                    .group(
                        [
                            .color(Color(0, 200, 0), Rect(x: 0, y: 0, width: 2, height: 2)),
                            .group(
                                [.color(.pureRed, Rect(x: 1, y: 1, width: 2, height: 2))], opacity: 0.2,
                                bounds: PixelRect(x: 1, y: 1, width: 2, height: 2)),
                        ], opacity: 0.6, bounds: PixelRect(x: 0, y: 0, width: 3, height: 3))
                ]))
        #expect(image[3, 3] == 0xFF00_00C8)
        #expect(image[0, 0] == 0xFF00_7850)
        // A fifth of red over green, and three fifths of that over blue.
        #expect(image[1, 1] == 0xFF1F_6050)
        // A fifth of red, and three fifths of that: 31 of 255.
        #expect(image[2, 2] == 0xFF1F_00B0)
    }

    @Test func `the two weights of a cross-fade add up to one at every progress`() {
        let image = PixelBuffer.random(4, 4, seed: 1)
        let opaque = PixelBuffer.random(4, 4, seed: 2, isOpaque: true)
        for step in 0...100 {
            let progress = Double(step) / 100
            for buffer in [image, opaque] {
                let tree = RenderTree(
                    4, 4,
                    [
                        .group(
                            [
                                .group([.image(buffer, square)], opacity: 1 - progress, bounds: bounds),
                                .group([.image(buffer, square)], opacity: progress, blendMode: .add, bounds: bounds),
                            ], bounds: bounds)
                    ])
                #expect(Compositor(workerCount: 1).draw(tree).pixels == buffer.pixels)
            }
        }
    }

    @Test func `additive blending is clamped to white`() {
        let added = RenderItem.group([.color(Color(100, 50, 255), square)], blendMode: .add, bounds: bounds)
        #expect(only(Color(200, 100, 1), [added]) == [0xFFFF_96FF])
    }

    @Test func `an opacity of 0 or NaN shows nothing`() {
        for opacity in [0, -1, .nan, 0.001] {
            #expect(only(.white, [.color(.black, square, opacity: opacity)]) == [0xFFFF_FFFF])
            let group = RenderItem.group([.color(.black, square)], opacity: opacity, bounds: bounds)
            #expect(only(.white, [group]) == [0xFFFF_FFFF])
        }
        #expect(only(.white, [.color(.black, square, opacity: 7)]) == [0xFF00_0000])
        #expect(only(.white, [.color(Color(red: .nan, green: -3, blue: 9), square)]) == [0xFF00_00FF])
    }

    @Test func `an opaque buffer hides what is below, and another one blends with it`() {
        let glass = PixelBuffer(2, 2) { x, _ in x == 0 ? 0x8080_0000 : 0 }
        let image = Compositor(workerCount: 1).draw(
            RenderTree(2, 2, over: .white, [.image(glass, Rect(x: 0, y: 0, width: 2, height: 2))]))
        #expect(image.pixels == [0xFFFF_7F7F, 0xFFFF_FFFF, 0xFFFF_7F7F, 0xFFFF_FFFF])
        let wall = PixelBuffer(2, 2, isOpaque: true) { x, y in UInt32(0xFF00_0000 + x + 2 * y) }
        #expect(
            Compositor(workerCount: 1).draw(
                RenderTree(2, 2, over: .white, [.image(wall, Rect(x: 0, y: 0, width: 2, height: 2))])
            ).pixels == wall.pixels)
    }
}
