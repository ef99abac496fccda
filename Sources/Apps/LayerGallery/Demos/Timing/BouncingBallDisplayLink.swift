internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The same ball, moved before each frame by the time that has really passed.
    static let bouncingBallDisplayLink = Demo(
        "bouncing-ball-display-link", "A ball, moved before each frame", times: [0.2, 0.5, 0.8]
    ) { stage in
        let ball = Layer()
        ball.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
        ball.position = Point(x: 160, y: 30)
        ball.contents = DemoImages.disc
        ball.actions = .none
        stage.root.addSublayer(ball)
        var elapsed = 0.0
        let link = DisplayLink(clock: stage.scene.clock) { frame in
            elapsed = min(elapsed + frame.step, 1)
            ball.position.y = 30 + 180 * TimingFunction.bounceOut(elapsed)
        }
        stage.onFrame = { _ in
            link.tick()
            if elapsed == 1 { link.isPaused = true }
        }
    }
}
