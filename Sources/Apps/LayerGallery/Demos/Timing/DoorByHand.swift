internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The door's time stands still; dragging moves its time offset, and with it the door.
    static let doorByHand = Demo("door-by-hand", "Dragging moves the time of an animation", times: [0, 0.6, 1.1]) {
        stage in
        let door = DemoImages.door()
        stage.root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        stage.root.addSublayer(door)
        door.timing.speed = 0
        var swing = BasicAnimation(\.transform.rotation.y, to: -Double.pi / 2)
        swing.timing.duration = 2
        swing.timing.repeatDuration = .infinity
        swing.timing.autoreverses = true
        door.addAnimation(swing, forKey: "swing")
        var last: Double?
        stage.onPointer = { event in
            switch event.phase {
            case .down: last = event.position.x
            case .moved:
                guard let before = last else { return }
                let offset = door.timing.timeOffset - (event.position.x - before) / 100
                door.timing.timeOffset = min(max(offset, 0), 1.998)
                last = event.position.x
            case .up, .exited: last = nil
            }
        }
        stage.drag([Point(x: 240, y: 120), Point(x: 190, y: 120), Point(x: 120, y: 120)], times: [0.1, 0.5, 1])
    }
}
