internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A triangle whose color blends between its corners.
    static let triangle = Demo("triangle", "Colors blend between the corners of a triangle") { stage in
        stage.scene.background = .black
        let mesh = MeshLayer()
        mesh.frame = stage.root.bounds
        mesh.vertices = [
            MeshLayer.Vertex(Point(x: 160, y: 30), color: Color(red: 0, green: 0, blue: 1)),
            MeshLayer.Vertex(Point(x: 260, y: 210), color: Color(red: 0, green: 1, blue: 0)),
            MeshLayer.Vertex(Point(x: 60, y: 210), color: Color(red: 1, green: 0, blue: 0)),
        ]
        mesh.triangles = [0, 1, 2]
        stage.root.addSublayer(mesh)
    }
}
