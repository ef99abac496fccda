import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct ImplicitAnimationTests {
    @Test func `an opacity set to 0 falls from 1 to 0 in 0.25 s and never rises`() {
        let stage = Stage()
        stage.layer.opacity = 0
        #expect(stage.layer.opacity == 0)
        #expect(stage.presentation(at: 0).opacity == 1)
        var last = 1.0
        for step in 1..<25 {
            let shown = stage.presentation(at: Double(step) / 100).opacity
            #expect(shown < last && shown > 0)
            last = shown
        }
        #expect(stage.presentation(at: 0.25).opacity == 0)
        #expect(stage.layer.animationKeys.isEmpty)
        #expect(!stage.scene.needsFrame)
    }

    @Test func `it follows the default curve: 0.8024 after half of the time`() {
        let stage = Stage()
        stage.layer.position = Point(x: 100, y: 0)
        stage.frame(at: 0)
        #expect(isClose(stage.presentation(at: 0.125).position.x, 80.24, within: 0.1))
    }

    @Test func `a change after 0.1 s continues from where the layer is, within 1e-6`() {
        let stage = Stage()
        stage.layer.opacity = 0
        stage.frame(at: 0)
        let before = stage.presentation(at: 0.1).opacity
        #expect(before > 0 && before < 1)
        stage.layer.opacity = 1
        #expect(isClose(stage.layer.presented.opacity, before, within: 1e-6))
        #expect(isClose(stage.presentation(at: 0.1).opacity, before, within: 1e-6))
        #expect(isClose(stage.presentation(at: 0.1 + 1e-9).opacity, before, within: 1e-6))
        #expect(stage.presentation(at: 0.3499).opacity < 1)
        #expect(stage.presentation(at: 0.3501).opacity == 1)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `setting the frame animates the bounds and the position`() {
        let stage = Stage()
        stage.layer.frame = Rect(x: 50, y: 20, width: 50, height: 60)
        #expect(stage.layer.animationKeys == ["bounds", "position"])
        stage.frame(at: 0)
        let middle = stage.presentation(at: 0.125).frame
        let progress = TimingFunction.default(0.5)
        #expect(isClose(middle.minX, 50 * progress) && isClose(middle.maxX, 100))
        #expect(stage.presentation(at: 0.25).frame == Rect(x: 50, y: 20, width: 50, height: 60))
    }

    @Test func `every animatable property is animated under its own name`() {
        let stage = Stage()
        var changed = stage.layer.properties
        changed.bounds.origin.x = 1
        changed.position.x = 1
        changed.anchorPoint.x = 1
        changed.anchorPointZ = 1
        changed.zPosition = 1
        changed.transform.m34 = 1
        changed.sublayerTransform.m34 = 1
        changed.opacity = 0.5
        changed.backgroundColor = .white
        changed.contentsRect.origin.x = 0.5
        changed.contentsCenter.origin.x = 0.5
        stage.layer.properties = changed
        #expect(
            stage.layer.animationKeys == [
                "bounds", "position", "anchorPoint", "anchorPointZ", "zPosition", "transform", "sublayerTransform",
                "opacity", "backgroundColor", "contentsRect", "contentsCenter",
            ])
    }

    @Test func `two layers fade and change their depth at the same time`() {
        let stage = Stage()
        let other = Layer()
        other.opacity = 0
        stage.root.addSublayer(other)
        stage.frame(at: 0)
        stage.layer.opacity = 0
        stage.layer.zPosition = -100
        other.opacity = 1
        other.zPosition = 100
        stage.frame(at: 0)
        stage.frame(at: 0.125)
        let progress = TimingFunction.default(0.5)
        #expect(isClose(stage.layer.presented.opacity, 1 - progress))
        #expect(isClose(stage.layer.presented.zPosition, -100 * progress))
        #expect(isClose(other.presented.opacity, progress))
        #expect(isClose(other.presented.zPosition, 100 * progress))
    }

    @Test func `a layer that is in no scene, or was not shown yet, changes at once`() {
        let alone = Layer()
        alone.opacity = 0.5
        #expect(alone.animationKeys.isEmpty && alone.presentation == nil)
        let stage = Stage()
        let new = Layer()
        stage.root.addSublayer(new)
        new.opacity = 0.5
        #expect(new.animationKeys.isEmpty && new.presentation == nil)
        stage.frame(at: 0)
        #expect(new.presentation?.opacity == 0.5)
        new.opacity = 1
        #expect(new.animationKeys == ["opacity"])
    }

    @Test func `a value set without actions during an animation is where it ends`() {
        let stage = Stage()
        stage.layer.position = Point(x: 100, y: 0)
        stage.frame(at: 0)
        Transaction.run(disablesActions: true) { stage.layer.position = Point(x: 0, y: 50) }
        #expect(stage.layer.animationKeys == ["position"])
        #expect(stage.presentation(at: 0.2499).position.y > 49)
        #expect(stage.presentation(at: 0.25).position == Point(x: 0, y: 50))
    }

    @Test func `setting an equal value neither animates nor requests a frame`() {
        let stage = Stage()
        stage.layer.opacity = 1
        #expect(stage.layer.animationKeys.isEmpty)
        #expect(!stage.scene.needsFrame)
    }

    @Test func `moving 100 layers in a transaction without actions makes no animation`() {
        let stage = Stage()
        let tiles = (0..<100).map { _ in Layer() }
        for tile in tiles { stage.root.addSublayer(tile) }
        stage.frame(at: 0)
        Transaction.run(disablesActions: true) {
            for (index, tile) in tiles.enumerated() {
                tile.position = Point(x: Double(index) * 256, y: 0)
                tile.contents = image(0xff00_0000)
            }
        }
        #expect(tiles.allSatisfy { $0.animationKeys.isEmpty })
        #expect(tiles.allSatisfy { $0.presented.position == $0.position })
        stage.frame(at: 0)
        #expect(!stage.scene.needsFrame)
    }

    @Test func `a layer that is reordered keeps its animations, one that leaves the scene does not`() {
        let stage = Stage()
        stage.layer.opacity = 0
        stage.frame(at: 0)
        stage.root.insertSublayer(stage.layer, at: 0)
        #expect(stage.layer.animationKeys == ["opacity"])
        stage.layer.position = Point(x: 5, y: 0)
        #expect(stage.layer.animationKeys == ["opacity", "position"])
        stage.layer.removeFromSuperlayer()
        #expect(stage.layer.animationKeys.isEmpty)
        stage.root.addSublayer(stage.layer)
        stage.layer.position = .zero
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `a spring can drive an implicit animation, past its end and back`() {
        let spring = Spring(stiffness: 100, damping: 4)
        let stage = Stage()
        stage.layer.actions[.position] = .run(ImplicitAnimation(spring: spring))
        stage.layer.position = Point(x: 100, y: 0)
        stage.frame(at: 0)
        #expect(isClose(stage.presentation(at: 0.3).position.x, 100 * spring.value(at: 0.3)))
        #expect(stage.layer.presented.position.x > 100)
        #expect(stage.presentation(at: spring.settlingDuration).position.x == 100)
    }
}
