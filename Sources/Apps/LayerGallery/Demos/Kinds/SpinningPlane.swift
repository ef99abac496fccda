internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A plane in a transform layer, which is turned by 45° each second.
    static let spinningPlane = Demo("spinning-plane", "A plane that turns in space", times: [0, 1, 2]) { stage in
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 400)
        let space = TransformLayer()
        space.frame = Rect(x: 110, y: 70, width: 100, height: 100)
        stage.root.addSublayer(space)
        let plane = Layer()
        plane.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        plane.contents = DemoImages.dial
        plane.zPosition = 60
        space.addSublayer(plane)
        var turn = BasicAnimation(\.transform.rotation.y, from: 0.3, to: 0.3 + 2 * Double.pi)
        turn.timing.duration = 8
        turn.timing.repeatCount = .infinity
        space.addAnimation(turn, forKey: "turn")
    }
}
