internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Rounded squares on a circle of 40 points, and copies of these in turn: a replicator in a replicator.
    static let replicatorSquares = Demo("nested-replicators", "A replicator inside another one") { stage in
        let row = ReplicatorLayer()
        let circle = ReplicatorLayer()
        row.frame = Rect(x: 0, y: 60, width: 110, height: 120)
        row.instanceCount = 3
        row.instanceTransform = Transform3D(translationX: 105, y: 0, z: 0)
        row.instanceRedOffset = -0.3
        circle.frame = Rect(x: 0, y: 5, width: 110, height: 110)
        circle.instanceCount = 8
        circle.instanceTransform = Transform3D(rotation: .pi / 4, x: 0, y: 0, z: 1)
        circle.instanceBlueOffset = -0.1
        let square = Layer()
        square.frame = Rect(x: 45, y: 5, width: 20, height: 20)
        square.backgroundColor = Color(red: 1, green: 0.8, blue: 0.9)
        square.cornerRadius = 4
        circle.addSublayer(square)
        row.addSublayer(circle)
        stage.scene.background = DemoColors.night
        stage.root.addSublayer(row)
    }
}
