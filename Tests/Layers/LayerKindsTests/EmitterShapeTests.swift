import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

/// The places at which a thousand particles are born, with the seed 0.
@MainActor
@Suite(.timeLimited) struct EmitterShapeTests {
    private let layer = EmitterLayer()
    private let scene: LayerScene
    private static let close = 1e-3

    init() {
        layer.anchorPoint = .zero
        layer.bounds = Rect(x: 0, y: 0, width: 600, height: 600)
        layer.actions = .none
        layer.emitterPosition = Point(x: 300, y: 300)
        layer.emitterSize = Size(width: 100, height: 40)
        layer.emitterDepth = 60
        layer.preservesDepth = true
        layer.timing.timeOffset = 1
        scene = LayerScene(root: layer, size: PixelSize(width: 600, height: 600), clock: ManualClock())
    }

    private func centers() -> [SIMD2<Double>] {
        scene.frame().items.flatMap { item -> [SIMD2<Double>] in
            guard case .sprites(let sprites) = item else { return [] }
            return sprites.sprites.map { SIMD2<Double>($0.center) - 300 }
        }
    }

    /// The offsets of birthplaces from the emitter's position: once seen from the front, and once with z added to x.
    private func birthplaces(_ shape: EmitterShape, _ mode: EmitterMode) -> [SIMD3<Double>] {
        // Without the former cell its particles are gone, which would keep their places.
        layer.emitterCells = []
        var cell = EmitterCell()
        cell.contents = image(0xFFFF_FFFF)
        cell.birthRate = 1000
        cell.lifetime = 1
        layer.emitterCells = [cell]
        layer.emitterShape = shape
        layer.emitterMode = mode
        layer.transform = .identity
        let front = centers()
        layer.transform = Transform3D(rows: ([1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]))
        let sheared = centers()
        #expect(front.count == 1000 && sheared.count == 1000)
        return zip(front, sheared).map { SIMD3($0.x, $0.y, $1.x - $0.x) }
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    @Test(arguments: EmitterShape.allCases, EmitterMode.allCases)
    func `particles are born in their shape`(shape: EmitterShape, mode: EmitterMode) {
        let half = SIMD3(50.0, 20, 30)
        let offsets = birthplaces(shape, mode)
        for offset in offsets {
            let radius = length(offset)
            // How far it is from the faces: negative inside.
            let outside = offset.replacing(with: -offset, where: offset .< 0) - half
            let onFace = (0..<3).count { abs(outside[$0]) < Self.close }
            let isInside = all(outside .< Self.close)
            let isFlat = abs(offset.z) < Self.close
            let fits =
                switch (shape, mode) {
                case (.point, _), (.circle, .points), (.sphere, .points): radius < Self.close
                case (.line, .points): abs(outside.x) < Self.close && abs(offset.y) < Self.close && isFlat
                case (.line, _): outside.x < Self.close && abs(offset.y) < Self.close && isFlat
                case (.rectangle, .points): abs(outside.x) < Self.close && abs(outside.y) < Self.close && isFlat
                case (.rectangle, .outline): isInside && isFlat && abs(max(outside.x, outside.y)) < Self.close
                case (.rectangle, _): isInside && isFlat
                case (.cuboid, .points): isInside && onFace == 3
                case (.cuboid, .outline): isInside && onFace >= 2
                case (.cuboid, .surface): isInside && onFace >= 1
                case (.cuboid, .volume): isInside
                case (.circle, .outline), (.sphere, .outline): abs(radius - 100) < Self.close && isFlat
                case (.circle, _): radius < 100 + Self.close && isFlat
                case (.sphere, .surface): abs(radius - 100) < Self.close
                case (.sphere, .volume): radius < 100 + Self.close
                }
            #expect(fits, "\(offset)")
        }
        guard shape != .point, mode != .points || shape == .line || shape == .rectangle || shape == .cuboid else {
            return
        }
        #expect(offsets.contains { $0.x < -20 } && offsets.contains { $0.x > 20 })
    }

    // The tolerances are four standard deviations of a binomial distribution.

    @Test func `a sphere is filled evenly, as is its surface`() {
        let volume = birthplaces(.sphere, .volume)
        // An eighth of the volume is within half the radius.
        #expect((84...166).contains(volume.count { length($0) < 50 }))
        #expect((437...563).contains(volume.count { $0.z > 0 }))
        // Slices of a sphere's surface are as large as they are thick.
        let surface = birthplaces(.sphere, .surface)
        #expect((437...563).contains(surface.count { abs($0.z) < 50 }))
        #expect((437...563).contains(surface.count { abs($0.x) < 50 }))
        #expect((437...563).contains(surface.count { abs($0.y) < 50 }))
    }

    @Test func `a cuboid is filled evenly, as are its faces, edges and corners`() {
        let volume = birthplaces(.cuboid, .volume)
        #expect((437...563).contains(volume.count { abs($0.x) < 25 }))
        #expect((437...563).contains(volume.count { abs($0.y) < 10 }))
        #expect((437...563).contains(volume.count { abs($0.z) < 15 }))
        // Faces have 2,400, 6,000 and 4,000 square points, of 12,400.
        let surface = birthplaces(.cuboid, .surface)
        #expect((144...243).contains(surface.count { abs(abs($0.x) - 50) < Self.close }))
        #expect((421...547).contains(surface.count { abs(abs($0.y) - 20) < Self.close }))
        #expect((263...382).contains(surface.count { abs(abs($0.z) - 30) < Self.close }))
        #expect((437...563).contains(surface.count { $0.x < 0 }))
        // Four edges have 100, 40 and 60 points each.
        let outline = birthplaces(.cuboid, .outline)
        #expect((437...563).contains(outline.count { abs($0.x) < 50 - Self.close }))
        #expect((149...251).contains(outline.count { abs($0.y) < 20 - Self.close }))
        #expect((242...358).contains(outline.count { abs($0.z) < 30 - Self.close }))
        #expect((437...563).contains(outline.count { $0.y < 0 }))
        let corners = Dictionary(grouping: birthplaces(.cuboid, .points)) {
            ($0.x < 0 ? 1 : 0) + ($0.y < 0 ? 2 : 0) + ($0.z < 0 ? 4 : 0)
        }
        #expect(corners.count == 8 && corners.values.allSatisfy { (84...166).contains($0.count) })
    }

    @Test func `the z position moves the shape toward the viewer`() {
        layer.emitterZPosition = 70
        let offsets = birthplaces(.point, .volume)
        #expect(offsets.allSatisfy { abs($0.z - 70) < Self.close })
    }

    @Test func `shapes, modes and render modes are those of Core Animation, with its defaults`() {
        let properties = LayerProperties()
        #expect(properties.emitterShape == .point && properties.emitterMode == .volume)
        #expect(properties.emitterRenderMode == .unordered && !properties.preservesDepth)
        #expect(properties.emitterZPosition == 0 && properties.emitterDepth == 0)
        #expect(EmitterShape.allCases.count == 6 && EmitterMode.allCases.count == 4)
        #expect(EmitterRenderMode.allCases.count == 5)
    }
}
