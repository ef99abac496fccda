internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Setting properties of layers that are shown animates them: one fades out and goes back, the other one fades in and comes
    /// to the front.
    static let implicitOpacity = Demo("implicit-opacity", "Changes animate by themselves", times: [0, 0.15, 0.6]) {
        stage in
        let first = Layer()
        let second = Layer()
        first.frame = Rect(x: 70, y: 50, width: 120, height: 100)
        first.backgroundColor = DemoColors.blue
        first.opacity = 0.2
        second.frame = Rect(x: 130, y: 90, width: 120, height: 100)
        second.backgroundColor = DemoColors.yellow
        stage.root.addSublayer(first)
        stage.root.addSublayer(second)
        stage.at(0.05) {
            second.opacity = 0
            second.zPosition = -100
            first.opacity = 1
            first.zPosition = 100
        }
    }
}
