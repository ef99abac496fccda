package import VectorDrawing

/// A presenter that must upload images before it draws them, within a budget for each frame.
///
/// During a frame, a layer with many images asks the presenter which images the frame can show.
@MainActor
package protocol ContentsUploader: AnyObject {
    /// Uploads an image unless the budget of this frame is spent; keeps the image while each frame requests it.
    ///
    /// - Returns: whether this frame can draw the image.
    func prepare(_ buffer: PixelBuffer) -> Bool

    /// Requires this frame to draw an image, regardless of the upload budget.
    func require(_ buffer: PixelBuffer)
}

/// The connection between a scene and the presenter of its frames.
///
/// Every frame of a scene carries it, so the presenter connects itself when it draws the first frame. A scene is not connected
/// if the compositor draws its frames: its layers may show all images at once.
@MainActor
package final class PresenterLink {
    /// The presenter; nil before the first frame, and after the presenter is released.
    package weak var uploader: (any ContentsUploader)?

    nonisolated init() {}
}
