import LayerTree
import TilePyramid
import VectorDrawing

/// The calls, in order.
final class DrawingLog {
    var calls: [String] = []
}

/// Logs its drawing, and calls its delegate.
final class DrawingLayer: Layer {
    let log: DrawingLog
    var size: PixelSize?

    init(_ log: DrawingLog, frame: Rect = Rect(x: 0, y: 0, width: 10, height: 10)) {
        self.log = log
        super.init()
        self.frame = frame
    }

    override func draw(in context: inout PixelContext) {
        log.calls.append("layer draws")
        size = context.size
        super.draw(in: &context)
    }
}

final class Drawer: LayerDelegate {
    let log: DrawingLog
    var onDraw: (Layer, inout PixelContext) -> Void = { _, _ in }

    init(_ log: DrawingLog) { self.log = log }

    func draw(_ layer: Layer, in context: inout PixelContext) {
        log.calls.append("delegate draws")
        onDraw(layer, &context)
    }
}

final class Displayer: LayerDisplayDelegate {
    let log: DrawingLog

    init(_ log: DrawingLog) { self.log = log }

    func display(_ layer: Layer) { log.calls.append("delegate displays") }

    func draw(_ layer: Layer, in context: inout PixelContext) { log.calls.append("delegate draws") }
}
