internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A plane in a transform layer, 30 points behind its axis, which is turned by 45° each second.
    static let spinningPlane = Demo("spinning-plane", "A plane that turns in space", times: [0, 1, 2]) { stage in
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let space = TransformLayer()
        space.frame = Rect(x: 110, y: 70, width: 100, height: 100)
        stage.root.addSublayer(space)
        let plane = Layer()
        plane.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        plane.opacity = 0.6
        plane.backgroundColor = DemoColors.green
        plane.borderWidth = 3
        plane.borderColor = Color(red: 1, green: 1, blue: 1, alpha: 0.5)
        plane.cornerRadius = 10
        plane.transform = Transform3D(translationX: 0, y: 0, z: -30)
        space.addSublayer(plane)
        // One animation of eight seconds, in place of one of 45° in each second.
        var turn = BasicAnimation(\.transform.rotation.y, from: 0.3, to: 0.3 + 2 * Double.pi)
        turn.timing.duration = 8
        turn.timing.repeatCount = .infinity
        space.addAnimation(turn, forKey: "turn")
    }
}
