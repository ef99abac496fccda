internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Two display links, of which one stands still while something is tracked, from second 1 to 2.
    static let displayLinkModes = Demo("display-link-modes", "A display link that waits", times: [0.9, 1.9, 2.9]) {
        stage in
        let links = [Set(DisplayLink.Mode.allCases), [.normal]].enumerated().map { index, modes in
            let layer = Layer()
            layer.frame = Rect(x: 20, y: 60 + 70 * Double(index), width: 50, height: 50)
            layer.backgroundColor = DemoColors.all[index]
            layer.actions = .none
            stage.root.addSublayer(layer)
            let link = DisplayLink(clock: stage.scene.clock) { frame in layer.position.x += 80 * frame.step }
            link.modes = modes
            return link
        }
        stage.onFrame = { time in
            for link in links { link.tick(in: time > 1 && time < 2 ? .tracking : .normal) }
        }
    }
}
