internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Ten copies of a square, each turned by 36° about a point 80 points below it, with less green and blue.
    static let replicatorCircle = Demo("replicator-circle", "Ten copies of a square in a circle") { stage in
        let circle = ReplicatorLayer()
        circle.frame = Rect(x: 60, y: -60, width: 200, height: 200)
        circle.instanceCount = 10
        circle.instanceTransform = Transform3D(translationX: 0, y: 80, z: 0)
            .rotated(.pi / 5, x: 0, y: 0, z: 1).translated(x: 0, y: -80, z: 0)
        circle.instanceGreenOffset = -0.1
        circle.instanceBlueOffset = -0.1
        stage.scene.background = DemoColors.night
        stage.root.addSublayer(circle)
        let square = Layer()
        square.frame = Rect(x: 85, y: 85, width: 30, height: 30)
        square.backgroundColor = .white
        circle.addSublayer(square)
    }
}
