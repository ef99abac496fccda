import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct EmitterLayerTests {
    private let clock = ManualClock()
    private let layer = EmitterLayer()
    private let scene: LayerScene

    init() {
        layer.anchorPoint = .zero
        layer.bounds = Rect(x: 0, y: 0, width: 600, height: 600)
        layer.actions = .none
        layer.emitterPosition = Point(x: 300, y: 300)
        scene = LayerScene(root: layer, size: PixelSize(width: 600, height: 600), clock: clock)
    }

    /// 88 sparks each second, which live 5 s.
    private func spark(_ set: (inout EmitterCell) -> Void = { _ in }) -> EmitterCell {
        var cell = EmitterCell()
        cell.contents = image(0xFFFF_FFFF)
        cell.birthRate = 88
        cell.lifetime = 5
        set(&cell)
        return cell
    }

    private func sprites(at time: Double) -> [RenderSprite] {
        layer.timing.timeOffset = time - clock.now
        return scene.frame().items.flatMap { item -> [RenderSprite] in
            if case .sprites(let sprites) = item { sprites.sprites } else { [] }
        }
    }

    @Test func `of 88 particles each second that live 5 s, 440 are alive from 5 s on`() {
        layer.emitterCells = [spark()]
        #expect(sprites(at: 0).count == 1 && sprites(at: 1).count == 89)
        for time in [5.0, 6, 77.7, 100_000] {
            #expect(abs(layer.particleCount(at: time) - 440) <= 1)
            #expect(abs(sprites(at: time).count - 440) <= 1)
        }
        #expect(layer.particleCount(at: 5) == 440 && layer.particleCount(at: -1) == 0)
    }

    @Test func `with an alpha that falls by 0.4 each second at most 221 of them are visible`() {
        layer.emitterCells = [spark { $0.alphaSpeed = -0.4 }]
        #expect((219...221).contains(sprites(at: 8).count))
        #expect(layer.particleCount(at: 8) == 440)
    }

    @Test func `one flake each second that lives 120 s makes 120, and two cells twice as many`() {
        let flake = spark {
            $0.birthRate = 1
            $0.lifetime = 120
        }
        layer.emitterCells = [flake]
        #expect(sprites(at: 500.5).count == 120)
        layer.emitterCells = [flake, flake]
        #expect(sprites(at: 500.5).count == 240)
    }

    @Test func `the factors of the layer count, and are animated implicitly`() {
        layer.emitterCells = [spark()]
        layer.emitterBirthRate = 0.5
        #expect(layer.particleCount(at: 50) == 220)
        layer.emitterLifetime = 2
        #expect(layer.particleCount(at: 50) == 440)
        layer.emitterBirthRate = 0
        #expect(layer.particleCount(at: 50) == 0)
        layer.actions = LayerActions()
        _ = scene.frame()
        Transaction.run(duration: 1, timingFunction: .linear) {
            layer.emitterBirthRate = 1
            layer.emitterLifetime = 4
            layer.emitterVelocity = 3
            layer.emitterScale = 3
            layer.emitterSpin = 3
            layer.emitterPosition = .zero
            layer.emitterSize = Size(width: 10, height: 20)
            layer.emitterShape = .line
        }
        _ = scene.frame()
        clock.advance(by: 0.5)
        _ = scene.frame()
        let shown = layer.presented
        #expect(shown.emitterBirthRate == 0.5 && shown.emitterLifetime == 3 && shown.emitterVelocity == 2)
        #expect(shown.emitterScale == 2 && shown.emitterSpin == 2 && shown.emitterPosition == Point(x: 150, y: 150))
        #expect(shown.emitterSize == Size(width: 5, height: 10) && shown.emitterShape == .line)
    }

    @Test func `a particle moves by its velocity, direction and acceleration, turns, grows and changes its color`()
        throws
    {
        layer.emitterCells = [
            spark {
                $0.birthRate = 0.1
                $0.lifetime = 9
                $0.velocity = 10
                $0.emissionLongitude = .pi / 2
                $0.xAcceleration = 3
                $0.spin = .pi / 4
                $0.scale = 0.5
                $0.scaleSpeed = 0.25
                $0.color = Color(red: 1, green: 0.5, blue: 0, alpha: 1)
                $0.redSpeed = -0.25
                $0.alphaSpeed = -0.25
            }
        ]
        let sprite = try #require(sprites(at: 2).first)
        #expect(abs(sprite.center.x - 306) < 1e-3 && abs(sprite.center.y - 320) < 1e-3)
        #expect(abs(sprite.axes.x) < 1e-6 && abs(sprite.axes.y - 1) < 1e-6 && abs(sprite.axes.z + 1) < 1e-6)
        // Half red and a quarter of green, both times alpha 0.5.
        #expect(sprite.tint == 0x8040_4000)
    }

    @Test func `ranges scatter particles evenly within the value plus or minus the range`() {
        layer.emitterCells = [
            spark {
                $0.birthRate = 2000
                $0.lifetime = 1
                $0.velocity = 39
                $0.velocityRange = 50
                $0.emissionRange = 2 * .pi
            }
        ]
        let sprites = sprites(at: 1)
        var quadrants: [Int: Int] = [:]
        for sprite in sprites {
            let offset = sprite.center - SIMD2(300, 300)
            #expect((offset * offset).sum().squareRoot() <= 89.001)
            quadrants[(offset.x < 0 ? 1 : 0) + (offset.y < 0 ? 2 : 0), default: 0] += 1
        }
        #expect(sprites.count == 2000 && quadrants.values.allSatisfy { (400...600).contains($0) })
    }

    @Test func `lifetimes with a range differ`() {
        layer.emitterCells = [spark { $0.lifetimeRange = 2 }]
        let count = sprites(at: 20).count
        #expect((400...480).contains(count) && count == layer.particleCount(at: 20))
    }

    @Test func `the same seed and time show the same after a seek, and another seed something else`() {
        func cell(_ range: Double) -> EmitterCell {
            spark {
                $0.velocity = 20
                $0.emissionRange = 6
                $0.spinRange = 3
                $0.scaleRange = range
                $0.redRange = 0.5
            }
        }
        layer.emitterCells = [cell(0.2)]
        let first = sprites(at: 7)
        _ = sprites(at: 20)
        _ = sprites(at: 3)
        #expect(sprites(at: 7) == first)
        layer.seed = 1
        #expect(sprites(at: 7) != first)
        layer.seed = 0
        // A range changes its own value only. Without the former cell its particles are gone, so all are of the new one.
        layer.emitterCells = []
        layer.emitterCells = [cell(0.3)]
        #expect(sprites(at: 7).map(\.center) == first.map(\.center))
        #expect(sprites(at: 7).map(\.axes) != first.map(\.axes))
    }

    @Test func `older particles are below, above, or added`() throws {
        layer.emitterCells = [spark { $0.velocity = 1 }]
        let oldestFirst = sprites(at: 5)
        layer.emitterRenderMode = .oldestLast
        #expect(sprites(at: 5) == oldestFirst.reversed())
        layer.emitterRenderMode = .additive
        #expect(sprites(at: 5) == oldestFirst)
        #expect(scene.frame().items.first?.blendMode == .add)
    }

    @Test func `the emission begins and ends, and what lives lives on`() {
        layer.emitterCells = [
            spark {
                $0.beginTime = 10
                $0.duration = 1
            }
        ]
        #expect(sprites(at: 9).isEmpty)
        #expect(sprites(at: 10.999).count == 88 && sprites(at: 14.9).count == 88)
        #expect((1...88).contains(sprites(at: 15.5).count))
        #expect(sprites(at: 16.1).isEmpty)
    }

    @Test func `the scene makes frames while particles may come or live, and none later`() {
        layer.emitterCells = [
            spark {
                $0.beginTime = 10
                $0.duration = 1
            }
        ]
        _ = scene.frame()
        #expect(!scene.needsFrame && scene.nextFrameTime == 10)
        clock.advance(by: 10)
        _ = scene.frame()
        clock.advance(by: 0.01)
        #expect(scene.needsFrame && scene.nextFrameTime == clock.now)
        clock.advance(by: 10)
        _ = scene.frame()
        clock.advance(by: 1)
        #expect(!scene.needsFrame && scene.nextFrameTime == nil)
        layer.emitterCells = [spark()]
        layer.timing.speed = 0
        _ = scene.frame()
        clock.advance(by: 1)
        #expect(!scene.needsFrame)
    }

    @Test func `without an image, a cell, a rate or a life nothing is shown`() {
        #expect(sprites(at: 5).isEmpty)
        for set: (inout EmitterCell) -> Void in [
            { $0.contents = nil }, { $0.birthRate = 0 }, { $0.lifetime = 0 }, { $0.isEnabled = false },
            { $0.scale = 0 }, { $0.contentsScale = 0 }, { $0.contentsRect = .zero }, { $0.color.alpha = 0 },
        ] {
            layer.emitterCells = []
            layer.emitterCells = [spark(set)]
            #expect(sprites(at: 5).isEmpty)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 1e300])
    func `numbers that are not finite, negative or huge are harmless, and the limit is kept`(number: Double) {
        let paths: [WritableKeyPath<EmitterCell, Double>] = [
            \.birthRate, \.lifetime, \.lifetimeRange, \.beginTime, \.duration, \.velocity, \.velocityRange,
            \.emissionLongitude, \.emissionLatitude, \.emissionRange, \.xAcceleration, \.yAcceleration,
            \.zAcceleration, \.minificationFilterBias, \.scale, \.scaleRange,
            \.scaleSpeed, \.spin, \.spinRange, \.color.alpha, \.redRange, \.alphaRange, \.blueSpeed, \.contentsScale,
            \.contentsRect.origin.x, \.contentsRect.size.height,
        ]
        for path in paths {
            layer.emitterCells = []
            layer.emitterCells = [spark { $0[keyPath: path] = number }]
            #expect(sprites(at: 5).count <= EmitterLayer.particleLimit)
            #expect(layer.particleCount(at: 5) <= EmitterLayer.particleLimit)
            layer.emitterCells = []
            let slow = spark {
                $0.birthRate = 2
                $0[keyPath: path] = number
            }
            layer.emitterCells = [spark { $0.emitterCells = [slow] }]
            #expect(sprites(at: 5).count <= EmitterLayer.particleLimit)
            #expect(layer.particleCount(at: 5) <= EmitterLayer.particleLimit)
        }
        layer.emitterCells = []
        layer.emitterCells = [spark()]
        layer.emitterPosition = Point(x: number, y: 0)
        #expect(sprites(at: 5).isEmpty)
        layer.emitterPosition = .zero
        layer.emitterScale = number
        _ = sprites(at: 5)
        layer.timing.timeOffset = number
        #expect(layer.particleCount(at: number) <= EmitterLayer.particleLimit)
        _ = scene.frame()
    }

    @Test func `no more particles live than the limit, the youngest ones`() {
        layer.emitterCells = [spark { $0.birthRate = 1e9 }, spark()]
        #expect(sprites(at: 5).count == EmitterLayer.particleLimit)
        #expect(layer.particleCount(at: 5) == EmitterLayer.particleLimit)
    }

    @Test func `particles outside the frame are left out`() {
        layer.emitterCells = [spark { $0.velocity = 200 }]
        #expect((120...140).contains(sprites(at: 5).count))
    }

    @Test func `in perspective particles farther away are smaller`() throws {
        layer.emitterShape = .line
        layer.emitterMode = .points
        layer.emitterSize = Size(width: 500, height: 0)
        layer.emitterCells = [spark()]
        layer.anchorPoint = Point(x: 0.5, y: 0.5)
        layer.position = Point(x: 300, y: 300)
        layer.transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
            .followed(by: Transform3D(perspectiveDistance: 500))
        let sprites = sprites(at: 5)
        let left = try #require(sprites.first { $0.center.x < 300 })
        let right = try #require(sprites.first { $0.center.x > 300 })
        #expect(left.axes.w > 1.2 && right.axes.w < 0.8 || left.axes.w < 0.8 && right.axes.w > 1.2)
    }
}
