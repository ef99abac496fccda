import LayerKinds
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct MeshLayerSnapshotTests {
    private static let corners = [
        MeshLayer.Vertex(Point(x: 100, y: 20), color: Color(red: 0, green: 0, blue: 1)),
        MeshLayer.Vertex(Point(x: 180, y: 180), color: Color(red: 0, green: 1, blue: 0)),
        MeshLayer.Vertex(Point(x: 20, y: 180), color: Color(red: 1, green: 0, blue: 0)),
    ]

    private func stage(scale: Double = 1, _ set: (MeshLayer) -> Void) -> KindStage {
        let stage = KindStage(200, 200, scale: scale, background: .black)
        let mesh = stage.add(MeshLayer(), Rect(x: 0, y: 0, width: 200, height: 200))
        mesh.vertices = Self.corners
        mesh.triangles = [0, 1, 2]
        set(mesh)
        return stage
    }

    @Test(arguments: [1.0, 2])
    func `a triangle with a blue, a green and a red corner on black looks as recorded`(scale: Double) throws {
        try expectSnapshot(stage(scale: scale) { _ in }.snapshot(), matches: "triangle-\(Int(scale))x")
    }

    @Test func `every point is the mean of the corners, weighted by its place`() {
        let snapshot = stage { _ in }.snapshot()
        for (column, row) in [(100, 126), (99, 40), (60, 170), (140, 170), (100, 179)] {
            let x = Double(column) + 0.5
            let y = Double(row) + 0.5
            let blue = (180 - y) / 160
            let green = (x - 20 - blue * 80) / 160
            let expected = [1 - blue - green, green, blue]
            for (channel, part) in zip([16, 8, 0] as [UInt32], expected) {
                #expect(abs(Double(snapshot[column, row] >> channel & 255) - 255 * part) <= 2)
            }
        }
        #expect(snapshot[30, 30] == 0xFF00_0000)
    }

    @Test func `triangles that share an edge leave no gap, and a texture is stretched over them`() {
        let texture = PixelBuffer(4, 4, isOpaque: true) { x, y in
            0xFF00_0000 | UInt32(60 + 60 * x) << 16 | UInt32(60 * y)
        }
        let snapshot = stage { mesh in
            mesh.vertices = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { x, y in
                MeshLayer.Vertex(Point(x: 40 + 120 * x, y: 30 + 120 * y), texturePoint: Point(x: x, y: y))
            }
            mesh.triangles = [0, 1, 2, 0, 2, 3]
            mesh.texture = texture
            mesh.magnificationFilter = .nearest
        }.snapshot()
        #expect(snapshot.pixels.count { $0 != 0xFF00_0000 } == 120 * 120)
        for y in 0..<4 {
            for x in 0..<4 { #expect(snapshot[55 + 30 * x, 45 + 30 * y] == texture[x, y]) }
        }
    }

    @Test func `indices that do not exist, incomplete triangles and numbers that are not finite draw nothing`() {
        for set: (MeshLayer) -> Void in [
            { $0.triangles = [0, 1] }, { $0.triangles = [] }, { $0.triangles = [0, 1, 3] },
            { $0.triangles = [-1, 0, 1] }, { $0.triangles = [0, 0, 0] }, { $0.vertices = [] },
            { $0.vertices[0].position.x = .nan }, { $0.vertices[0].position.y = .infinity },
            { $0.texture = PixelBuffer(1, 1) { _, _ in 0xFFFF_FFFF } },
        ] {
            #expect(stage(set).snapshot().count(otherThan: 0xFF00_0000) == 0)
        }
        let many = stage { $0.triangles = Array(repeating: [0, 1, 2], count: 10_001).flatMap { $0 } }
        #expect(many.scene.frame().items.count == MeshLayer.triangleLimit)
    }
}
