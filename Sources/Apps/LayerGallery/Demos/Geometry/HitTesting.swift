internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A click frames the deepest layer below the pointer.
    static let hitTesting = Demo("hit-testing", "A click frames the layer below the pointer", times: [0.5, 1.5, 2.5]) {
        stage in
        let gray = Layer()
        let blue = Layer()
        gray.frame = Rect(x: 60, y: 40, width: 200, height: 160)
        gray.backgroundColor = DemoColors.gray
        blue.frame = Rect(x: 60, y: 40, width: 80, height: 80)
        blue.backgroundColor = DemoColors.blue
        stage.root.addSublayer(gray)
        gray.addSublayer(blue)
        stage.onPointer = { event in
            guard case .down = event.phase else { return }
            let hit = stage.root.hitTest(event.position)
            for layer in [gray, blue] {
                layer.borderColor = DemoColors.red
                layer.borderWidth = layer === hit ? 6 : 0
            }
        }
        stage.click(at: Point(x: 160, y: 120), time: 0.2)
        stage.click(at: Point(x: 80, y: 60), time: 1.2)
        stage.click(at: Point(x: 10, y: 10), time: 2.2)
    }
}
