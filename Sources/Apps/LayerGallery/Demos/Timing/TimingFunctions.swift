internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Five layers move the same way in the same time, each with another pace.
    static let timingFunctions = Demo(
        "timing-functions", "The same motion with five timing functions", times: [0.5, 1, 1.5]
    ) { stage in
        let functions: [TimingFunction] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
        for (row, function) in functions.enumerated() {
            let layer = Layer()
            layer.frame = Rect(x: 260, y: 14 + 44 * Double(row), width: 40, height: 36)
            layer.backgroundColor = DemoColors.all[row % DemoColors.all.count]
            layer.cornerRadius = 8
            stage.root.addSublayer(layer)
            var motion = BasicAnimation(\.position.x, from: 40, to: 280)
            motion.timing.duration = 2
            motion.timing.repeatCount = .infinity
            motion.timing.autoreverses = true
            motion.timingFunction = function
            layer.addAnimation(motion, forKey: "motion")
        }
    }
}
