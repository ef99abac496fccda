package import VectorDrawing

/// A presenter that can draw an image only once it has been uploaded, and uploads a limited amount for each frame.
///
/// A layer that shows many images asks it, while a frame is made, which of them the frame can show.
@MainActor
package protocol ContentsUploader: AnyObject {
    /// Uploads an image unless the budget of this frame is spent, and keeps it while it is asked for in each frame.
    ///
    /// - Returns: whether this frame can draw the image.
    func prepare(_ buffer: PixelBuffer) -> Bool

    /// Has this frame draw an image whatever its upload takes.
    func require(_ buffer: PixelBuffer)
}

/// The connection between a scene and the presenter of its frames.
///
/// Every frame of a scene carries it, so that the presenter connects itself when it draws the first one, and an app need
/// not do so. A scene whose frames go to the compositor is not connected: its layers may show everything at once.
@MainActor
package final class PresenterLink {
    /// The presenter; nil before the first frame, and once it is gone.
    package weak var uploader: (any ContentsUploader)?

    nonisolated init() {}
}
