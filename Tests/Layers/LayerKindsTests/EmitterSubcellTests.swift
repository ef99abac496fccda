import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

/// Particles that emit particles.
@MainActor
@Suite(.timeLimited) struct EmitterSubcellTests {
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

    private func cell(_ birthRate: Double, _ lifetime: Double, _ set: (inout EmitterCell) -> Void = { _ in })
        -> EmitterCell
    {
        var cell = EmitterCell()
        cell.contents = image(0xFFFF_FFFF)
        cell.birthRate = birthRate
        cell.lifetime = lifetime
        set(&cell)
        return cell
    }

    /// The items of the frame at a time.
    private func items(at time: Double) -> [RenderSprites] {
        clock.advance(by: time - clock.now)
        return scene.frame().items.compactMap { item in
            if case .sprites(let sprites) = item { sprites } else { nil }
        }
    }

    /// A rocket each second that flies 2 s to the right, with 10 sparks each second that stay, and live 0.5 s.
    private func rocket(_ setSpark: (inout EmitterCell) -> Void = { _ in }) -> EmitterCell {
        cell(1, 2) {
            $0.velocity = 100
            $0.emitterCells = [cell(10, 0.5, setSpark)]
        }
    }

    @Test func `each particle emits at its position as long as it lives`() throws {
        layer.emitterCells = [rocket()]
        // Rockets of 0 s and 1 s; of each, the sparks of the last half second.
        let items = items(at: 1.95)
        #expect(items.count == 2 && layer.particleCount(at: 1.95) == 12)
        #expect(items[0].sprites.map(\.center.x).map { ($0 * 8).rounded() / 8 } == [495, 395])
        let sparks = items[1].sprites.map(\.center)
        #expect(sparks.map { Int($0.x.rounded()) } == [450, 460, 470, 480, 490, 350, 360, 370, 380, 390])
        #expect(sparks.allSatisfy { $0.y == 300 })
    }

    @Test func `what a particle has emitted outlives it`() {
        layer.emitterCells = [rocket()]
        // Of the rocket that died at 2 s, the sparks of 1.8 s and 1.9 s; 5 and 3 of the others.
        let items = items(at: 2.25)
        #expect(items.map(\.sprites.count) == [2, 10] && layer.particleCount(at: 2.25) == 12)
        #expect(items[1].sprites.prefix(2).map { Int($0.center.x.rounded()) } == [480, 490])
    }

    @Test func `a birth rate of 0 of the layer does not end what living particles emit`() {
        layer.emitterCells = [rocket()]
        _ = items(at: 1.5)
        layer.emitterBirthRate = 0
        #expect(items(at: 2.25).map(\.sprites.count) == [1, 7])
        #expect(items(at: 3.55).isEmpty)
        clock.advance(by: 1)
        #expect(!scene.needsFrame)
    }

    @Test func `the direction is relative to the direction of the emitting particle`() {
        var rocket = rocket {
            $0.velocity = 40
            $0.emissionLongitude = .pi / 2
        }
        // Down, so a quarter of a circle further is left.
        rocket.emissionLongitude = .pi / 2
        layer.emitterCells = [rocket]
        let sparks = items(at: 0.75).last?.sprites.map { SIMD2($0.center.x.rounded(), $0.center.y.rounded()) }
        // Born at 0.3 s, 0.4 s, 0.5 s, 0.6 s and 0.7 s.
        #expect(sparks == [[282, 330], [286, 340], [290, 350], [294, 360], [298, 370]])
    }

    @Test func `begin time and duration count from the birth of the emitting particle`() {
        layer.emitterCells = [
            cell(1, 2) { rocket in
                rocket.emitterCells = [
                    cell(128, 0.25) {
                        $0.beginTime = 1.5
                        $0.duration = 0.125
                    }
                ]
            }
        ]
        #expect(items(at: 1.4375).map(\.sprites.count) == [2])
        // 9 of the burst: those from 1.5 s to 1.5625 s.
        #expect(items(at: 1.5625).map(\.sprites.count) == [2, 9])
        #expect(items(at: 1.6875).map(\.sprites.count) == [2, 16])
        #expect(items(at: 1.875).map(\.sprites.count) == [2])
    }

    @Test func `factors of the layer apply to sub-cells too, but not that of the birth rate`() throws {
        layer.emitterBirthRate = 2
        layer.emitterScale = 3
        layer.emitterLifetime = 0.5
        layer.emitterCells = [rocket()]
        let items = items(at: 0.9375)
        // Rockets of 0 s and 0.5 s, which live 1 s; of each, the sparks of the last quarter of a second.
        #expect(items.map(\.sprites.count) == [2, 6])
        #expect(items[1].sprites.allSatisfy { $0.axes == SIMD4(3, 0, 0, 3) })
    }

    @Test func `sprites of emitted particles are the same at the same time, and differ between emitting particles`() {
        let rocket = rocket {
            $0.velocity = 30
            $0.velocityRange = 20
            $0.emissionRange = 2 * .pi
            $0.lifetimeRange = 0.2
        }
        layer.emitterCells = [rocket]
        let first = items(at: 1.95)
        layer.timing.timeOffset = -1
        _ = items(at: 1.95)
        layer.timing.timeOffset = 0
        #expect(items(at: 1.95) == first)
        let sparks = first[1].sprites
        #expect(layer.particleCount(at: 1.95) == 2 + sparks.count)
        #expect(Set(sparks.map(\.center.y)).count == sparks.count)
    }

    @Test(arguments: [EmitterRenderMode.oldestFirst, .oldestLast])
    func `older ones are below or above`(mode: EmitterRenderMode) {
        layer.emitterRenderMode = mode
        layer.emitterCells = [rocket()]
        let items = items(at: 1.95)
        let positions = items.map { $0.sprites.map { Int($0.center.x.rounded()) } }
        let oldestFirst = [[495, 395], [450, 460, 470, 480, 490, 350, 360, 370, 380, 390]]
        #expect(positions == (mode == .oldestFirst ? oldestFirst : oldestFirst.map { $0.reversed() }))
    }

    @Test func `three levels of sub-cells emit, and sixteen cells of each`() {
        var chain = cell(1, 10)
        for _ in 0..<5 { chain = cell(1, 10) { [chain] in $0.emitterCells = [chain] } }
        layer.emitterCells = [chain]
        // Particles of 0 s, 1 s and 2 s: 3, and those of the levels below.
        #expect(EmitterLayer.nestingLimit == 3 && layer.particleCount(at: 2.5) == 3 + 6 + 10 + 15)
        #expect(items(at: 2.5).map(\.sprites.count) == [3, 6, 10, 15])
        layer.emitterCells = []
        layer.emitterCells = [cell(1, 10) { $0.emitterCells = Array(repeating: cell(1, 10), count: 20) }]
        #expect(EmitterLayer.subcellLimit == 16 && layer.particleCount(at: 0.5) == 17)
    }

    @Test func `the limit is kept, and the work is bounded`() {
        var burst = cell(1e6, 10)
        for _ in 0..<4 {
            burst = cell(1e6, 10) { [burst] in $0.emitterCells = Array(repeating: burst, count: 100) }
        }
        layer.emitterCells = [burst]
        #expect(layer.particleCount(at: 5) == EmitterLayer.particleLimit)
        #expect(items(at: 5).reduce(0) { $0 + $1.sprites.count } == EmitterLayer.particleLimit)
        // Of five million particles that are dead, each of which has emitted one, the last ones count.
        layer.emitterCells = []
        layer.emitterCells = [cell(1e6, 1e-6) { $0.emitterCells = [cell(1, 1e9)] }]
        #expect(layer.particleCount(at: 5) == EmitterLayer.particleLimit)
    }

    @Test func `a disabled sub-cell emits nothing`() {
        layer.emitterCells = [rocket { $0.isEnabled = false }]
        #expect(items(at: 1.95).map(\.sprites.count) == [2] && layer.particleCount(at: 1.95) == 2)
    }
}
