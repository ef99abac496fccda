import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct ActionTests {
    /// Logs that it was run.
    private struct Noted: LayerAction {
        let name: String
        let log: Log

        func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
            log.lines.append("\(name): \(key.name) from \(previous.opacity) to \(layer.opacity)")
        }
    }

    @MainActor
    private final class Log {
        var lines: [String] = []
    }

    /// Chooses the action of opacity changes and leaves the others to the layer.
    private final class Delegate: LayerDelegate {
        var result: LayerActionResult
        private(set) var asked: [String] = []

        init(_ result: LayerActionResult) {
            self.result = result
        }

        func action(for key: ActionKey, layer: Layer) -> LayerActionResult {
            asked.append(key.name)
            return key == .opacity ? result : .unhandled
        }
    }

    /// A layer whose class has an action for opacity.
    private final class OwnDefault: Layer {
        static let log = Log()

        override class func defaultAction(for key: ActionKey) -> LayerActionResult {
            key == .opacity ? .run(Noted(name: "class", log: log)) : super.defaultAction(for: key)
        }
    }

    @Test func `the delegate is asked first, then the layer's actions, its style, and its class`() {
        let log = Log()
        func noted(_ name: String) -> LayerActionResult { .run(Noted(name: name, log: log)) }
        OwnDefault.log.lines = []
        let stage = Stage()
        let delegate = Delegate(noted("delegate"))
        let layers = (0..<4).map { _ in OwnDefault() }
        for (asked, layer) in layers.enumerated() {
            if asked < 1 { layer.delegate = delegate }
            if asked < 2 { layer.actions[.opacity] = noted("actions") }
            if asked < 3 { layer.style = LayerStyle(actions: LayerActions(others: noted("style"))) }
            Transaction.run(disablesActions: true) { _ = stage.root.addSublayer(layer) }
        }
        stage.frame(at: 0)
        for layer in layers { layer.opacity = 0.5 }
        #expect(
            log.lines == [
                "delegate: opacity from 1.0 to 0.5", "actions: opacity from 1.0 to 0.5",
                "style: opacity from 1.0 to 0.5",
            ])
        #expect(OwnDefault.log.lines == ["class: opacity from 1.0 to 0.5"])
        #expect(layers.allSatisfy { $0.animationKeys.isEmpty })
        #expect(delegate.asked == ["opacity"])
        layers[0].zPosition = 1
        #expect(delegate.asked == ["opacity", "zPosition"])
        #expect(log.lines.last == "style: zPosition from 0.5 to 0.5")
    }

    @Test func `no action is looked up while actions are disabled`() {
        let stage = Stage()
        let delegate = Delegate(.unhandled)
        stage.layer.delegate = delegate
        Transaction.run(disablesActions: true) { stage.layer.opacity = 0.5 }
        #expect(delegate.asked.isEmpty)
        #expect(stage.layer.presented.opacity == 0.5)
    }

    @Test func `a result of none ends the search, and the change shows at once`() {
        let stage = Stage()
        let delegate = Delegate(.none)
        stage.layer.delegate = delegate
        stage.layer.opacity = 0.5
        stage.layer.position = Point(x: 1, y: 1)
        #expect(stage.layer.animationKeys == ["position"])
        stage.layer.delegate = nil
        stage.layer.actions[.opacity] = .none
        stage.layer.opacity = 0.25
        #expect(stage.layer.animationKeys == ["position"])
        stage.layer.actions = .none
        stage.layer.zPosition = 5
        stage.layer.contents = image(0xff00_0000)
        #expect(stage.layer.animationKeys == ["position"])
    }

    @Test func `a delegate can enable animations for some changes only`() {
        let stage = Stage()
        let delegate = Delegate(.none)
        stage.layer.delegate = delegate
        func isRun() -> Bool {
            if case .run = stage.layer.action(for: .opacity) { true } else { false }
        }
        #expect(!isRun())
        delegate.result = .run(ImplicitAnimation())
        #expect(isRun())
        delegate.result = .none
        #expect(!isRun())
    }

    @Test func `every animation can be an action, and runs under the name of the changed property`() throws {
        let stage = Stage()
        var bounce = BasicAnimation(\.zPosition, by: 10)
        bounce.timing.duration = 1
        stage.layer.actions[.opacity] = .run(bounce)
        stage.layer.opacity = 0
        #expect(stage.layer.animationKeys == ["opacity"])
        stage.frame(at: 0)
        #expect(stage.presentation(at: 0.5).zPosition == 5)
        #expect(stage.layer.presented.opacity == 0)
    }

    @Test func `an implicit animation can have its own duration and timing function`() {
        let stage = Stage()
        stage.layer.actions[.position] = .run(ImplicitAnimation(duration: 4, timingFunction: .linear))
        Transaction.run(duration: 1) { stage.layer.position = Point(x: 100, y: 0) }
        #expect(stage.presentation(at: 3).position.x == 75)
    }

    @Test func `properties that are not animatable have no action`() {
        let stage = Stage()
        stage.layer.masksToBounds = true
        stage.layer.contentsGravity = .center
        stage.layer.isDoubleSided = false
        #expect(stage.layer.animationKeys.isEmpty)
        if case .run = Layer.defaultAction(for: .sublayers) { Issue.record("sublayers have no default action") }
    }

    @Test func `removing a sublayer runs the sublayers action, and none while actions are disabled`() throws {
        let stage = Stage { $0.backgroundColor = .black }
        stage.root.actions[.sublayers] = .run(Transition(.fade))
        stage.layer.removeFromSuperlayer()
        #expect(stage.root.animationKeys == [Transition.key])
        stage.frame(at: 0)
        let fading = try #require(stage.frame(at: 0.125).items.first?.quad)
        #expect(fading.opacity > 0 && fading.opacity < 1)
        #expect(stage.frame(at: 0.25).items.isEmpty)

        let other = Stage { $0.backgroundColor = .black }
        other.root.actions[.sublayers] = .run(Transition(.fade))
        Transaction.run(disablesActions: true) { other.layer.removeFromSuperlayer() }
        #expect(other.root.animationKeys.isEmpty)
        #expect(other.frame(at: 0).items.isEmpty)
    }
}
