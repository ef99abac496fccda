internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Each of three steps between four colors begins slowly.
    static let easedKeyframes = Demo(
        "eased-keyframes", "Keyframes, each with a pace of its own", times: [0.667, 2, 3.2]
    ) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 90, y: 60, width: 140, height: 120)
        layer.cornerRadius = 60
        layer.backgroundColor = DemoColors.blue
        stage.root.addSublayer(layer)
        let colors: [Color?] = [DemoColors.blue, DemoColors.red, DemoColors.green, DemoColors.blue]
        let keyframes = colors.enumerated().map { Keyframe($1, at: Double($0) / 3, timingFunction: .easeIn) }
        var animation = KeyframeAnimation(\.backgroundColor, keyframes: keyframes)
        animation.timing.duration = 4
        // Again and again, without a timer.
        animation.timing.repeatCount = .infinity
        layer.addAnimation(animation, forKey: "colors")
    }
}
