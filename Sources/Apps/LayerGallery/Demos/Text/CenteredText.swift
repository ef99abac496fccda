internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// A delegate fills a layer and draws a line of text at the top of an inset, in its middle.
    static let centeredText = Demo("centered-text", "Centered text in a drawn layer") { stage in
        let layer = Layer()
        layer.frame = Rect(x: 40, y: 60, width: 240, height: 120)
        layer.contentsScale = stage.scene.scale
        let painter = TextPainter()
        layer.delegate = painter
        layer.setNeedsDisplay()
        stage.root.addSublayer(layer)
        // A layer does not retain its delegate.
        stage.onFrame = { _ in withExtendedLifetime(painter) {} }
    }
}

/// Draws a heading in black on red.
private final class TextPainter: LayerDelegate {
    func draw(_ layer: Layer, in context: inout PixelContext) {
        context.fillColor = DemoColors.red
        context.fill(layer.bounds)
        var style = TextStyle(font: TextFont(size: 24, weight: .semibold), color: .black)
        style.alignment = .center
        let inset = Rect(x: 10, y: 20, width: 220, height: 80)
        // The context is an argument; there is no current one to replace.
        _ = try? context.draw("Push the Limits", in: inset, style: style)
    }
}
