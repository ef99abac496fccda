internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Both layers are removed at the same time, the first one without actions; the superlayer's action is a slow fade.
    static let removeWithoutFade = Demo("remove-without-fade", "Removing with a fade and without", times: [0, 0.4, 1]) {
        stage in
        for (index, fades) in [false, true].enumerated() {
            let frame = Layer()
            frame.frame = Rect(x: 30 + 140 * Double(index), y: 60, width: 120, height: 120)
            frame.borderWidth = 2
            let layer = Layer()
            layer.frame = Rect(x: 20, y: 20, width: 80, height: 80)
            layer.backgroundColor = DemoColors.all[index]
            frame.addSublayer(layer)
            stage.root.addSublayer(frame)
            if fades { frame.actions[.sublayers] = .run(Transition(.fade, duration: 0.5)) }
            stage.at(0.2) {
                Transaction.run(disablesActions: !fades) { layer.removeFromSuperlayer() }
            }
        }
    }
}
