internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Dragging adds lines to the path of one shape layer, which has no bitmap.
    static let fingerDrawing = Demo("finger-drawing", "Dragging draws lines", times: [0.3, 0.8, 1.3]) { stage in
        let drawing = ShapeLayer()
        drawing.fillColor = nil
        drawing.strokeColor = DemoColors.blue
        drawing.lineWidth = 5
        drawing.lineCap = .round
        drawing.lineJoin = .round
        stage.root.addSublayer(drawing)
        var path = Path()
        var isDown = false
        stage.onPointer = { event in
            switch event.phase {
            case .down:
                path.move(to: event.position)
                isDown = true
            case .moved where isDown: path.addLine(to: event.position)
            case .up, .exited: isDown = false
            default: break
            }
            drawing.path = path
        }
        let points = [(40, 60), (110, 180), (160, 70), (220, 190), (280, 50)].map { Point(x: $0.0, y: $0.1) }
        stage.drag(points, times: [0.1, 0.2, 0.5, 0.7, 1.2])
    }
}
