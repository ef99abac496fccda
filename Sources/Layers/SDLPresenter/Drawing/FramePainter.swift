internal import LayerTree
internal import VectorDrawing

/// A painter that draws frames into a window.
protocol FramePainter: AnyObject {
    /// The pixels of the window, in which it draws.
    var target: any FrameTarget { get }
    /// The counters so far.
    var statistics: PresenterStatistics { get set }

    /// Draws a frame into the window without presenting it; returns false while something remains to be uploaded.
    ///
    /// - Throws: `texture` or `drawing`.
    func draw(_ tree: RenderTree) throws(PresenterError) -> Bool

    /// Uploads contents ahead of their drawing, within the frame's budget; returns whether they are ready.
    ///
    /// - Throws: `texture`.
    func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool

    /// Requires the next frame to draw contents, regardless of the upload budget.
    func require(_ buffer: PixelBuffer)

    /// Requires the next frame to be drawn whole, regardless of the upload budget.
    func requireAll()

    /// Begins the budget of the next frame without presenting one.
    func renewBudget()

    /// Ends a frame after it was presented.
    func endFrame()

    /// Discards all resources in the graphics memory, whose content was lost.
    func deviceReset()
}

/// The defaults are those of a painter for which the compositor draws: it uploads nothing ahead, and has no budget.
extension FramePainter {
    func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool { true }
    func require(_ buffer: PixelBuffer) {}
    func requireAll() {}
    func renewBudget() {}
    func endFrame() {}
}
