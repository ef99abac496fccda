internal import TilePyramid
public import VectorDrawing

extension Layer {
    /// Whether the layer will be drawn for the next frame.
    public var needsDisplay: Bool { displayState?.request != nil }

    /// Requests drawing of the layer's contents, without its sublayers.
    ///
    /// A layer draws itself only on request. It is drawn once, with the scene's next frame in which it is not hidden; repeated
    /// requests are merged. Requests for a layer that is being drawn are refused, because it would otherwise be drawn again in
    /// every frame; ``FrameStatistics/refusedDisplays`` counts them.
    public func setNeedsDisplay() {
        request(.all)
    }

    /// Requests drawing of a rectangle; see ``setNeedsDisplay()``.
    ///
    /// Pixels outside keep their values. Several rectangles become their bounding box.
    ///
    /// - Parameter rect: the rectangle in the layer's coordinates.
    public func setNeedsDisplay(in rect: Rect) {
        if !rect.isEmpty {
            request(.rect(rect))
        }
    }

    /// Draws the layer now if it needs display.
    public func displayIfNeeded() {
        guard let displayState, displayState.stage == .idle, let request = displayState.request else { return }
        displayState.request = nil
        displayState.current = request
        displayState.stage = .displaying
        display()
        displayState.stage = .idle
        displayState.current = nil
    }

    /// Counts a drawing by a subclass in ``FrameStatistics/implicitDraws``.
    ///
    /// A subclass that draws images when its values change, outside ``draw(in:)``, calls it for each drawing. Drawings between
    /// two frames count for the second frame. Nothing is counted unless the scene measures its frames.
    ///
    /// - Parameter pixels: the number of pixels that were drawn.
    public func countOwnDrawing(pixels: Int) {
        scene?.recordDisplay(pixels: pixels, because: \.subclass)
    }

    /// Requests drawing of the layer's contents for a cause other than a request of the app.
    func setNeedsDisplay(because cause: ImplicitDrawCause) {
        request(.all, cause)
    }

    func request(_ request: LayerDisplayState.Request, _ cause: ImplicitDrawCause? = nil) {
        let displayState = displayState ?? LayerDisplayState()
        self.displayState = displayState
        guard displayState.stage == .idle else {
            scene?.recordRefusedDisplay()
            return
        }
        if let former = displayState.request {
            displayState.request = former.union(request)
            if cause == nil { displayState.cause = nil }
        } else {
            displayState.request = request
            displayState.cause = cause
            scene?.displayRequested(by: self)
        }
    }

    /// Calls the display delegate or, without one, draws the contents.
    func displayContents() {
        let displayState = displayState ?? LayerDisplayState()
        self.displayState = displayState
        guard displayState.stage != .drawing else {
            scene?.recordRefusedDisplay()
            return
        }
        let request = displayState.current ?? .all
        let stage = displayState.stage
        displayState.stage = .drawing
        displayState.request = nil
        // Redrawn contents replace the old ones at once, without a cross-fade.
        Transaction.withoutActions {
            if let delegate = delegate as? any LayerDisplayDelegate {
                delegate.display(self)
            } else {
                drawContents(request, displayState)
            }
        }
        displayState.stage = stage
    }

    /// Draws the requested part and makes the bitmap the contents.
    private func drawContents(_ request: LayerDisplayState.Request, _ displayState: LayerDisplayState) {
        let shown = displayState.backingStore.flatMap { $0 == properties.contents ? $0 : nil }
        guard let geometry = BackingStoreGeometry(properties.bounds, scale: properties.contentsScale) else {
            if shown != nil { properties.contents = nil }
            return
        }
        var job = DrawingJob(
            geometry: geometry, dirty: geometry.pixels, former: displayState.geometry == geometry ? shown : nil)
        if job.former != nil, case .rect(let rect) = request {
            job.dirty = geometry.pixels(touching: rect)
        }
        guard !job.dirty.isEmpty, !drawInBackground(job, request, displayState) else { return }
        show(job.run { draw(in: &$0) }, of: job, displayState)
    }

    /// Makes a drawn bitmap the contents.
    func show(_ drawn: PixelBuffer?, of job: DrawingJob, _ displayState: LayerDisplayState) {
        scene?.recordDisplay(pixels: job.dirty.size.area, because: displayState.cause)
        displayState.cause = nil
        // A layer that draws nothing at all keeps contents that were set otherwise.
        if let drawn {
            properties.contents = drawn
            displayState.backingStore = drawn
            displayState.geometry = job.geometry
        }
    }
}
