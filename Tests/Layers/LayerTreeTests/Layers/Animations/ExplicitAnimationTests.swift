import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Explicit animations in frames of a scene.
@MainActor
@Suite(.timeLimited) struct ExplicitAnimationTests {
    private func fade(from: Double = 1, to: Double = 0, duration: Double = 2) -> BasicAnimation<Double> {
        var fade = BasicAnimation(\.opacity, from: from, to: to)
        fade.timing.duration = duration
        return fade
    }

    @Test func `all kinds run once from when they are added, at constant speed, and are then removed`() throws {
        let animations: [any LayerAnimation] = [
            BasicAnimation(\.opacity, to: 0), KeyframeAnimation(\.opacity, values: [1, 0]),
            PathAnimation(CubicPath(start: .zero)), AnimationGroup([]), Transition(.fade), ContentsFade(),
        ]
        for animation in animations {
            #expect(animation.timing.duration == 0 && animation.timing.repeatCount == 0)
            #expect(animation.timing.beginTime == 0 && animation.timing.speed == 1 && animation.tag == nil)
            let stage = Stage()
            stage.layer.addAnimation(animation, forKey: "it")
            #expect(stage.layer.animationKeys.count == 1)
            stage.frame(at: 0)
            stage.frame(at: 0.2499)
            #expect(stage.layer.animationKeys.count == 1)
            stage.frame(at: 0.25)
            #expect(stage.layer.animationKeys.isEmpty)
        }
        #expect(animations.prefix(4).allSatisfy { $0.timing.fillMode == .removed })
    }

    @Test func `without a duration of its own it takes that of the transaction in which it is added`() throws {
        let stage = Stage()
        let fade = fade(duration: 0)
        Transaction.run(duration: 4) { stage.layer.addAnimation(fade, forKey: "fade") }
        #expect(stage.presentation(at: 1).opacity == 0.75)
        stage.frame(at: 3.999)
        #expect(stage.layer.animationKeys == ["fade"])
        stage.frame(at: 4)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `it starts at the end of the outermost transaction or with the next frame, however late`() throws {
        let stage = Stage()
        stage.layer.addAnimation(fade(), forKey: "fade")
        #expect(stage.layer.presented.opacity == 1)
        stage.frame(at: 10)
        #expect(stage.presentation(at: 11).opacity == 0.5)
        Transaction.begin()
        stage.layer.addAnimation(fade(to: 0.5), forKey: "fade")
        stage.frame(at: 12)
        Transaction.commit()
        stage.clock.advance(by: 1)
        #expect(stage.presentation(at: 13).opacity == 0.75)
    }

    @Test func `a fade of 2 s has jumped back at 2.01 s, unless the model was set or the end value is held`() throws {
        let uncured = Stage()
        uncured.layer.addAnimation(fade(), forKey: "fade")
        let modelSet = Stage()
        Transaction.run(disablesActions: true) { modelSet.layer.opacity = 0 }
        modelSet.layer.addAnimation(fade(), forKey: "fade")
        let held = Stage()
        var holding = fade()
        holding.timing.fillMode = .forwards
        held.layer.addAnimation(holding, forKey: "fade", isRemovedOnCompletion: false)
        for (stage, after) in [(uncured, 1.0), (modelSet, 0), (held, 0)] {
            stage.frame(at: 0)
            #expect(stage.presentation(at: 1).opacity == 0.5)
            #expect(stage.presentation(at: 2.01).opacity == after)
            #expect(!stage.scene.needsFrame)
        }
        held.layer.removeAnimation(forKey: "fade")
        #expect(held.presentation(at: 3).opacity == 1)
    }

    @Test func `the completion of an animation that is not removed is called once`() throws {
        let stage = Stage()
        var completions: [Bool] = []
        var ended = 0
        Transaction.run(completion: { ended += 1 }) {
            let fade = fade()
            stage.layer.addAnimation(fade, forKey: "fade", isRemovedOnCompletion: false) { completions.append($0) }
        }
        stage.frame(at: 1.9)
        #expect(completions.isEmpty && ended == 0)
        stage.frame(at: 2)
        #expect(completions == [true] && ended == 1)
        stage.layer.removeAllAnimations()
        #expect(completions == [true])
    }

    @Test func `completions of animations that end in the same frame are called in the order of adding`() throws {
        let stage = Stage()
        var completions: [Int] = []
        let layers = (0..<20).map { _ in Layer() }
        for layer in layers { stage.root.addSublayer(layer) }
        for number in 0..<100 {
            layers[number % 20].addAnimation(fade(duration: 1), forKey: "\(number)") { _ in
                completions.append(number)
            }
        }
        stage.frame(at: 0)
        stage.frame(at: 1)
        #expect(completions == Array(0..<100))
    }

    @Test func `an animation is found by its key, with its tag`() throws {
        let stage = Stage()
        var fade = fade()
        fade.tag = "hour hand"
        stage.layer.addAnimation(fade, forKey: "fade")
        fade.tag = "changed later"
        #expect(stage.layer.animation(forKey: "fade")?.tag as? String == "hour hand")
        #expect(stage.layer.animation(forKey: "other") == nil)
        #expect(stage.layer.animationKeys == ["fade"])
    }

    @Test func `removing an animation shows the model at once and calls its completion with false`() throws {
        let stage = Stage()
        var completions: [Bool] = []
        for key in ["one", "two"] {
            stage.layer.addAnimation(fade(), forKey: key) { completions.append($0) }
        }
        stage.frame(at: 0)
        #expect(stage.presentation(at: 1).opacity == 0.5)
        stage.layer.removeAnimation(forKey: "one")
        stage.layer.removeAnimation(forKey: "none of that name")
        #expect(completions == [false])
        stage.layer.removeAllAnimations()
        #expect(completions == [false, false])
        #expect(stage.presentation(at: 1).opacity == 1)
    }

    @Test func `3 s with autoreverse, twice: 0 after 3 s, 1 after 6 s, and ended after 12 s`() throws {
        let stage = Stage()
        var completions: [Bool] = []
        var blink = fade(duration: 3)
        blink.timing.repeatCount = 2
        blink.timing.autoreverses = true
        stage.layer.addAnimation(blink, forKey: "blink") { completions.append($0) }
        stage.frame(at: 0)
        #expect(stage.presentation(at: 3).opacity == 0)
        #expect(stage.presentation(at: 6).opacity == 1)
        #expect(stage.presentation(at: 9).opacity == 0)
        stage.frame(at: 11.999)
        #expect(completions.isEmpty)
        stage.frame(at: 12)
        #expect(completions == [true])
    }

    @Test func `two repetitions of 3.5 s end after 7 s`() throws {
        let stage = Stage()
        var blink = fade(duration: 3.5)
        blink.timing.repeatCount = 2
        stage.layer.addAnimation(blink, forKey: "blink")
        stage.frame(at: 0)
        stage.frame(at: 6.999)
        #expect(stage.layer.animationKeys == ["blink"])
        stage.frame(at: 7)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `a delayed one shows its first value until it starts: old at 0.5 s, half at 1.5 s, new at 2 s`() throws {
        let stage = Stage()
        stage.frame(at: 5)
        var delayed = BasicAnimation(\.zPosition, from: stage.layer.zPosition, to: 100)
        delayed.timing.beginTime = 1
        delayed.timing.duration = 1
        delayed.timing.fillMode = .both
        Transaction.run(disablesActions: true) { stage.layer.zPosition = 100 }
        stage.layer.addAnimation(delayed, forKey: "depth")
        stage.frame(at: 5)
        #expect(stage.presentation(at: 5.5).zPosition == 0)
        #expect(stage.presentation(at: 6.5).zPosition == 50)
        #expect(stage.presentation(at: 7).zPosition == 100)
    }

    @Test func `every 3 s a color fades for 2 s from the presented one, and completion sets orange`() throws {
        let orange = Color(red: 1, green: 0.5, blue: 0)
        let stage = Stage { $0.backgroundColor = .white }
        func fade(to color: Color) {
            var animation = BasicAnimation(
                \.backgroundColor, from: stage.layer.presented.backgroundColor, to: color)
            animation.timing.duration = 2
            Transaction.run(disablesActions: true) { stage.layer.backgroundColor = color }
            stage.layer.addAnimation(animation, forKey: "color") { finished in
                guard finished else { return }
                Transaction.run(disablesActions: true) { stage.layer.backgroundColor = orange }
            }
        }
        fade(to: .black)
        stage.frame(at: 0)
        #expect(stage.presentation(at: 1).backgroundColor == Color(red: 0.5, green: 0.5, blue: 0.5))
        #expect(stage.presentation(at: 2).backgroundColor == orange)
        stage.frame(at: 3)
        fade(to: .white)
        stage.frame(at: 3)
        #expect(stage.presentation(at: 4).backgroundColor == Color(red: 1, green: 0.75, blue: 0.5))
        fade(to: .black)
        #expect(stage.presentation(at: 4).backgroundColor == Color(red: 1, green: 0.75, blue: 0.5))
        #expect(stage.presentation(at: 6).backgroundColor == orange)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `position and color of a group reach their end values after its 4 s`() throws {
        let stage = Stage { $0.backgroundColor = Color(red: 0, green: 1, blue: 0) }
        var wave = CubicPath(start: Point(x: 0, y: 150))
        wave.addCurve(to: Point(x: 300, y: 150), controls: Point(x: 75, y: 0), Point(x: 225, y: 300))
        var group = AnimationGroup([
            PathAnimation(wave, rotatesAlongPath: true),
            BasicAnimation(\.backgroundColor, to: Color(red: 1, green: 0, blue: 0)),
        ])
        group.timing.duration = 4
        stage.layer.addAnimation(group, forKey: "group")
        stage.frame(at: 0)
        let half = stage.presentation(at: 2)
        #expect(half.position == Point(x: 150, y: 150))
        #expect(half.backgroundColor == Color(red: 0.5, green: 0.5, blue: 0))
        #expect(isClose(half.transform.rotation.z * 180 / .pi, 33.69, within: 0.01))
        let last = stage.presentation(at: 3.9999)
        #expect(isClose(last.position.x, 300, within: 0.1) && isClose(last.backgroundColor?.red ?? 0, 1, within: 1e-3))
    }

    @Test func `a ship follows its path and makes one turn in 4 s, forever`() throws {
        let stage = Stage()
        var wave = CubicPath(start: Point(x: 0, y: 150))
        wave.addCurve(to: Point(x: 300, y: 150), controls: Point(x: 75, y: 0), Point(x: 225, y: 300))
        var group = AnimationGroup([
            PathAnimation(wave, rotatesAlongPath: true),
            BasicAnimation(\.transform.rotation.z, by: 2 * Double.pi),
        ])
        group.timing.duration = 4
        group.timing.repeatDuration = .infinity
        stage.layer.addAnimation(group, forKey: "ship")
        stage.frame(at: 0)
        for second in [1.0, 2, 3, 41, 4002] {
            let fraction = second.truncatingRemainder(dividingBy: 4) / 4
            let pointAndAngle = wave.pointAndAngle(at: fraction)
            let shown = stage.presentation(at: second)
            #expect(
                isClose(shown.position.x, pointAndAngle.point.x) && isClose(shown.position.y, pointAndAngle.point.y))
            let turned = Transform3D(rotation: pointAndAngle.angle + fraction * 2 * .pi, x: 0, y: 0, z: 1)
            #expect(isClose(shown.transform.rotation.z, turned.rotation.z, within: 1e-9))
        }
        #expect(stage.scene.needsFrame)
    }

    @Test func `a tap on a layer changes its color with a push, and one elsewhere moves it there in 1 s`() throws {
        let stage = Stage { $0.backgroundColor = .black }
        stage.layer.actions[.backgroundColor] = .run(Transition(.push, from: .top))
        func tap(_ point: Point) {
            if stage.layer.hitTest(point) != nil {
                Transaction.run(duration: 1) {
                    Transaction.setCompletion { stage.layer.transform.rotation.z += .pi / 2 }
                    stage.layer.backgroundColor = .white
                }
            } else {
                Transaction.run(duration: 1) { stage.layer.position = point }
            }
        }
        tap(Point(x: 50, y: 50))
        stage.frame(at: 0)
        stage.frame(at: 0.5)
        #expect(stage.layer.animationKeys == [Transition.key])
        stage.frame(at: 1)
        #expect(stage.layer.animationKeys == ["transform"])
        #expect(isClose(stage.presentation(at: 1.25).transform.rotation.z, .pi / 2))
        tap(Point(x: 150, y: 50))
        #expect(stage.presentation(at: 2.25).position == Point(x: 150, y: 50))
    }

    @Test func `an animation does not show before its begin time, and requests a frame then`() throws {
        let stage = Stage()
        var later = fade(duration: 1)
        later.timing.beginTime = 3
        stage.layer.addAnimation(later, forKey: "later")
        stage.frame(at: 1)
        #expect(!stage.scene.needsFrame)
        #expect(stage.scene.nextFrameTime == 4)
        #expect(stage.presentation(at: 4.5).opacity == 0.5)
        stage.frame(at: 5)
        #expect(stage.scene.nextFrameTime == nil)
    }
}
