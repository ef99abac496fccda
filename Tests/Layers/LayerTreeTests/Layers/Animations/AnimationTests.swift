import TestLimits
import Testing
import TilePyramid

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
        let move = try timed(BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0)), 1)
        layer.addAnimation(move, forKey: "move", at: 0)
        #expect(layer.position.x == 100)
        #expect(layer.presentation(at: 0.5).position.x == 50)
        #expect(layer.presentation(at: 0.5).frame.contains(Point(x: 50, y: 0)))
        #expect(!layer.presentation(at: 0.5).frame.contains(Point(x: 100, y: 0)))
        #expect(layer.presentation(at: 1).position.x == 100)
    }

    @Test func `one or two of from, to and by are enough, and the others follow`() throws {
        func ends(from: Double? = nil, to: Double? = nil, by: Double? = nil) throws -> [Double] {
            let animation = try BasicAnimation(\.zPosition, from: from, to: to, by: by)
            return [animation.first(shown: 7), animation.last(shown: 7)]
        }
        #expect(try ends(from: 2, by: 3) == [2, 5])
        #expect(try ends(to: 4) == [7, 4])
        #expect(try ends(from: 4) == [4, 7])
        #expect(try ends(by: 2) == [7, 9])
        #expect(try ends(to: 9, by: 2) == [7, 9])
        #expect(try ends(from: 1, to: 2) == [1, 2])
        #expect(throws: AnimationError.tooManyValues) { try ends(from: 1, to: 2, by: 1) }
        #expect(throws: AnimationError.noValues) { try ends() }
    }

    @Test func `after its end the model shows, unless it was set before or the end value is held`() throws {
        let fade = try timed(BasicAnimation(\.opacity, from: 1, to: 0), 2)
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
        #expect(filled.endAnimations(at: 2.01).count == 1)
        #expect(filled.presentation(at: 2.01).opacity == 0)
    }

    @Test func `completion gets true for an animation that has ended, false for a removed or replaced one`() throws {
        let layer = layer()
        let clock = ManualClock()
        let scene = LayerScene(root: layer, size: PixelSize(width: 1, height: 1), clock: clock)
        var completions: [Bool] = []
        let fade = try timed(BasicAnimation(\.opacity, to: 0), 1)
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
            try timed(KeyframeAnimation(\.backgroundColor, values: colors), 2), forKey: "color", at: 0)
        let third = try #require(layer.presentation(at: 2.0 / 3).backgroundColor)
        #expect(abs(third.red - 1) < 1e-9 && abs(third.green) < 1e-9 && abs(third.blue) < 1e-9)
        let middle = try #require(layer.presentation(at: 1).backgroundColor)
        #expect(abs(middle.red - 0.5) < 1e-9 && abs(middle.green - 0.5) < 1e-9 && abs(middle.blue) < 1e-9)
    }

    @Test func `each segment of a keyframe animation has its own timing function`() throws {
        let animation = try timed(
            KeyframeAnimation(
                \.zPosition, values: [0, 1, 2, 3], timingFunctions: Array(repeating: .easeIn, count: 3)), 4)
        var shown = LayerProperties()
        animation.apply(to: &shown, at: 2.0 / 3, defaultDuration: 0.25)
        #expect(abs(shown.zPosition - 0.3154) < 1e-3)
        #expect(throws: AnimationError.self) {
            try KeyframeAnimation(\.zPosition, values: [0, 1, 2], timingFunctions: [.easeIn])
        }
        #expect(throws: AnimationError.self) {
            try KeyframeAnimation(\.zPosition, values: [0, 1], keyTimes: [0.5, 0.2])
        }
    }

    @Test func `values are reached at their key times`() throws {
        let animation = try KeyframeAnimation(
            \.zPosition, values: [0, 10, 5, 8], keyTimes: [0, 0.2, 0.2, 1])
        #expect(animation.value(at: 0.1) == 5)
        #expect(animation.value(at: 0.2) == 5)
        #expect(abs(animation.value(at: 0.6) - 6.5) < 1e-12)
        #expect(animation.value(at: 1) == 8)
    }

    @Test func `animations without a duration take their group's, and end with it`() throws {
        let layer = Layer()
        let group = try timed(
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
            var short = try timed(BasicAnimation(\.zPosition, from: 0, to: 2), 1)
            short.timing.fillMode = fillMode
            var group = try timed(AnimationGroup([short, BasicAnimation(\.opacity, from: 0, to: 1)]), 4)
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
        var late = try timed(BasicAnimation(\.zPosition, from: 0, to: 2), 0.9)
        late.timing.beginTime = 0.3
        late.timing.speed = 3
        var group = try timed(
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
        var group = try timed(AnimationGroup([BasicAnimation(\.zPosition, from: 0, to: 2)]), 1)
        group.timingFunction = TimingFunction { $0 < 0.5 ? -$0 : 1 + $0 }
        layer.addAnimation(group, forKey: "group", at: 0)
        #expect(layer.presentation(at: 0.25).zPosition == 0)
        #expect(layer.presentation(at: 0.75).zPosition == 2)
    }

    @Test func `a delayed animation shows its first value before its start, if it fills backwards`() throws {
        let layer = layer(opacity: 0)
        var fade = try timed(BasicAnimation(\.opacity, from: 1, to: 0), 1)
        fade.timing.beginTime = 1
        fade.timing.fillMode = .both
        layer.addAnimation(fade, forKey: "fade", at: 0)
        #expect(layer.presentation(at: 0.5).opacity == 1)
        #expect(layer.presentation(at: 1.5).opacity == 0.5)
        #expect(layer.presentation(at: 2).opacity == 0)
    }

    @Test func `later animations start from the values of earlier ones`() throws {
        let layer = Layer()
        layer.addAnimation(try timed(BasicAnimation(\.zPosition, from: 10, to: 20), 1), forKey: "a", at: 0)
        layer.addAnimation(try timed(BasicAnimation(\.zPosition, by: 4), 1), forKey: "b", at: 0)
        #expect(layer.presentation(at: 0.5).zPosition == 17)
    }

    @Test func `contents step through keyframes: halfway between two, or at the key times`() throws {
        let pictures = (0..<3).map { _ in PixelBuffer(size: PixelSize(width: 1, height: 1), isOpaque: true) { _ in } }
        let (layer, values) = (Layer(), pictures.map(Optional.some))
        func shown(_ animation: KeyframeAnimation<PixelBuffer?>, _ times: [Double]) -> [Int?] {
            layer.addAnimation(animation, forKey: "film", at: 0)
            return times.map { layer.presentation(at: $0).contents.flatMap(pictures.firstIndex) }
        }
        let stepping = try timed(KeyframeAnimation(\.contents, values: values), 4)
        #expect(shown(stepping, [0, 0.99, 1, 2.99, 3, 3.99, 4]) == [0, 0, 1, 1, 2, 2, nil])
        let two = try timed(KeyframeAnimation(\.contents, values: [values[0], nil]), 1)
        #expect(shown(two, [0, 0.49, 0.5]) == [0, 0, nil])
        let even = try timed(KeyframeAnimation(\.contents, discreteValues: values), 3)
        #expect(shown(even, [0, 0.99, 1, 1.99, 2, 2.99]) == [0, 0, 1, 1, 2, 2])
        let uneven = try timed(KeyframeAnimation(\.contents, discreteValues: values, keyTimes: [0, 0.5, 0.75, 1]), 4)
        #expect(shown(uneven, [0, 1.99, 2, 2.99, 3, 3.99]) == [0, 0, 1, 1, 2, 2])
    }

    @Test func `numbers can be discrete too, and hold their last value`() throws {
        var counted = try timed(KeyframeAnimation(\.zPosition, discreteValues: [5, 6]), 1)
        counted.timing.fillMode = .forwards
        let layer = Layer()
        layer.addAnimation(counted, forKey: "count", at: 0)
        #expect([0, 0.49, 0.5, 0.99, 2].map { layer.presentation(at: $0).zPosition } == [5, 5, 6, 6, 6])
        for times in [[0, 1], [0, 0.5], [0.1, 0.5, 1], [0, 0.5, 0.9], [0, 2, 1]] {
            #expect(throws: AnimationError.self) {
                try KeyframeAnimation(\.zPosition, discreteValues: [5, 6], keyTimes: times)
            }
        }
        #expect(throws: AnimationError.noValues) { try KeyframeAnimation(\.zPosition, discreteValues: []) }
    }

    @Test func `what cannot be mixed steps in the middle of a basic animation`() throws {
        let layer = Layer()
        layer.addAnimation(try timed(BasicAnimation(\.isHidden, from: true, to: false), 1), forKey: "hidden", at: 0)
        layer.addAnimation(
            try timed(BasicAnimation(\.contentsGravity, from: .center, to: .left), 1), forKey: "gravity", at: 0)
        #expect([0.25, 0.75].map { layer.presentation(at: $0).isHidden } == [true, false])
        #expect([0.25, 0.75].map { layer.presentation(at: $0).contentsGravity } == [.center, .left])
    }
}
