internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Twelve dots that fade one after another: the animation of each copy is a twelfth of a second later.
    static let replicatorDelay = Demo("replicator-delay", "Copies whose animation comes later", times: [0.5, 0.8, 1.1])
    {
        stage in
        let circle = ReplicatorLayer()
        circle.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        circle.instanceCount = 12
        circle.instanceTransform = Transform3D(rotation: .pi / 6, x: 0, y: 0, z: 1)
        circle.instanceDelay = 1.0 / 12
        stage.root.addSublayer(circle)
        let dot = Layer()
        dot.frame = Rect(x: 88, y: 20, width: 24, height: 24)
        dot.backgroundColor = DemoColors.blue
        dot.cornerRadius = 12
        circle.addSublayer(dot)
        var fade = BasicAnimation(\.opacity, from: 1, to: 0.1)
        fade.timing.duration = 1
        fade.timing.repeatCount = .infinity
        dot.addAnimation(fade, forKey: "fade")
    }
}
