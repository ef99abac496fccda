internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A ball falls along keyframes that a function of time has generated, one for each frame of a second.
    static let bouncingBallKeyframes = Demo(
        "bouncing-ball-keyframes", "A ball bounces along generated keyframes", times: [0.2, 0.5, 0.8]
    ) { stage in
        let ball = Layer()
        ball.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
        ball.position = Point(x: 160, y: 210)
        ball.backgroundColor = DemoColors.red
        ball.cornerRadius = 20
        stage.root.addSublayer(ball)
        let heights = (0...60).map { frame in 30 + 180 * TimingFunction.bounceOut(Double(frame) / 60) }
        var fall = KeyframeAnimation(\.position.y, values: heights)
        fall.timing.duration = 1
        // Again and again, without a click.
        fall.timing.repeatCount = .infinity
        ball.addAnimation(fall, forKey: "fall")
    }
}
