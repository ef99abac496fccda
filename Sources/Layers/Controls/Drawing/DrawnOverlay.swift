package import LayerTree
internal import TextLayers
package import TextRendering
package import TilePyramid
package import VectorDrawing

/// An overlay of one bitmap: drawn in the background, shown once it is ready, and freed when it is hidden.
@MainActor
package final class DrawnOverlay {
    /// Draws the bitmap with as many pixels for a point as `scale` says; called on any thread.
    package typealias Drawing = @Sendable (_ theme: ControlTheme, _ scale: Double) throws(Failure) -> PixelBuffer
    /// The error of a drawing.
    package typealias Failure = TextError

    /// The layer of the overlay, to be added to the layer that fills the window.
    package let layer: Layer
    /// Called when the bitmap has another size than before; nil by default.
    package var onResize: (@MainActor () -> Void)?

    private let environment: ControlEnvironment
    private let queue: CoalescedDrawing<Result<PixelBuffer, TextError>>
    /// Draws what is shown; nil while the overlay is hidden.
    private var drawing: Drawing?
    /// The frame in the window for a size in points.
    private var frame: @MainActor (Size) -> Rect = { Rect(origin: .zero, size: $0) }

    /// Creates a hidden overlay.
    package init(_ name: String, in environment: ControlEnvironment) {
        self.environment = environment
        queue = CoalescedDrawing(queue: environment.textDrawing.queue)
        layer = .plain(name)
        layer.isHidden = true
        environment.textDrawing.addScaleObserver(self) { overlay in
            if let drawing = overlay.drawing { overlay.draw(drawing) }
        }
    }

    /// Shows a bitmap as soon as it is drawn, also again when the scale changes; what was shown stays until then.
    package func draw(_ drawing: @escaping Drawing) {
        self.drawing = drawing
        let theme = environment.theme
        let scale = environment.scale
        queue.draw {
            Result { () throws(TextError) in try drawing(theme, scale) }
        } receive: { [weak self] result in
            self?.show(result, scale: scale)
        }
    }

    /// Hides the overlay and frees the bitmap.
    package func hide() {
        guard drawing != nil else { return }
        drawing = nil
        queue.cancelPending()
        environment.setHidden(true, layer)
        layer.contents = nil
    }

    /// Places the overlay, now and whenever its size changes.
    package func place(_ frame: @escaping @MainActor (Size) -> Rect) {
        self.frame = frame
        place()
    }

    /// The point of the overlay at a point of the window; nil outside of it, and while it is not shown.
    package func localPoint(_ point: Point) -> Point? {
        layer.contents != nil && layer.frame.contains(point) ? point - layer.position : nil
    }

    private func show(_ result: Result<PixelBuffer, TextError>, scale: Double) {
        switch result {
        case .success(let buffer):
            guard drawing != nil else { return }
            let size = Size(width: Double(buffer.size.width) / scale, height: Double(buffer.size.height) / scale)
            let isResized = size != layer.bounds.size
            layer.contents = buffer
            layer.bounds.size = size
            place()
            environment.setHidden(false, layer)
            if isResized { onResize?() }
        case .failure(let error):
            environment.textDrawing.failure = error
        }
    }

    private func place() {
        layer.position = environment.snappedToPixels(frame(layer.bounds.size).origin)
    }
}

extension PixelBuffer {
    /// Draws a panel of a size in pixels with the theme's color and corners, and what is on it.
    package static func panel(
        _ size: PixelSize, theme: ControlTheme, scale: Double, content: (inout PixelContext) -> Void
    ) -> PixelBuffer {
        .drawn(size: size) { context in
            context.fillColor = theme.panelColor
            let all = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            context.fill(Path(roundedRect: all, radius: theme.radius * scale))
            content(&context)
        }
    }
}
