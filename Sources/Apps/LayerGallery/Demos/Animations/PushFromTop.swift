internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A click moves the layer to the pointer in a second.
    ///
    /// A click on the layer pushes a color in from the top; when that ends, the layer turns by 90°.
    static let pushFromTop = Demo("push-from-top", "A move, a push, and a turn at its end", times: [0.6, 1.7, 2.3]) {
        stage in
        let layer = Layer()
        layer.frame = Rect(x: 20, y: 40, width: 90, height: 90)
        layer.backgroundColor = DemoColors.blue
        layer.actions[.backgroundColor] = .run(Transition(.push, from: .top))
        stage.root.addSublayer(layer)
        stage.onPointer = { event in
            guard case .down = event.phase else { return }
            let isHit = stage.root.hitTest(event.position) === layer
            Transaction.run(duration: 1) {
                if isHit {
                    Transaction.setCompletion { layer.affineTransform = AffineTransform(rotation: .pi / 2) }
                    layer.backgroundColor = DemoColors.yellow
                } else {
                    layer.position = event.position
                }
            }
        }
        for time in [0.1, 1.15] { stage.click(at: Point(x: 220, y: 150), time: time) }
    }
}
