import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Implicit animations of properties that change again while they are animated.
@MainActor
@Suite(.timeLimited) struct RetargetingTests {
    /// Lets one second pass, in which a distance grows to 300 points, with a change before each frame.
    ///
    /// - Parameters:
    ///   - stage: the stage whose frames are made.
    ///   - rate: the frames in a second.
    ///   - part: the part of a frame's time that passes between the change and the frame.
    ///   - change: makes the change for a distance.
    private func drag(
        _ stage: Stage, framesPerSecond rate: Int, delay part: Double = 0, _ change: (Double) -> Void
    ) {
        let interval = 1 / Double(rate)
        for frame in 1...rate {
            stage.clock.advance(by: interval * (1 - part))
            change(300 * Double(frame) / Double(rate))
            stage.clock.advance(by: interval * part)
            _ = stage.scene.frame()
        }
    }

    // In each frame the layer comes nearer by p = curve(interval / 0.25 s): shown += p · (target − shown).
    @Test(arguments: [(30, 234.852888), (60, 204.927775), (120, 181.370706)])
    func `dragged by 300 points in a second, with a change at each frame, it follows with a lag`(
        rate: Int, shown: Double
    ) {
        let stage = Stage()
        drag(stage, framesPerSecond: rate) { stage.layer.position.x = $0 }
        #expect(stage.layer.position.x == 300)
        #expect(isClose(stage.layer.presented.position.x, shown, within: 1e-5))
        let progress = TimingFunction.default(0.5)
        #expect(isClose(stage.presentation(at: 1.125).position.x, shown + (300 - shown) * progress, within: 1e-5))
        #expect(isClose(stage.presentation(at: 1.2501).position.x, 300))
        #expect(stage.layer.animationKeys.isEmpty && !stage.scene.needsFrame)
    }

    @Test(arguments: [(30, 238.123206), (60, 206.729695), (120, 182.324026)])
    func `a change in the middle between two frames takes effect at its own time`(rate: Int, shown: Double) {
        let stage = Stage()
        drag(stage, framesPerSecond: rate, delay: 0.5) { stage.layer.position.x = $0 }
        #expect(isClose(stage.layer.presented.position.x, shown, within: 1e-5))
    }

    @Test func `opacity, colors, bounds and corners lag in the same way`() {
        let stage = Stage { $0.backgroundColor = .black }
        drag(stage, framesPerSecond: 60) { distance in
            stage.layer.opacity = 1 - distance / 300
            stage.layer.backgroundColor = Color(red: distance / 300, green: 0, blue: 0)
            stage.layer.bounds.origin.x = distance
            stage.layer.cornerRadius = distance
        }
        let shown = stage.layer.presented
        #expect(isClose(shown.opacity, 1 - 0.683092583, within: 1e-7))
        #expect(isClose(shown.backgroundColor?.red ?? 0, 0.683092583, within: 1e-7))
        #expect(isClose(shown.bounds.origin.x, 204.927775, within: 1e-5))
        #expect(isClose(shown.cornerRadius, 204.927775, within: 1e-5))
    }

    @Test(arguments: [(2.0, 267.198288), (0.5, 119.881676)])
    func `the animation runs in the layer's own time`(speed: Double, shown: Double) {
        let stage = Stage()
        stage.root.timing.speed = speed
        stage.layer.timing.timeOffset = 3
        stage.layer.timing.beginTime = -5
        drag(stage, framesPerSecond: 60) { stage.layer.position.x = $0 }
        #expect(isClose(stage.layer.presented.position.x, shown, within: 1e-5))
    }

    @Test func `of several changes at the same time the last one counts, from the value before the first one`() {
        let stage = Stage()
        drag(stage, framesPerSecond: 60) {
            stage.layer.position.x = 1000
            stage.layer.position.x = -7
            stage.layer.position.x = $0
        }
        #expect(isClose(stage.layer.presented.position.x, 204.927775, within: 1e-5))
    }

    @Test func `a change while the clock stands still shows nothing new, and the animation runs when time passes`() {
        let stage = Stage()
        for step in 1...10 {
            stage.layer.position.x = Double(step) * 30
            #expect(stage.presentation(at: 0).position.x == 0)
        }
        #expect(isClose(stage.presentation(at: 0.125).position.x, 300 * TimingFunction.default(0.5)))
        #expect(stage.presentation(at: 0.25).position.x == 300)
    }

    @Test func `a change begins at its time, and not with a frame that comes late`() {
        let stage = Stage()
        stage.layer.position.x = 100
        #expect(isClose(stage.presentation(at: 0.125).position.x, 100 * TimingFunction.default(0.5)))
        stage.clock.advance(by: 0.0625)
        stage.layer.position.x = 0
        let former = 100 * TimingFunction.default(0.75)
        #expect(isClose(stage.layer.presented.position.x, former))
        #expect(isClose(stage.presentation(at: 0.3125).position.x, former * (1 - TimingFunction.default(0.5))))
        stage.frame(at: 0.5)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `layers that are changed within a sixtieth of a second move together, later ones do not`() {
        let stage = Stage()
        let others = [Layer(), Layer()]
        for other in others { stage.root.addSublayer(other) }
        stage.frame(at: 0)
        stage.layer.position.x = 100
        stage.clock.advance(by: 0.01)
        others[0].position.x = 100
        stage.clock.advance(by: 0.02)
        others[1].position.x = 100
        stage.frame(at: 0.1)
        #expect(others[0].presented.position == stage.layer.presented.position)
        #expect(isClose(stage.layer.presented.position.x, 100 * TimingFunction.default(0.4)))
        #expect(isClose(others[1].presented.position.x, 100 * TimingFunction.default(0.28)))
    }

    @Test func `in an explicit transaction it begins with the commit, from what is shown then`() {
        let stage = Stage()
        drag(stage, framesPerSecond: 60, delay: 0.5) { distance in
            Transaction.run { stage.layer.position.x = distance }
        }
        #expect(isClose(stage.layer.presented.position.x, 206.729695, within: 1e-5))
    }

    @Test func `a spring that is retargeted in each frame moves too`() {
        let stage = Stage()
        stage.layer.actions[.position] = .run(ImplicitAnimation(spring: Spring(stiffness: 200, damping: 20)))
        drag(stage, framesPerSecond: 60) { stage.layer.position.x = $0 }
        #expect(stage.layer.presented.position.x > 30 && stage.layer.presented.position.x < 300)
    }

    @Test func `an action that is run on a layer in no scene starts when the layer enters one`() {
        let stage = Stage()
        let layer = Layer()
        layer.position.x = 100
        ImplicitAnimation(duration: 1, timingFunction: .linear).run(
            for: .position, on: layer, from: LayerProperties())
        stage.frame(at: 1)
        stage.root.addSublayer(layer)
        stage.frame(at: 2)
        #expect(stage.presented(layer, at: 2.5).position.x == 50)
    }

    @Test func `contents that change between two frames fade from the blend of that time`() {
        let red = image(0xffff_0000)
        let green = image(0xff00_ff00)
        let blue = image(0xff00_00ff)
        let stage = Stage { $0.contents = red }
        Transaction.flush()
        Transaction.timingFunction = .linear
        stage.layer.contents = green
        stage.frame(at: 0)
        stage.clock.advance(by: 0.125)
        Transaction.timingFunction = .linear
        stage.layer.contents = blue
        let same = stage.frame(at: 0.125).items.compactMap(\.quad)
        #expect(Set(same.map(\.buffer)) == [red, green] && same.map(\.opacity) == [1, 0.5])
        let later = stage.frame(at: 0.25).items.compactMap(\.quad)
        #expect(later.last?.buffer == blue && later.map(\.opacity) == [1, 0.5, 0.5])
    }

    @Test func `two runs on equal clocks are the same, value for value`() {
        func run() -> [Double] {
            let stage = Stage()
            var shown: [Double] = []
            drag(stage, framesPerSecond: 60, delay: 0.3) {
                stage.layer.position.x = $0
                shown.append(stage.layer.presented.position.x)
            }
            return shown
        }
        #expect(run() == run())
    }
}
