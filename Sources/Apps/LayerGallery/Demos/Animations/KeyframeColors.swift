internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Four colors in two seconds; the layer jumps to the first, and back to its own at the end.
    static let keyframeColors = Demo("keyframe-colors", "A color through four keyframes", times: [0, 0.5, 1, 1.6, 2.5])
    {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 90, y: 60, width: 140, height: 120)
        layer.backgroundColor = DemoColors.gray
        stage.root.addSublayer(layer)
        let colors: [Color?] = [DemoColors.blue, DemoColors.red, DemoColors.green, DemoColors.blue]
        var animation = KeyframeAnimation(\.backgroundColor, values: colors)
        animation.timing.duration = 2
        layer.addAnimation(animation, forKey: "colors")
    }
}
