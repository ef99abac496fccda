internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The pixels of a window that a painter draws, and that are then shown at once.
protocol FrameTarget: AnyObject {
    /// SDL's name of what draws: "opengl", "software" and so on.
    var name: String { get }
    /// The window's size in pixels, possibly larger than in points.
    var outputSize: PixelSize { get }

    /// Sends what was drawn to the driver, without showing it.
    func flush() throws(PresenterError)

    /// Shows what was drawn; returns `false` if it was lost and must be drawn again.
    func present() -> Bool

    /// Records that the window shows nothing of what was presented, so that all of it has to be presented again.
    func contentLost()

    /// Reads back the drawn pixels from the upper left corner on; slow.
    func readPixels(_ size: PixelSize) throws(PresenterError) -> PixelBuffer
}
