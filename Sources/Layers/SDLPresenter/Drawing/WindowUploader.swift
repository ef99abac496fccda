internal import LayerTree
internal import VectorDrawing

/// Uploads the images of layers in a window; it is connected to the scenes that the window presents.
@MainActor
final class WindowUploader: ContentsUploader {
    /// The painter of the window; nil after the window is closed.
    weak var painter: (any FramePainter)?

    func prepare(_ buffer: PixelBuffer) -> Bool {
        // An error, such as a lack of graphics memory, is thrown when the frame is drawn.
        (try? painter?.prepare(buffer)) ?? true
    }

    func require(_ buffer: PixelBuffer) {
        painter?.require(buffer)
    }
}
