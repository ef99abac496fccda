import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct CustomTransitionTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    /// A red layer in a transition of 1 s to blue.
    private func stage(_ transition: CustomTransition) -> Stage {
        let stage = Stage { $0.backgroundColor = Self.red }
        stage.layer.addAnimation(transition, forKey: "any")
        Transaction.run(disablesActions: true) { stage.layer.backgroundColor = Self.blue }
        stage.frame(at: 0)
        return stage
    }

    /// The visible quads in drawing order: color and range of x.
    private func columns(_ tree: RenderTree) -> [String] {
        tree.items.compactMap { item in
            guard let quad = item.quad, let color = quad.color else { return nil }
            return "\(color == Self.red ? "red" : "blue") \(quad.pixelBounds.columns)"
        }
    }

    /// The old appearance opens like a door with two wings.
    private static let door = CustomTransition(duration: 1) { progress, bounds in
        let half = bounds.size.width / 2
        let left = Rect(x: bounds.minX, y: bounds.minY, width: half, height: bounds.size.height)
        let right = Rect(x: bounds.minX + half, y: bounds.minY, width: half, height: bounds.size.height)
        return [
            .new, TransitionPart(.old, crop: left, transform: Transform3D(translationX: -half * progress, y: 0)),
            TransitionPart(.old, crop: right, transform: Transform3D(translationX: half * progress, y: 0)),
        ]
    }

    @Test func `parts of both appearances are drawn from bottom to top, cut, moved and clipped to the bounds`() {
        let stage = stage(Self.door)
        #expect(columns(stage.frame(at: 0)) == ["blue 0..<100", "red 0..<50", "red 50..<100"])
        #expect(columns(stage.frame(at: 0.5)) == ["blue 0..<100", "red 0..<25", "red 75..<100"])
        #expect(columns(stage.frame(at: 1)) == ["blue 0..<100"])
    }

    @Test func `parts that are not clipped leave the bounds`() {
        var door = Self.door
        door.masksToBounds = false
        let stage = stage(door)
        Transaction.run(disablesActions: true) { stage.layer.position.x = 50 }
        #expect(columns(stage.frame(at: 0.5)) == ["blue 50..<150", "red 25..<75", "red 125..<175"])
    }

    @Test func `both appearances follow the position and the size of the layer`() {
        let stage = stage(Self.door)
        Transaction.run(disablesActions: true) {
            stage.layer.position.x = 80
            stage.layer.bounds.size.width = 40
        }
        #expect(columns(stage.frame(at: 0.5)) == ["blue 80..<120", "red 80..<90", "red 110..<120"])
    }

    @Test func `the function gets the progress with start, end and timing function`() {
        var fade = CustomTransition(duration: 1) { progress, _ in [.old, TransitionPart(.new, opacity: progress)] }
        fade.startProgress = 0.25
        fade.endProgress = 0.75
        let stage = stage(fade)
        #expect(stage.frame(at: 0.5).items.compactMap { $0.quad?.opacity } == [1, 0.5])
        #expect(stage.frame(at: 0.75).items.compactMap { $0.quad?.opacity } == [1, 0.625])
    }

    @Test func `transforms are about the center of the layer, and masks move with them`() throws {
        let stage = stage(
            CustomTransition(duration: 1) { _, bounds in
                [
                    TransitionPart(
                        .new, mask: Path(Rect(x: 0, y: 0, width: 50, height: 100)),
                        transform: Transform3D(scaleX: 0.5, y: 0.5))
                ]
            })
        let group = try #require(stage.frame(at: 0.5).items.first?.group)
        #expect(group.items.compactMap { $0.quad?.pixelBounds } == [PixelRect(x: 25, y: 25, width: 50, height: 50)])
        #expect(group.mask?.map(\.pixelBounds) == [PixelRect(x: 25, y: 25, width: 25, height: 50)])
        #expect(group.bounds == PixelRect(x: 25, y: 25, width: 25, height: 50))
    }

    @Test func `the opacity of the layer applies to all parts as one`() throws {
        let stage = stage(Self.door)
        Transaction.run(disablesActions: true) { stage.layer.opacity = 0.5 }
        let group = try #require(stage.frame(at: 0.5).items.first?.group)
        #expect(group.opacity == 0.5 && group.items.count == 3)
    }

    @Test func `a layer has one transition, whichever kind, and its completion is called`() {
        let stage = stage(Self.door)
        #expect(stage.layer.animationKeys == [Transition.key])
        var ends: [Bool] = []
        stage.layer.addAnimation(Transition(.push, duration: 1), forKey: "push") { ends.append($0) }
        #expect(stage.layer.animationKeys == [Transition.key])
        stage.frame(at: 0.5)
        stage.layer.addAnimation(Self.door, forKey: "door") { ends.append($0) }
        stage.frame(at: 0.5)
        stage.frame(at: 2)
        #expect(ends == [false, true])
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `it is an action of a change`() {
        let stage = Stage { $0.backgroundColor = Self.red }
        stage.layer.actions[.backgroundColor] = .run(
            CustomTransition { progress, _ in progress < 0.5 ? [.old] : [.new] })
        Transaction.run(timingFunction: .linear) { stage.layer.backgroundColor = Self.blue }
        #expect(columns(stage.frame(at: 0.1)) == ["red 0..<100"])
        #expect(columns(stage.frame(at: 0.2)) == ["blue 0..<100"])
    }

    @Test func `no part, parts without opacity, and a layer that was not shown yet show nothing`() {
        let none = stage(CustomTransition(duration: 1) { _, _ in [] })
        #expect(none.frame(at: 0.5).items.isEmpty)
        let faded = stage(CustomTransition(duration: 1) { _, _ in [TransitionPart(.new, opacity: 0)] })
        #expect(faded.frame(at: 0.5).items.isEmpty)
        let stage = Stage()
        let card = Layer()
        card.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        card.backgroundColor = Self.blue
        card.addAnimation(CustomTransition(duration: 1) { _, _ in [.old] }, forKey: Transition.key)
        stage.root.addSublayer(card)
        #expect(stage.frame(at: 0).items.isEmpty && stage.frame(at: 0.5).items.isEmpty)
    }

    @Test func `parts beyond the limit are left out`() {
        let stage = stage(
            CustomTransition(duration: 1) { _, bounds in
                (0..<100).map { index in
                    TransitionPart(.new, crop: Rect(x: Double(index), y: 0, width: 1, height: bounds.size.height))
                }
            })
        #expect(stage.frame(at: 0.5).items.count == CustomTransition.partLimit)
    }
}
