import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

/// Changes of an emitter while particles live.
@MainActor
@Suite(.timeLimited) struct EmitterHistoryTests {
    /// An emitter of 88 particles each second that live 5 s.
    @MainActor
    private struct Stage {
        let clock = ManualClock()
        let layer = EmitterLayer()
        let scene: LayerScene

        init(_ set: (inout EmitterCell) -> Void = { _ in }) {
            layer.anchorPoint = .zero
            layer.bounds = Rect(x: 0, y: 0, width: 600, height: 600)
            layer.actions = .none
            layer.emitterPosition = Point(x: 300, y: 300)
            var cell = EmitterCell()
            cell.contents = image(0xFFFF_FFFF)
            cell.birthRate = 88
            cell.lifetime = 5
            cell.velocity = 20
            cell.emissionRange = 2 * .pi
            set(&cell)
            layer.emitterCells = [cell]
            scene = LayerScene(root: layer, size: PixelSize(width: 600, height: 600), clock: clock)
        }

        /// The sprites of the frame at a time of the clock.
        @discardableResult
        func sprites(at time: Double) -> [RenderSprite] {
            clock.advance(by: time - clock.now)
            return scene.frame().items.flatMap { item -> [RenderSprite] in
                if case .sprites(let sprites) = item { sprites.sprites } else { [] }
            }
        }

        /// The living particles, now.
        var count: Int { layer.particleCount(at: layer.localTime(at: clock.now)) }
    }

    @Test func `a birth rate of 0 ends the births only`() {
        let stage = Stage()
        #expect(stage.sprites(at: 10).count == 440 && stage.count == 440)
        stage.layer.emitterBirthRate = 0
        for (time, count) in [(11.0, 352), (12, 264), (14.5, 44), (15, 0)] {
            #expect(stage.sprites(at: time).count == count && stage.count == count)
        }
        stage.clock.advance(by: 1)
        _ = stage.scene.frame()
        stage.clock.advance(by: 1)
        #expect(!stage.scene.needsFrame)
    }

    @Test func `the birth rate of a cell, its duration and the lifetime end the births as well`() {
        for end: (EmitterLayer) -> Void in [
            { $0.emitterCells[0].birthRate = 0 }, { $0.emitterCells[0].duration = 10 }, { $0.emitterLifetime = 0 },
            { $0.emitterCells[0].lifetime = 0 },
        ] {
            let stage = Stage()
            stage.sprites(at: 10)
            end(stage.layer)
            // With a duration the particle that is born at its end is not.
            #expect((351...352).contains(stage.sprites(at: 11).count))
            #expect((351...352).contains(stage.count))
        }
    }

    @Test func `a change of the birth rate moves no particle that was born before it`() {
        let reference = Stage()
        let stage = Stage()
        reference.sprites(at: 10)
        stage.sprites(at: 10)
        stage.layer.emitterBirthRate = 0.5
        // Of 529 to 968 those up to 880 were born before; then come 44.
        let expected = reference.sprites(at: 11)
        let sprites = stage.sprites(at: 11)
        #expect(expected.count == 440 && sprites.count == 396)
        #expect(sprites.prefix(352) == expected.prefix(352))
    }

    @Test func `an implicit animation of the birth rate moves no particle, in no frame`() {
        let reference = Stage()
        let stage = Stage()
        stage.layer.actions = LayerActions()
        reference.sprites(at: 10)
        stage.sprites(at: 10)
        Transaction.run(duration: 0.25) { stage.layer.emitterBirthRate = 3 }
        for frame in 1...30 {
            let time = 10 + Double(frame) / 60
            // The particles that were born before 10 s, of which those of the last 5 s live.
            let old = 879 - Int(((time - 5) * 88).rounded(.down))
            #expect(stage.sprites(at: time).prefix(old) == reference.sprites(at: time).prefix(old))
        }
        #expect(stage.sprites(at: 12).count > 440)
    }

    @Test func `an explicit animation of the birth rate counts from frame to frame`() {
        let stage = Stage()
        stage.sprites(at: 10)
        stage.layer.emitterBirthRate = 0
        var animation = BasicAnimation(\.emitterBirthRate, from: 1, to: 0)
        animation.timing.duration = 1
        animation.timingFunction = .linear
        stage.layer.addAnimation(animation, forKey: "rate")
        for time in [10, 10.25, 10.5, 10.75, 11] { stage.sprites(at: time) }
        // 352 of before, and a quarter of 88 times 1, 0.75, 0.5 and 0.25.
        #expect(stage.count == 352 + 55)
        #expect(stage.sprites(at: 12).count == 264 + 55)
    }

    @Test func `an emitter that rested begins with its first particle`() {
        let stage = Stage()
        stage.layer.emitterBirthRate = 0
        #expect(stage.sprites(at: 100).isEmpty && !stage.scene.needsFrame)
        stage.clock.advance(by: 100)
        stage.layer.emitterBirthRate = 1
        #expect(stage.sprites(at: 200.5).count == 45)
    }

    @Test func `particles stay where they are when the emitter moves`() {
        let stage = Stage { $0.velocity = 0 }
        stage.sprites(at: 10)
        stage.layer.emitterPosition = Point(x: 100, y: 120)
        let sprites = stage.sprites(at: 11)
        #expect(sprites.prefix(352).allSatisfy { $0.center == SIMD2(300, 300) })
        #expect(sprites.dropFirst(352).allSatisfy { $0.center == SIMD2(100, 120) })
        #expect(sprites.count == 440)
    }

    @Test func `particles keep the cell of their birth, and its image`() {
        let stage = Stage()
        stage.sprites(at: 10)
        stage.layer.emitterCells[0].contents = image(0xFF00_0000)
        stage.layer.emitterCells[0].color = Color(red: 1, green: 0, blue: 0)
        stage.layer.emitterCells[0].scale = 2
        stage.sprites(at: 11)
        let items = stage.scene.frame().items.compactMap { item -> RenderSprites? in
            if case .sprites(let sprites) = item { sprites } else { nil }
        }
        #expect(items.map(\.sprites.count) == [352, 88])
        #expect(items[0].buffer !== items[1].buffer)
        #expect(items[0].sprites.allSatisfy { $0.tint == 0xFFFF_FFFF })
        #expect(items[1].sprites.allSatisfy { $0.tint == 0xFFFF_0000 })
        // Equal images are one item.
        stage.layer.emitterCells[0].scale = 1
        stage.sprites(at: 12)
        #expect(stage.scene.frame().items.count == 2)
    }

    @Test func `an earlier time shows what it showed, and a later one too`() {
        let stage = Stage()
        stage.sprites(at: 7)
        let before = stage.sprites(at: 9)
        stage.sprites(at: 10)
        stage.layer.emitterBirthRate = 0
        stage.layer.emitterPosition = Point(x: 200, y: 200)
        let after = stage.sprites(at: 11)
        stage.layer.timing.timeOffset = -2
        #expect(stage.sprites(at: 11) == before)
        stage.layer.timing.timeOffset = 0
        #expect(stage.sprites(at: 11) == after && after.count == 352)
        // A change at an earlier time replaces what was later.
        stage.layer.timing.timeOffset = -2
        stage.sprites(at: 11)
        stage.layer.emitterBirthRate = 1
        stage.layer.timing.timeOffset = 0
        #expect(stage.sprites(at: 11).count == 440)
    }

    @Test func `the same changes at the same times make the same frames`() {
        func run() -> [[RenderSprite]] {
            let stage = Stage { $0.lifetimeRange = 1 }
            return (0..<40).map { step in
                let time = 3 + Double(step) / 8
                stage.clock.advance(by: time - stage.clock.now)
                stage.layer.emitterBirthRate = Double(step % 5)
                stage.layer.emitterPosition.x = 300 + Double(step)
                return stage.sprites(at: time)
            }
        }
        #expect(run() == run())
    }

    @Test func `a begin time restarts the emission with the values that are set then`() {
        let stage = Stage { $0.velocity = 0 }
        stage.sprites(at: 10)
        stage.layer.emitterPosition = Point(x: 100, y: 100)
        stage.layer.timing.beginTime = 10
        let sprites = stage.sprites(at: 11)
        #expect(sprites.count == 89 && sprites.allSatisfy { $0.center == SIMD2(100, 100) })
    }

    @Test func `a pause changes nothing`() {
        let stage = Stage()
        stage.sprites(at: 10)
        stage.layer.emitterBirthRate = 0
        let before = stage.sprites(at: 11)
        stage.layer.pause(at: 11)
        #expect(stage.sprites(at: 20) == before)
        stage.layer.resume(at: 20)
        #expect(stage.sprites(at: 20) == before && before.count == 352)
        #expect(stage.sprites(at: 21).count == 264)
    }

    @Test func `a disabled cell is hidden, a further one has always been there, and a removed one is gone`() {
        let stage = Stage()
        let before = stage.sprites(at: 10)
        stage.layer.emitterCells[0].isEnabled = false
        #expect(stage.sprites(at: 10).isEmpty && stage.count == 0)
        stage.layer.emitterCells[0].isEnabled = true
        #expect(stage.sprites(at: 10) == before)
        stage.layer.emitterCells.append(stage.layer.emitterCells[0])
        #expect(stage.sprites(at: 10).count == 880 && stage.count == 880)
        stage.layer.emitterCells.removeLast()
        #expect(stage.sprites(at: 10) == before)
        stage.layer.emitterCells = []
        #expect(stage.sprites(at: 10).isEmpty)
    }

    @Test func `what is set before the first frame has always been set, of a further cell too`() {
        let stage = Stage { $0.velocity = 0 }
        stage.layer.emitterBirthRate = 0.5
        stage.layer.emitterPosition = .zero
        #expect(stage.sprites(at: 10).count == 220)
        stage.layer.emitterCells = []
        stage.sprites(at: 20)
        var cell = EmitterCell()
        cell.contents = image(0xFFFF_FFFF)
        cell.birthRate = 88
        stage.layer.emitterCells = [cell]
        stage.layer.emitterCells[0].lifetime = 5
        stage.layer.emitterPosition = Point(x: 200, y: 200)
        let sprites = stage.sprites(at: 20)
        #expect(sprites.count == 220 && sprites.allSatisfy { $0.center == SIMD2(200, 200) })
    }

    @Test func `more changes than the limit lose no particle`() {
        let stage = Stage()
        stage.sprites(at: 10)
        let changes = 3 * EmitterLayer.historyLimit
        let step = 1.0 / 1024
        for change in 0..<changes {
            stage.layer.emitterBirthRate = change.isMultiple(of: 2) ? 1 : 0.5
            stage.layer.emitterVelocity = 1 + Double(change)
            stage.clock.advance(by: step)
        }
        // 3 s at 66 particles each second; those of 8 s to 10 s live.
        _ = stage.scene.frame()
        #expect(abs(stage.count - (198 + 176)) <= 1)
        stage.clock.advance(by: 2)
        _ = stage.scene.frame()
        // Those of 10 s to 13 s, and 88 at half the rate.
        #expect(abs(stage.count - (198 + 88)) <= 1)
    }

    @Test func `in another scene, which has its own time, nothing of before is known`() {
        let layer = EmitterLayer()
        layer.actions = .none
        var cell = EmitterCell()
        cell.contents = image(0xFFFF_FFFF)
        cell.birthRate = 88
        cell.lifetime = 5
        layer.emitterCells = [cell]
        let first = LayerScene(root: Layer(), size: PixelSize(width: 600, height: 600), clock: ManualClock(now: 50))
        first.root.addSublayer(layer)
        _ = first.frame()
        #expect(layer.particleCount(at: 50) == 440)
        layer.emitterBirthRate = 0
        layer.removeFromSuperlayer()
        let second = LayerScene(root: Layer(), size: PixelSize(width: 600, height: 600), clock: ManualClock(now: 20))
        second.root.addSublayer(layer)
        #expect(second.frame().items.isEmpty && layer.particleCount(at: 20) == 0)
    }
}
