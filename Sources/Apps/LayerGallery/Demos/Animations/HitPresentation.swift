internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A click on the moving layer, where it is shown and not where it will be, changes its color; elsewhere it is the
    /// layer's next position, which takes four seconds.
    static let hitPresentation = Demo("hit-presentation", "A click hits a layer on its way", times: [0, 2, 2.6]) {
        stage in
        let layer = Layer()
        layer.bounds = Rect(x: 0, y: 0, width: 60, height: 60)
        layer.position = Point(x: 50, y: 50)
        layer.backgroundColor = DemoColors.blue
        stage.root.addSublayer(layer)
        stage.onPointer = { event in
            guard case .down = event.phase else { return }
            if stage.root.hitTest(event.position, in: .presentation) === layer {
                layer.backgroundColor = DemoColors.red
            } else {
                Transaction.run(duration: 4) { layer.position = event.position }
            }
        }
        stage.click(at: Point(x: 270, y: 190), time: 0.1)
        // Halfway between the two positions.
        stage.click(at: Point(x: 160, y: 120), time: 2.1)
    }
}
