internal import LayerTree

/// A way of drawing frames.
protocol FramePainter: AnyObject {
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

    /// Has the next frame draw contents whatever the upload of them takes.
    func require(_ buffer: PixelBuffer)

    /// Has the next frame be drawn whole whatever the uploads of it take.
    func requireAll()

    /// Begins the budget of the next frame although none was presented.
    func renewBudget()

    /// Ends a frame after it was presented.
    func endFrame()

    /// Discards everything that was in the graphics memory, which has been lost.
    func deviceReset()
}
