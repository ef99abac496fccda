internal import Glibc
internal import LayerTree

extension Demo {
    /// A door opens by 90° about its left edge in two seconds, and closes again.
    static let swingingDoor = Demo("swinging-door", "A door that opens and closes", times: [0.7, 1.5, 3]) { stage in
        let door = DemoImages.door()
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        stage.root.addSublayer(door)
        var swing = BasicAnimation(\.transform.rotation.y, to: -Double.pi / 2)
        swing.timing.duration = 2
        swing.timing.repeatDuration = .infinity
        swing.timing.autoreverses = true
        door.addAnimation(swing, forKey: "swing")
    }
}
