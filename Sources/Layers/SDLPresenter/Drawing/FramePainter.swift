internal import LayerTree

/// One of the two ways of drawing a frame.
protocol FramePainter: AnyObject {
    /// What has been done so far.
    var statistics: PresenterStatistics { get set }

    /// Draws a frame into the window, without showing it.
    ///
    /// - Parameter tree: the frame.
    /// - Returns: whether all of it is there: not when something is still to be uploaded.
    /// - Throws: `texture` or `drawing`.
    func draw(_ tree: RenderTree) throws(PresenterError) -> Bool

    /// Makes contents ready to be drawn, within the frame's budget.
    ///
    /// - Parameter buffer: the contents.
    /// - Returns: whether they are ready.
    /// - Throws: `texture`.
    func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool

    /// Ends a frame, after it was shown.
    func endFrame()

    /// Makes everything anew that lay in the graphics memory, which is lost.
    func deviceReset()
}
