internal import TilePyramid

extension Layer {
    /// Whether the layer will be drawn at the next display.
    public var needsDisplay: Bool { drawing?.request != nil }

    /// Asks for the whole layer to be drawn; not for its sublayers.
    ///
    /// Layers never draw themselves unless asked. It is done once, with the scene's next frame in which the layer is not
    /// hidden, however often it is asked for until then. While the layer is being drawn, requests for itself are refused:
    /// it would draw itself again in every frame, for ever; ``FrameStatistics/refusedDisplays`` counts them.
    public func setNeedsDisplay() {
        request(.all)
    }

    /// Asks for a part of the layer to be drawn; see ``setNeedsDisplay()``.
    ///
    /// What lies outside keeps its pixels. Several parts become the rectangle around them.
    ///
    /// - Parameter rect: the part, in the layer's coordinates.
    public func setNeedsDisplay(in rect: Rect) {
        if !rect.isEmpty {
            request(.rect(rect))
        }
    }

    /// Draws the layer now if that was asked for.
    public func displayIfNeeded() {
        guard let drawing, drawing.stage == .idle, let request = drawing.request else { return }
        drawing.request = nil
        drawing.current = request
        drawing.stage = .displaying
        display()
        drawing.stage = .idle
        drawing.current = nil
    }

    private func request(_ request: LayerDisplayState.Request) {
        let drawing = drawing ?? LayerDisplayState()
        self.drawing = drawing
        guard drawing.stage == .idle else {
            scene?.recordRefusedDisplay()
            return
        }
        if let former = drawing.request {
            drawing.request = former.union(request)
        } else {
            drawing.request = request
            scene?.displayRequested(by: self)
        }
    }
}

extension Layer {
    /// Lets the delegate display the layer, or else draws its contents.
    func displayContents() {
        let drawing = drawing ?? LayerDisplayState()
        self.drawing = drawing
        guard drawing.stage != .drawing else {
            scene?.recordRefusedDisplay()
            return
        }
        let request = drawing.current ?? .all
        let stage = drawing.stage
        drawing.stage = .drawing
        drawing.request = nil
        // What a layer draws anew takes the place of what it has drawn; it is not mixed with that.
        Transaction.withoutActions {
            if let delegate = delegate as? any LayerDisplayDelegate {
                delegate.display(self)
            } else {
                drawContents(request, drawing)
            }
        }
        drawing.stage = stage
    }

    /// Draws what was asked for and shows it.
    ///
    /// A picture may be on its way to the screen, and is known by its identity, so what is kept of it is copied.
    private func drawContents(_ request: LayerDisplayState.Request, _ drawing: LayerDisplayState) {
        let shown = drawing.backingStore.flatMap { $0 == properties.contents ? $0 : nil }
        guard let geometry = BackingStoreGeometry(properties.bounds, scale: properties.contentsScale) else {
            if shown != nil { show(nil) }
            return
        }
        let former = drawing.geometry == geometry ? shown : nil
        var dirty = geometry.pixels
        if former != nil, case .rect(let rect) = request {
            dirty = geometry.pixels(touching: rect)
        }
        guard !dirty.isEmpty else { return }
        var hasDrawn = former != nil
        let buffer = PixelBuffer(size: geometry.size, isOpaque: nil) { memory in
            var context = PixelContext(memory, size: geometry.size, transform: geometry.transform, clip: dirty)
            if let former, dirty != geometry.pixels {
                context.copy(former, exceptIn: dirty)
            }
            draw(in: &context)
            hasDrawn = hasDrawn || context.hasDrawn
        }
        scene?.recordDisplay(pixels: dirty.size.area)
        // A layer that draws nothing at all keeps the contents that it was given.
        if hasDrawn {
            show(buffer)
            drawing.backingStore = buffer
            drawing.geometry = geometry
        }
    }

    private func show(_ buffer: PixelBuffer?) {
        properties.contents = buffer
    }
}
