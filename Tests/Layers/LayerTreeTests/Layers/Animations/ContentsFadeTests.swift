import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct ContentsFadeTests {
    private let red = image(0xffff_0000)
    private let green = image(0xff00_ff00)
    private let blue = image(0xff00_00ff)

    private func opacities(_ items: [RenderItem]) -> [Double] { items.compactMap { $0.quad?.opacity } }

    @Test func `new contents cross-fade with the former ones for 0.25 s`() {
        let stage = Stage { $0.contents = red }
        Transaction.run(timingFunction: .linear) { stage.layer.contents = blue }
        #expect(stage.layer.animationKeys == ["contents"])
        #expect(stage.frame(at: 0).items.compactMap { $0.quad?.buffer } == [red])
        let half = stage.frame(at: 0.125).items
        #expect(half.compactMap { $0.quad?.buffer } == [red, blue])
        #expect(opacities(half) == [1, 0.5])
        #expect(opacities(stage.frame(at: 0.1875).items) == [1, 0.75])
        #expect(stage.frame(at: 0.25).items.compactMap { $0.quad?.buffer } == [blue])
        #expect(!stage.scene.needsFrame)
    }

    @Test func `contents are replaced at once if the delegate returns none`() {
        final class Host: LayerDelegate {
            func action(for key: ActionKey, layer: Layer) -> LayerActionResult { .none }
        }
        let host = Host()
        let stage = Stage { $0.contents = red }
        stage.layer.delegate = host
        stage.layer.contents = blue
        #expect(stage.frame(at: 0).items.compactMap { $0.quad?.buffer } == [blue])
    }

    @Test func `four images follow each other, with the fades half done in between`() {
        let images = [red, green, blue, image(0xffff_ffff)]
        let stage = Stage { $0.contents = images[0] }
        for (step, next) in images.dropFirst().enumerated() {
            let start = Double(step)
            stage.frame(at: start)
            stage.layer.contents = next
            stage.layer.addAnimation(ContentsFade(duration: 0.5), forKey: "contents")
            stage.frame(at: start)
            let half = stage.frame(at: start + 0.25).items
            #expect(half.compactMap { $0.quad?.buffer } == [images[step], next])
            #expect(opacities(half) == [1, 0.5])
        }
    }

    @Test func `sublayers and background are not part of the fade`() {
        let stage = Stage {
            $0.contents = red
            $0.backgroundColor = .white
            $0.contentsGravity = .center
            let child = Layer()
            child.frame = Rect(x: 0, y: 0, width: 10, height: 10)
            child.backgroundColor = .black
            $0.addSublayer(child)
        }
        Transaction.run(timingFunction: .linear) { stage.layer.contents = blue }
        #expect(opacities(stage.frame(at: 0.125).items) == [1, 1, 0.5, 1])
    }

    @Test func `first contents fade in and last ones fade out, without a group`() {
        let stage = Stage()
        Transaction.run(timingFunction: .linear) { stage.layer.contents = red }
        #expect(opacities(stage.frame(at: 0.125).items) == [0.5])
        stage.frame(at: 1)
        Transaction.run(timingFunction: .linear) { stage.layer.contents = nil }
        #expect(opacities(stage.frame(at: 1.1875).items) == [0.25])
        #expect(stage.frame(at: 1.25).items.isEmpty)
    }

    @Test func `transparent contents, or ones of another shape, are added with their weights`() throws {
        let stage = Stage {
            $0.contents = red
            $0.contentsGravity = .resizeAspect
        }
        Transaction.run(timingFunction: .linear) {
            stage.layer.contents = image(0x8000_0080, width: 20, height: 10)
        }
        let group = try #require(stage.frame(at: 0.0625).items.first?.group)
        #expect(group.items.compactMap { $0.group?.opacity } == [0.75, 0.25])
        #expect(group.items.compactMap { $0.group?.blendMode } == [.over, .add])
    }

    @Test func `contents that change during a fade continue from the blend that was shown`() throws {
        let stage = Stage { $0.contents = red }
        Transaction.run(timingFunction: .linear) { stage.layer.contents = green }
        stage.frame(at: 0)
        stage.frame(at: 0.125)
        Transaction.run(timingFunction: .linear) { stage.layer.contents = blue }
        let same = stage.frame(at: 0.125).items
        #expect(Set(same.compactMap { $0.quad?.buffer }) == [red, green])
        #expect(opacities(same) == [1, 0.5])
        // A quarter each of red and green, and half of blue: each quad has its weight's share of the sum so far.
        let later = stage.frame(at: 0.25).items
        #expect(later.last?.quad?.buffer == blue)
        #expect(opacities(later) == [1, 0.5, 0.5])
    }

    @Test func `contents that change twice before a frame fade from those that were shown`() {
        let stage = Stage { $0.contents = red }
        Transaction.run(timingFunction: .linear) {
            stage.layer.contents = green
            stage.layer.contents = blue
        }
        #expect(stage.frame(at: 0.125).items.compactMap { $0.quad?.buffer } == [red, blue])
    }

    @Test func `contents that a layer redraws itself do not cross-fade`() {
        final class Icons: LayerDisplayDelegate {
            var icon = image(0xffff_0000)

            func display(_ layer: Layer) { layer.contents = icon }
        }
        let icons = Icons()
        let stage = Stage()
        stage.layer.delegate = icons
        for color in [0xffff_0000, 0xff00_ff00] as [UInt32] {
            icons.icon = image(color)
            stage.layer.setNeedsDisplay()
            #expect(stage.frame(at: 0).items.compactMap { $0.quad?.buffer } == [icons.icon])
            #expect(stage.layer.animationKeys.isEmpty)
        }
    }
}
