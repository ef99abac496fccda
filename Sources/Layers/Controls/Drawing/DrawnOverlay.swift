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
    /// The size of the whole bitmap in points; zero before it is drawn, and while the overlay is hidden.
    package private(set) var contentSize = Size.zero
    /// The distance in points by which the bitmap is scrolled down in a frame that is too low for it.
    package private(set) var scrollOffset = 0.0
    /// The largest distance that can be scrolled; 0 if all of the bitmap but some padding is shown.
    package var scrollLimit: Double {
        let missing = contentSize.height - layer.bounds.size.height
        return missing > trimLimit ? missing : 0
    }

    private let environment: ControlEnvironment
    private let queue: CoalescedDrawing<Result<PixelBuffer, TextError>>
    /// Draws what is shown; nil while the overlay is hidden.
    private var drawing: Drawing?
    /// The frame in the window for a size in points.
    private var frame: @MainActor (Size) -> Rect = { Rect(origin: .zero, size: $0) }
    /// The bar that shows which part of a scrolled bitmap is seen.
    private let bar: ScrollBar
    /// The layers in which a scrolled bitmap fades at its upper and its lower edge; empty until they are needed.
    private var fades: [Layer] = []
    /// The height in points, all of it padding, that is cut off rather than scrolled to.
    private var trimLimit = 0.0
    /// The press on the overlay while it scrolls; nil if there is none.
    private var drag: ScrollDrag?

    /// The largest ``trimLimit``: some of the padding above and below.
    private static let padding = 8.0
    /// The height in points in which a scrolled bitmap fades.
    private static let fadeHeight = 14.0

    /// Creates a hidden overlay.
    package init(_ name: String, in environment: ControlEnvironment) {
        self.environment = environment
        queue = CoalescedDrawing(queue: environment.textDrawing.queue)
        layer = .plain(name)
        layer.isHidden = true
        bar = ScrollBar(in: layer, environment: environment)
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
        drag = nil
        queue.cancelPending()
        environment.setHidden(true, layer)
        layer.contents = nil
        contentSize = .zero
        scrollOffset = 0
    }

    /// Shows as much of the bitmap as there is room for in a frame, from its upper left corner; the rest is scrolled to.
    ///
    /// Where only a few points are missing, the padding is less, and nothing scrolls.
    package func place(in frame: Rect) {
        trimLimit = Self.padding
        place { size in
            Rect(
                origin: frame.origin,
                size: Size(width: min(size.width, frame.size.width), height: min(size.height, frame.size.height)))
        }
    }

    /// Scrolls the bitmap.
    ///
    /// - Parameter distance: the distance in points; down is positive.
    /// - Returns: whether there is more than is seen.
    package func scroll(by distance: Double) -> Bool {
        guard scrollLimit > 0 else { return false }
        if distance.isFinite {
            scrollOffset += distance
            place()
        }
        return true
    }

    /// Scrolls the bitmap by a wheel that is over it; returns whether it scrolls.
    package func scroll(by event: WheelEvent) -> Bool {
        guard !event.isPinch, localPoint(event.position) != nil else { return false }
        return scroll(by: event.scrolledPoints)
    }

    /// Whether a press on the overlay scrolls it, or will once it moves.
    package var isDragging: Bool { drag != nil }

    /// Scrolls the bitmap by a wheel that is over it, or by a drag that begins on it.
    ///
    /// - Returns: whether there is more than is seen, and the event is for that; otherwise presses are for what is below.
    package func scroll(by event: InputEvent) -> Bool {
        switch event {
        case .wheel(let event): scroll(by: event)
        case .pointer(let event): drag(by: event)
        case .key, .touch: false
        }
    }

    private func drag(by event: PointerEvent) -> Bool {
        switch event.phase {
        case .down(.primary, _):
            guard scrollLimit > 0, localPoint(event.position) != nil else { return false }
            drag = ScrollDrag(at: event.position, offset: scrollOffset)
        case .moved:
            guard drag != nil else { return false }
            if let offset = drag?.move(to: event.position) {
                scrollOffset = offset
                place()
            }
        case .up(.primary, _): return drag.take() != nil
        default: return drag != nil
        }
        return true
    }

    /// Ends a drag without a release.
    package func cancelDrag() {
        drag = nil
    }

    /// The pointer's shape at a point of the window: a hand if a drag scrolls; nil otherwise.
    package func cursor(at point: Point) -> Cursor? {
        if isDragging { return .closedHand }
        return scrollLimit > 0 && localPoint(point) != nil ? .openHand : nil
    }

    /// Places the overlay, now and whenever its size changes; a frame that is smaller than the bitmap shows a part of it.
    package func place(_ frame: @escaping @MainActor (Size) -> Rect) {
        self.frame = frame
        place()
    }

    /// The point of the bitmap at a point of the window; nil outside of the overlay, and while it is not shown.
    package func localPoint(_ point: Point) -> Point? {
        layer.contents != nil && layer.frame.contains(point) ? bitmapPoint(point) : nil
    }

    /// The point of the bitmap at a point of the window, which may be outside of the overlay.
    package func bitmapPoint(_ point: Point) -> Point { point - layer.position + Point(x: 0, y: scrollOffset) }

    private func show(_ result: Result<PixelBuffer, TextError>, scale: Double) {
        switch result {
        case .success(let buffer):
            guard drawing != nil else { return }
            let size = Size(width: Double(buffer.size.width) / scale, height: Double(buffer.size.height) / scale)
            let isResized = size != contentSize
            layer.contents = buffer
            contentSize = size
            place()
            environment.setHidden(false, layer)
            if isResized { onResize?() }
        case .failure(let error):
            environment.textDrawing.failure = error
        }
    }

    private func place() {
        let frame = frame(contentSize)
        layer.position = environment.snappedToPixels(frame.origin)
        guard contentSize.width > 0, contentSize.height > 0 else { return }
        let size = Size(
            width: min(contentSize.width, max(0, environment.snappedToPixels(frame.size.width))),
            height: min(contentSize.height, max(0, environment.snappedToPixels(frame.size.height))))
        if layer.bounds.size != size { layer.bounds.size = size }
        let missing = contentSize.height - size.height
        scrollOffset = environment.snappedToPixels(
            missing > trimLimit ? min(max(0, scrollOffset), missing) : max(0, missing) / 2)
        let part = Rect(
            x: 0, y: scrollOffset / contentSize.height, width: size.width / contentSize.width,
            height: size.height / contentSize.height)
        if layer.contentsRect != part { layer.contentsRect = part }
        showScrolling(missing)
    }

    /// Rounds the corners of a bitmap that is not seen whole, and shows at which edges it goes on, and the bar.
    private func showScrolling(_ missing: Double) {
        let isCut = missing > 0
        if layer.masksToBounds != isCut { layer.masksToBounds = isCut }
        let radius = isCut ? environment.theme.radius : 0
        if layer.cornerRadius != radius { layer.cornerRadius = radius }
        let size = layer.bounds.size
        let limit = scrollLimit
        if limit > 0, fades.isEmpty { fades = [makeFade(isUpper: true), makeFade(isUpper: false)] }
        for (fade, isUpper) in zip(fades, [true, false]) {
            fade.isHidden = limit == 0 || (isUpper ? scrollOffset <= 0 : scrollOffset >= limit)
            let height = min(Self.fadeHeight, size.height / 2)
            fade.frame = Rect(x: 0, y: isUpper ? 0 : size.height - height, width: size.width, height: height)
        }
        bar.show(
            limit > 0 ? size.height : contentSize.height, of: contentSize.height, from: scrollOffset,
            in: Rect(origin: .zero, size: size))
    }

    /// Makes a layer in which the bitmap fades into the panel at an edge at which it goes on, so that no line is cut in half.
    private func makeFade(isUpper: Bool) -> Layer {
        let fade = Layer.plain("fade")
        var color = environment.theme.panelColor
        let steps = Int(Self.fadeHeight)
        fade.contents = PixelBuffer.drawn(size: PixelSize(width: 1, height: steps)) { context in
            for row in 0..<steps {
                let share = (Double(row) + 0.5) / Double(steps)
                color.alpha = isUpper ? 1 - share : share
                context.fillColor = color
                context.fill(Rect(x: 0, y: Double(row), width: 1, height: 1))
            }
        }
        layer.addSublayer(fade)
        return fade
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
