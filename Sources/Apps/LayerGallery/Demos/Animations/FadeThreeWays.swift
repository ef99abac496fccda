internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// After a fade of two seconds the first layer snaps back to its model; the second one's model was set, with an
    /// action; the third one's without.
    static let fadeThreeWays = Demo("fade-three-ways", "What shows after an animation has ended", times: [0, 1, 2.2]) {
        stage in
        for index in 0..<3 {
            let layer = Layer()
            layer.frame = Rect(x: 15 + 100 * Double(index), y: 80, width: 90, height: 80)
            layer.backgroundColor = DemoColors.all[index]
            stage.root.addSublayer(layer)
            stage.at(0.1) {
                var fade = BasicAnimation(\.opacity, from: 1, to: 0.1)
                fade.timing.duration = 2
                if index > 0 {
                    Transaction.run(disablesActions: index == 2) { layer.opacity = 0.1 }
                }
                layer.addAnimation(fade, forKey: "fade")
            }
        }
    }
}
