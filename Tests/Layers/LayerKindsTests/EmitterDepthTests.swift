import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

/// Particles in space, their order and the sampling of their images.
@MainActor
@Suite(.timeLimited) struct EmitterDepthTests {
    private let layer = EmitterLayer()
    private let root = Layer()
    private let scene: LayerScene

    /// An emitter at time 2 in a layer that is seen from a distance of 500 points.
    init() {
        root.bounds = Rect(x: 0, y: 0, width: 600, height: 600)
        root.position = Point(x: 300, y: 300)
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        layer.frame = root.bounds
        layer.actions = .none
        layer.timing.timeOffset = 2
        layer.emitterPosition = Point(x: 400, y: 300)
        root.addSublayer(layer)
        scene = LayerScene(root: root, size: PixelSize(width: 600, height: 600), clock: ManualClock())
    }

    /// One particle, which is born at time 0.
    private func particle(_ set: (inout EmitterCell) -> Void = { _ in }) -> EmitterCell {
        var cell = EmitterCell()
        cell.contents = image(0xFFFF_FFFF)
        cell.birthRate = 0.1
        cell.lifetime = 9
        set(&cell)
        return cell
    }

    private func items() -> [RenderSprites] {
        scene.frame().items.compactMap { item in
            if case .sprites(let sprites) = item { sprites } else { nil }
        }
    }

    @Test func `depth is seen if it is preserved`() throws {
        layer.emitterCells = [particle()]
        layer.emitterZPosition = 250
        let flat = try #require(items().first?.sprites.first)
        #expect(flat.center == SIMD2(400, 300) && flat.axes == SIMD4(1, 0, 0, 1))
        layer.preservesDepth = true
        // Half way to the viewer everything is twice as large, about the center.
        let near = try #require(items().first?.sprites.first)
        #expect(near.center == SIMD2(500, 300) && near.axes == SIMD4(2, 0, 0, 2))
        // A raster is flat.
        layer.shouldRasterize = true
        layer.preservesDepth = false
        let raster = scene.frame().items
        layer.preservesDepth = true
        #expect(scene.frame().items == raster)
    }

    @Test func `particles behind the viewer are not seen`() {
        layer.emitterCells = [particle()]
        layer.preservesDepth = true
        layer.emitterZPosition = 500
        #expect(items().isEmpty)
    }

    @Test func `a layer at another depth moves its particles with it`() throws {
        layer.emitterCells = [particle()]
        layer.preservesDepth = true
        layer.zPosition = 150
        layer.emitterZPosition = 100
        let sprite = try #require(items().first?.sprites.first)
        #expect(abs(sprite.center.x - 500) < 1e-3 && abs(sprite.axes.x - 2) < 1e-5)
    }

    @Test func `latitude and z acceleration move a particle toward the viewer`() throws {
        layer.preservesDepth = true
        root.sublayerTransform = Transform3D(rows: ([1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]))
        layer.emitterCells = [
            particle {
                $0.velocity = 10
                $0.emissionLatitude = .pi / 2
                $0.zAcceleration = 5
            }
        ]
        // z is 10 · 2 + 5 · 2² / 2, and the transform adds it to x.
        var sprite = try #require(items().first?.sprites.first)
        #expect(abs(sprite.center.x - 430) < 1e-3 && abs(sprite.center.y - 300) < 1e-3)
        layer.emitterCells = []
        layer.emitterCells = [
            particle {
                $0.velocity = 10
                $0.emissionLatitude = .pi / 6
                $0.emissionLongitude = .pi / 2
            }
        ]
        // z is half of 20 points, y the cosine of 30°.
        sprite = try #require(items().first?.sprites.first)
        #expect(abs(sprite.center.x - 410) < 1e-3 && abs(sprite.center.y - 317.3205) < 1e-3)
    }

    @Test(arguments: [false, true])
    func `back to front is the order of depth, of all cells together`(preservesDepth: Bool) {
        let images = [image(0xFFFF_0000), image(0xFF00_FF00)]
        // Each second one of each; the first ones move toward the viewer, the others away.
        layer.emitterCells = images.map { image in
            particle {
                $0.contents = image
                $0.birthRate = 1
                $0.velocity = image === images[0] ? 10 : -10
                $0.emissionLatitude = .pi / 2
            }
        }
        layer.preservesDepth = preservesDepth
        layer.emitterRenderMode = .backToFront
        // z is −20 and −10, 0 of both in the order of their cells, and 10 and 20.
        let items = items()
        #expect(items.map(\.sprites.count) == [2, 1, 1, 2])
        #expect(items.map { $0.buffer === images[0] } == [false, true, false, true])
        layer.emitterRenderMode = .unordered
        #expect(self.items().map(\.sprites.count) == [3, 3] && self.items()[0].buffer === images[0])
    }

    @Test func `a particle is sampled with one filter if it is enlarged, and with another if it is reduced`() {
        layer.emitterCells = [
            particle {
                $0.birthRate = 1
                $0.scale = 1.5
                $0.scaleSpeed = -0.5
                $0.minificationFilter = .nearest
                $0.minificationFilterBias = 1
            }
        ]
        // Scales 0.5, 1 and 1.5.
        #expect(items().map(\.filter) == [.nearest, .linear] && items().map(\.sprites.count) == [1, 2])
        layer.emitterCells[0].filter = .nearest
        #expect(layer.emitterCells[0].magnificationFilter == .nearest)
        layer.emitterCells = [particle { $0.filter = .trilinear }]
        #expect(layer.emitterCells[0].minificationFilter == .trilinear)
    }

    @Test func `copies of an emitter that preserves depth keep it`() throws {
        let replicator = ReplicatorLayer()
        replicator.frame = root.bounds
        replicator.instanceCount = 3
        replicator.instanceTransform = Transform3D(translationX: 0, y: 100)
        root.addSublayer(replicator)
        replicator.addSublayer(layer)
        // z is added to y, by the transform of the emitter itself: copies are moved in the plane.
        layer.transform = Transform3D(rows: ([1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]))
        layer.emitterCells = [particle()]
        layer.emitterZPosition = -50
        layer.preservesDepth = true
        #expect(items().flatMap(\.sprites).map(\.center.y) == [250, 350, 450])
    }
}
