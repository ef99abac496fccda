import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

/// Layers that are added to a layer that is shown, and removed from it.
@MainActor
@Suite(.timeLimited) struct OrderActionTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let green = Color(red: 0, green: 1, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)
    private let clock = ManualClock()
    private let root = Layer()
    private let scene: LayerScene
    private let half = TimingFunction.default(0.5)

    init() {
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: 300, height: 100)
        scene = LayerScene(root: root, size: PixelSize(width: 300, height: 100), clock: clock)
    }

    private func square(_ color: Color = red, x: Double = 0) -> Layer {
        let layer = Layer()
        layer.frame = Rect(x: x, y: 0, width: 100, height: 100)
        layer.backgroundColor = color
        return layer
    }

    /// A square that the scene has shown.
    private func shownSquare() -> Layer {
        let layer = square()
        root.addSublayer(layer)
        _ = scene.frame()
        return layer
    }

    /// The quads of the frame at a time.
    private func quads(at time: Double) -> [RenderQuad] {
        clock.advance(by: time - clock.now)
        return scene.frame().items.compactMap(\.quad)
    }

    private func opacities(at time: Double) -> [Double] { quads(at: time).map(\.opacity) }

    @Test func `a removed layer fades out for 0.25 s along the default curve`() {
        let layer = shownSquare()
        layer.removeFromSuperlayer()
        #expect(root.sublayers.isEmpty && layer.superlayer == nil && layer.scene == nil)
        #expect(opacities(at: 0) == [1])
        #expect(scene.needsFrame && scene.nextFrameTime == 0)
        #expect(isClose(opacities(at: 0.125).first ?? 0, 1 - half))
        #expect(quads(at: 0.1875).first?.color == Self.red)
        #expect(quads(at: 0.25).isEmpty)
        #expect(!scene.needsFrame && scene.nextFrameTime == nil && root.fadingSublayers == nil)
    }

    @Test func `an added layer fades in`() {
        _ = scene.frame()
        let layer = square()
        root.addSublayer(layer)
        #expect(layer.animationKeys == ["onOrderIn"] && layer.opacity == 1)
        #expect(quads(at: 0).isEmpty)
        #expect(isClose(opacities(at: 0.125).first ?? 0, half))
        #expect(opacities(at: 0.25) == [1])
        #expect(layer.animationKeys.isEmpty && !scene.needsFrame)
    }

    @Test func `before the first frame, and without actions, layers appear and disappear at once`() {
        let layer = square()
        root.addSublayer(layer)
        #expect(layer.animationKeys.isEmpty)
        #expect(opacities(at: 0) == [1])
        Transaction.run(disablesActions: true) { layer.removeFromSuperlayer() }
        #expect(quads(at: 0).isEmpty)
        Transaction.run(disablesActions: true) { _ = root.addSublayer(layer) }
        #expect(opacities(at: 0) == [1])
        Transaction.run(duration: 0) { layer.removeFromSuperlayer() }
        #expect(quads(at: 0).isEmpty && !scene.needsFrame)
    }

    @Test func `what is added to an added layer appears with it`() {
        _ = scene.frame()
        let layer = square()
        root.addSublayer(layer)
        let inner = square(Self.blue)
        layer.addSublayer(inner)
        #expect(inner.animationKeys.isEmpty)
        _ = scene.frame()
        layer.addSublayer(square(Self.green))
        #expect(layer.sublayers[1].animationKeys == ["onOrderIn"])
    }

    @Test func `duration, curve and delay are those of the transaction, whose completion waits for the fade`() {
        let layer = shownSquare()
        var completions = 0
        Transaction.run(duration: 1, delay: 1, timingFunction: .linear, completion: { completions += 1 }) {
            layer.removeFromSuperlayer()
            root.addSublayer(square(Self.blue, x: 100))
        }
        #expect(opacities(at: 0.5) == [1])
        #expect(opacities(at: 1.25) == [0.75, 0.25])
        #expect(completions == 0)
        #expect(opacities(at: 2) == [1])
        #expect(completions == 1)
    }

    @Test func `in an explicit transaction the fade begins with the commit`() {
        let layer = shownSquare()
        Transaction.begin()
        Transaction.timingFunction = .linear
        layer.removeFromSuperlayer()
        #expect(opacities(at: 1) == [1])
        Transaction.commit()
        #expect(opacities(at: 1) == [1])
        #expect(opacities(at: 1.125) == [0.5])
        #expect(quads(at: 1.25).isEmpty)
    }

    @Test func `a layer that is removed and added again before a frame stays on the screen`() {
        let layer = shownSquare()
        layer.removeFromSuperlayer()
        root.addSublayer(layer)
        #expect(layer.animationKeys.isEmpty && layer.fadingImage == nil)
        #expect(opacities(at: 0) == [1])
        #expect(opacities(at: 0.125) == [1] && root.fadingSublayers == nil)
    }

    @Test func `a layer that is added again while it fades out fades in from what is shown`() {
        let layer = shownSquare()
        layer.removeFromSuperlayer()
        let shown = opacities(at: 0.125).first ?? 0
        root.addSublayer(layer)
        #expect(isClose(opacities(at: 0.125).first ?? 0, shown))
        #expect(isClose(opacities(at: 0.25).first ?? 0, shown + (1 - shown) * half))
        #expect(opacities(at: 0.375) == [1])
    }

    @Test func `a fading layer stays between its siblings, also when others come`() {
        let layers = [square(Self.red), square(Self.green, x: 100), square(Self.blue, x: 200)]
        for layer in layers { root.addSublayer(layer) }
        _ = scene.frame()
        layers[1].removeFromSuperlayer()
        layers[0].removeFromSuperlayer()
        Transaction.run(disablesActions: true) {
            root.insertSublayer(square(.black, x: 0), at: 0)
            root.insertSublayer(square(.white, x: 100), below: layers[2])
            root.addSublayer(square(.white, x: 200))
        }
        #expect(root.sublayers.count == 4)
        let expected = [.black, Self.red, Self.green, .white, Self.blue, .white]
        #expect(root.shownSublayers.map(\.backgroundColor) == expected)
        _ = quads(at: 0.25)
        #expect(root.shownSublayers.count == 4)
    }

    @Test func `a replaced layer fades into the other one`() {
        let old = shownSquare()
        root.replaceSublayer(old, with: square(Self.blue, x: 100))
        #expect(quads(at: 0.125).map(\.color) == [Self.red, Self.blue])
        #expect(isClose(opacities(at: 0.125).reduce(0, +), 1))
    }

    @Test func `a layer that moves within its scene does not fade`() {
        let layer = shownSquare()
        let other = square(Self.blue, x: 100)
        Transaction.run(disablesActions: true) { _ = root.addSublayer(other) }
        _ = scene.frame()
        root.addSublayer(layer)
        other.addSublayer(layer)
        #expect(layer.animationKeys.isEmpty)
        #expect(quads(at: 0).map(\.color) == [Self.red] && !scene.needsFrame)
    }

    @Test func `actions of the superlayer's list, none or a transition, replace the default`() {
        let layer = shownSquare()
        root.actions[.sublayers] = .none
        layer.removeFromSuperlayer()
        #expect(quads(at: 0).isEmpty)
        root.addSublayer(layer)
        #expect(layer.animationKeys.isEmpty && opacities(at: 0) == [1])
        root.actions[.sublayers] = .run(Transition(.push))
        layer.removeFromSuperlayer()
        #expect(root.animationKeys == [Transition.key] && root.fadingSublayers == nil)
    }

    @Test func `a transition that was added to the superlayer shows the change alone`() {
        let layer = shownSquare()
        let other = square(Self.blue)
        root.addAnimation(Transition(.push, from: .right, duration: 1), forKey: Transition.key)
        root.replaceSublayer(layer, with: other)
        #expect(root.fadingSublayers == nil && other.animationKeys.isEmpty)
    }

    @Test func `actions of the layer itself count in any superlayer`() {
        let layer = shownSquare()
        layer.actions = .none
        layer.removeFromSuperlayer()
        #expect(quads(at: 0).isEmpty)
        root.actions[.sublayers] = .none
        var rise = BasicAnimation(\.position, by: Point(x: 100, y: 0))
        rise.timing.duration = 1
        layer.actions[.onOrderIn] = .run(BasicAnimation(\.opacity, from: 0.5))
        layer.actions[.onOrderOut] = .run(rise)
        root.addSublayer(layer)
        #expect(opacities(at: 0) == [0.5])
        #expect(opacities(at: 1) == [1])
        layer.removeFromSuperlayer()
        #expect(quads(at: 1.5).map(\.pixelBounds.x) == [50])
        #expect(quads(at: 2).isEmpty)
    }

    @Test func `an action of another kind runs before the removal, and the layer disappears at once`() {
        @MainActor
        final class Log { var lines: [String] = [] }
        struct Noted: LayerAction {
            let log: Log

            func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
                log.lines.append("\(key.name) \(layer.superlayer == nil ? "outside" : "inside")")
            }
        }
        let layer = shownSquare()
        let log = Log()
        for key in [ActionKey.onOrderIn, .onOrderOut] { layer.actions[key] = .run(Noted(log: log)) }
        layer.removeFromSuperlayer()
        #expect(log.lines == ["onOrderOut inside"] && quads(at: 0).isEmpty)
        root.addSublayer(layer)
        #expect(log.lines == ["onOrderOut inside", "onOrderIn inside"] && layer.animationKeys.isEmpty)
    }

    @Test func `without time, in a paused tree or with a layer that is hidden, nothing fades`() {
        let layer = shownSquare()
        root.timing.speed = 0
        layer.removeFromSuperlayer()
        #expect(quads(at: 0).isEmpty)
        root.addSublayer(layer)
        #expect(opacities(at: 0) == [1])
        root.timing.speed = 1
        Transaction.run(disablesActions: true) { layer.isHidden = true }
        _ = scene.frame()
        layer.removeFromSuperlayer()
        #expect(root.fadingSublayers == nil)
    }

    @Test func `the fade runs in the layer's time`() {
        root.timing.speed = 2
        let layer = shownSquare()
        layer.timing.speed = 0.25
        _ = scene.frame()
        layer.removeFromSuperlayer()
        #expect(isClose(opacities(at: 0.25).first ?? 0, 1 - half))
        #expect(quads(at: 0.5).isEmpty)
    }

    @Test func `a superlayer that is removed ends the fades in it`() {
        let outer = shownSquare()
        let inner = square(Self.blue)
        Transaction.run(disablesActions: true) { _ = outer.addSublayer(inner) }
        _ = scene.frame()
        var completions = 0
        Transaction.run(completion: { completions += 1 }) { inner.removeFromSuperlayer() }
        Transaction.run(disablesActions: true) { outer.removeFromSuperlayer() }
        #expect(outer.fadingSublayers == nil)
        #expect(quads(at: 0).isEmpty && completions == 1 && !scene.needsFrame)
    }

    @Test func `a removed layer is not kept for its fade`() {
        weak var gone: Layer?
        do {
            let layer = square()
            let custom = Panel()
            custom.frame = layer.frame
            root.addSublayer(custom)
            _ = scene.frame()
            custom.removeFromSuperlayer()
            gone = custom
        }
        #expect(gone == nil)
        #expect(opacities(at: 0).count == 1)
    }

    /// A subclass, whose contents are copied for the image.
    private final class Panel: Layer {
        override init() {
            super.init()
            self.backgroundColor = OrderActionTests.red
        }
    }
}
