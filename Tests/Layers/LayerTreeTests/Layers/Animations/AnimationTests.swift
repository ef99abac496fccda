import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct AnimationTests {
    private func layer(opacity: Double = 1) -> Layer {
        let layer = Layer()
        layer.opacity = opacity
        return layer
    }

    private func timed<Animation: LayerAnimation>(_ animation: Animation, _ duration: Double) -> Animation {
        var animation = animation
        animation.timing.duration = duration
        return animation
    }

    @Test func `the model changes at once, and the presented values change over time`() throws {
        let layer = Layer()
        layer.bounds.size = Size(width: 10, height: 10)
        layer.position = Point(x: 100, y: 0)
        let move = timed(BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0)), 1)
        layer.addAnimation(move, forKey: "move", at: 0)
        #expect(layer.position.x == 100)
        #expect(layer.presentation(at: 0.5).position.x == 50)
        #expect(layer.presentation(at: 0.5).frame.contains(Point(x: 50, y: 0)))
        #expect(!layer.presentation(at: 0.5).frame.contains(Point(x: 100, y: 0)))
        #expect(layer.presentation(at: 1).position.x == 100)
    }

    @Test func `one or two of from, to and by are enough, and the others follow`() throws {
        func ends(_ animation: BasicAnimation<Double>) -> [Double] {
            [animation.first(shown: 7), animation.last(shown: 7)]
        }
        #expect(ends(BasicAnimation(\.zPosition, from: 2, by: 3)) == [2, 5])
        #expect(ends(BasicAnimation(\.zPosition, to: 4)) == [7, 4])
        #expect(ends(BasicAnimation(\.zPosition, from: 4)) == [4, 7])
        #expect(ends(BasicAnimation(\.zPosition, by: 2)) == [7, 9])
        #expect(ends(BasicAnimation(\.zPosition, to: 9, by: 2)) == [7, 9])
        #expect(ends(BasicAnimation(\.zPosition, from: 1, to: 2)) == [1, 2])
    }

    @Test func `after its end the model shows, unless it was set before or the end value is held`() throws {
        let fade = timed(BasicAnimation(\.opacity, from: 1, to: 0), 2)
        let uncured = layer()
        uncured.addAnimation(fade, forKey: "fade", at: 0)
        #expect(uncured.presentation(at: 2.01).opacity == 1)
        let modelFirst = layer(opacity: 0)
        modelFirst.addAnimation(fade, forKey: "fade", at: 0)
        #expect(modelFirst.presentation(at: 2.01).opacity == 0)
        var held = fade
        held.timing.fillMode = .forwards
        let filled = layer()
        filled.addAnimation(held, forKey: "fade", at: 0, isRemovedOnCompletion: false)
        var ended: [RunningAnimation] = []
        filled.endAnimations(at: 2.01, into: &ended)
        #expect(ended.count == 1)
        filled.endAnimations(at: 2.02, into: &ended)
        #expect(ended.count == 1)
        #expect(filled.presentation(at: 2.01).opacity == 0)
    }

    @Test func `completion gets true for an animation that has ended, false for a removed or replaced one`() throws {
        let layer = layer()
        let clock = ManualClock()
        let scene = LayerScene(root: layer, size: PixelSize(width: 1, height: 1), clock: clock)
        var completions: [Bool] = []
        let fade = timed(BasicAnimation(\.opacity, to: 0), 1)
        for start in [0.0, 0.5] {
            layer.addAnimation(fade, forKey: "fade", at: start) { completions.append($0) }
        }
        #expect(completions == [false])
        clock.advance(by: 1.4375)
        _ = scene.frame()
        #expect(completions == [false])
        clock.advance(by: 0.0625)
        _ = scene.frame()
        #expect(completions == [false, true])
        #expect(layer.animationKeys.isEmpty)
        layer.addAnimation(fade, forKey: "fade", at: 2) { completions.append($0) }
        layer.removeAllAnimations()
        #expect(completions == [false, true, false])
        #expect(layer.presentation(at: 2.5).opacity == 1)
    }

    @Test func `four colors over two seconds: red after 0.667 s, half red and half green after one`() throws {
        let layer = Layer()
        let colors = [
            Color(red: 0, green: 0, blue: 1), Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0),
            Color(red: 0, green: 0, blue: 1),
        ]
        layer.addAnimation(
            timed(KeyframeAnimation(\.backgroundColor, values: colors), 2), forKey: "color", at: 0)
        let third = try #require(layer.presentation(at: 2.0 / 3).backgroundColor)
        #expect(abs(third.red - 1) < 1e-9 && abs(third.green) < 1e-9 && abs(third.blue) < 1e-9)
        let middle = try #require(layer.presentation(at: 1).backgroundColor)
        #expect(abs(middle.red - 0.5) < 1e-9 && abs(middle.green - 0.5) < 1e-9 && abs(middle.blue) < 1e-9)
    }

    @Test func `each segment of a keyframe animation has its own timing function`() throws {
        let animation = timed(
            KeyframeAnimation(
                \.zPosition,
                keyframes: (0...3).map { Keyframe(Double($0), at: Double($0) / 3, timingFunction: .easeIn) }),
            4)
        var shown = LayerProperties()
        animation.apply(to: &shown, at: 2.0 / 3, defaultDuration: 0.25)
        #expect(abs(shown.zPosition - 0.3154) < 1e-3)
    }

    @Test func `keyframes in any order count by their times, within 0 and 1`() {
        let animation = KeyframeAnimation(
            \.zPosition,
            keyframes: [Keyframe(3, at: 7), Keyframe(2, at: 0.5), Keyframe(1, at: .nan), Keyframe(0, at: -1)])
        #expect(animation.keyframes.map(\.value) == [1, 0, 2, 3])
        #expect(animation.keyframes.map(\.time) == [0, 0, 0.5, 1])
        #expect([0, 0.25, 0.75, 1].map(animation.value) == [0, 1, 2.5, 3])
    }

    @Test func `without values, the property stays; one value holds all the time`() {
        for mode in CalculationMode.allCases {
            var shown = LayerProperties()
            shown.zPosition = 7
            KeyframeAnimation(\.zPosition, values: [], calculationMode: mode)
                .apply(to: &shown, at: 0.1, defaultDuration: 0.25)
            #expect(shown.zPosition == 7)
            KeyframeAnimation(\.zPosition, values: [3], calculationMode: mode)
                .apply(to: &shown, at: 0.1, defaultDuration: 0.25)
            #expect(shown.zPosition == 3)
        }
    }

    @Test func `values are reached at their key times`() throws {
        let animation = KeyframeAnimation(
            \.zPosition,
            keyframes: [Keyframe(0, at: 0), Keyframe(10, at: 0.2), Keyframe(5, at: 0.2), Keyframe(8, at: 1)])
        #expect(animation.value(at: 0.1) == 5)
        #expect(animation.value(at: 0.2) == 5)
        #expect(abs(try #require(animation.value(at: 0.6)) - 6.5) < 1e-12)
        #expect(animation.value(at: 1) == 8)
    }

    @Test func `animations without a duration take their group's, and end with it`() throws {
        let layer = Layer()
        let group = timed(
            AnimationGroup([
                BasicAnimation(\.position, from: Point.zero, to: Point(x: 40, y: 0)),
                timed(BasicAnimation(\.opacity, from: 1, to: 0), 8),
            ]), 4)
        layer.addAnimation(group, forKey: "group", at: 0)
        #expect(layer.presentation(at: 2).position.x == 20)
        #expect(layer.presentation(at: 2).opacity == 0.75)
        #expect(abs(layer.presentation(at: 3.999).position.x - 40) < 0.02)
        #expect(abs(layer.presentation(at: 3.999).opacity - 0.5) < 1e-3)
        #expect(layer.presentation(at: 4).opacity == 1)
    }

    @Test func `an animation that ends before its group shows its last value as long as its fill mode says`() throws {
        for (fillMode, after) in zip(FillMode.allCases, [7.0, 2, 7, 2]) {
            let layer = Layer()
            layer.zPosition = 7
            var short = timed(BasicAnimation(\.zPosition, from: 0, to: 2), 1)
            short.timing.fillMode = fillMode
            var group = timed(AnimationGroup([short, BasicAnimation(\.opacity, from: 0, to: 1)]), 4)
            group.timing.autoreverses = true
            group.timing.fillMode = .both
            layer.addAnimation(group, forKey: "group", at: 0)
            #expect(
                [0, 0.5, 2, 3.999, 4, 4.001, 7.5].map { layer.presentation(at: $0).zPosition }
                    == [0, 1, after, after, after, after, 1])
            #expect(layer.presentation(at: 4).opacity == 1)
        }
    }

    @Test func `a group that fills forwards keeps the last values of the animations that end with it`() throws {
        let layer = Layer()
        var late = timed(BasicAnimation(\.zPosition, from: 0, to: 2), 0.9)
        late.timing.beginTime = 0.3
        late.timing.speed = 3
        var group = timed(
            AnimationGroup([
                late, BasicAnimation(\.opacity, from: 1, to: 0),
                timed(BasicAnimation(\.anchorPointZ, from: 0, to: 8), 2.4),
            ]), 0.6)
        group.timing.fillMode = .forwards
        layer.addAnimation(group, forKey: "group", at: 0)
        let last = layer.presentation(at: 5)
        #expect(abs(last.zPosition - 2) < 1e-9 && last.opacity == 0 && last.anchorPointZ == 2)
    }

    @Test func `a group whose pacing overshoots holds the ends of its animations meanwhile`() throws {
        let layer = Layer()
        layer.zPosition = 7
        var group = timed(AnimationGroup([BasicAnimation(\.zPosition, from: 0, to: 2)]), 1)
        group.timingFunction = TimingFunction { $0 < 0.5 ? -$0 : 1 + $0 }
        layer.addAnimation(group, forKey: "group", at: 0)
        #expect(layer.presentation(at: 0.25).zPosition == 0)
        #expect(layer.presentation(at: 0.75).zPosition == 2)
    }

    @Test func `a delayed animation shows its first value before its start, if it fills backwards`() throws {
        let layer = layer(opacity: 0)
        var fade = timed(BasicAnimation(\.opacity, from: 1, to: 0), 1)
        fade.timing.beginTime = 1
        fade.timing.fillMode = .both
        layer.addAnimation(fade, forKey: "fade", at: 0)
        #expect(layer.presentation(at: 0.5).opacity == 1)
        #expect(layer.presentation(at: 1.5).opacity == 0.5)
        #expect(layer.presentation(at: 2).opacity == 0)
    }

    @Test func `later animations start from the values of earlier ones`() throws {
        let layer = Layer()
        layer.addAnimation(timed(BasicAnimation(\.zPosition, from: 10, to: 20), 1), forKey: "a", at: 0)
        layer.addAnimation(timed(BasicAnimation(\.zPosition, by: 4), 1), forKey: "b", at: 0)
        #expect(layer.presentation(at: 0.5).zPosition == 17)
    }

    @Test func `contents step through keyframes: halfway between two, or at the key times`() throws {
        let pictures = (0..<3).map { _ in PixelBuffer(size: PixelSize(width: 1, height: 1), isOpaque: true) { _ in } }
        let layer = Layer()
        let values = pictures.map(Optional.some)
        func shown(_ animation: KeyframeAnimation<PixelBuffer?>, _ times: [Double]) -> [Int?] {
            layer.addAnimation(animation, forKey: "film", at: 0)
            return times.map { layer.presentation(at: $0).contents.flatMap(pictures.firstIndex) }
        }
        let stepping = timed(KeyframeAnimation(\.contents, values: values), 4)
        #expect(shown(stepping, [0, 0.99, 1, 2.99, 3, 3.99, 4]) == [0, 0, 1, 1, 2, 2, nil])
        let two = timed(KeyframeAnimation(\.contents, values: [values[0], nil]), 1)
        #expect(shown(two, [0, 0.49, 0.5]) == [0, 0, nil])
        let even = timed(KeyframeAnimation(\.contents, values: values, calculationMode: .discrete), 3)
        #expect(shown(even, [0, 0.99, 1, 1.99, 2, 2.99]) == [0, 0, 1, 1, 2, 2])
        let uneven = timed(
            KeyframeAnimation(
                \.contents, keyframes: zip(values, [0, 0.5, 0.75]).map { Keyframe($0, at: $1) },
                calculationMode: .discrete), 4)
        #expect(shown(uneven, [0, 1.99, 2, 2.99, 3, 3.99]) == [0, 0, 1, 1, 2, 2])
    }

    @Test func `numbers can be discrete too, and hold their last value`() throws {
        var counted = timed(KeyframeAnimation(\.zPosition, values: [5, 6], calculationMode: .discrete), 1)
        counted.timing.fillMode = .forwards
        let layer = Layer()
        layer.addAnimation(counted, forKey: "count", at: 0)
        #expect([0, 0.49, 0.5, 0.99, 2].map { layer.presentation(at: $0).zPosition } == [5, 5, 6, 6, 6])
    }

    @Test func `what cannot be mixed steps in the middle of a basic animation`() throws {
        let layer = Layer()
        layer.addAnimation(timed(BasicAnimation(\.isHidden, from: true, to: false), 1), forKey: "hidden", at: 0)
        layer.addAnimation(
            timed(BasicAnimation(\.contentsGravity, from: .center, to: .left), 1), forKey: "gravity", at: 0)
        #expect([0.25, 0.75].map { layer.presentation(at: $0).isHidden } == [true, false])
        #expect([0.25, 0.75].map { layer.presentation(at: $0).contentsGravity } == [.center, .left])
    }
}
