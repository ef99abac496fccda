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

    /// Ends a frame after it was presented.
    func endFrame()

    /// Discards everything that was in the graphics memory, which has been lost.
    func deviceReset()
}
