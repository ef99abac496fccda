internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A delegate draws a circle, which is clipped to the layer's bitmap: half of its line is cut off at the edges.
    static let delegateDrawing = Demo("delegate-drawing", "A delegate draws the contents of a layer") { stage in
        let layer = Layer()
        layer.frame = Rect(x: 110, y: 70, width: 100, height: 100)
        layer.backgroundColor = Color(red: 0.1, green: 0.3, blue: 0.9)
        layer.contentsScale = stage.scene.scale
        let painter = CirclePainter()
        layer.delegate = painter
        // Drawn in the next frame; `display()` would draw it at once.
        layer.setNeedsDisplay()
        stage.root.addSublayer(layer)
        // A layer does not retain its delegate.
        stage.onFrame = { _ in withExtendedLifetime(painter) {} }
    }
}

/// Draws a red circle of 10 points that touches the edges of a layer.
private final class CirclePainter: LayerDelegate {
    func draw(_ layer: Layer, in context: inout PixelContext) {
        context.strokeColor = Color(red: 1, green: 0, blue: 0)
        context.strokeStyle.width = 10
        context.stroke(Path(ellipseIn: layer.bounds))
    }
}
