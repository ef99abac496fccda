import LayerTree
import VectorDrawing

/// A presenter that uploads a limited number of images for each frame.
@MainActor
final class LimitedUploader: ContentsUploader {
    /// The uploads that the frame may still make.
    var allowance = 0
    /// The images that have been uploaded, in their order.
    private(set) var uploaded: [PixelBuffer] = []
    private(set) var required: [PixelBuffer] = []

    func prepare(_ buffer: PixelBuffer) -> Bool {
        if uploaded.contains(where: { $0 === buffer }) { return true }
        guard allowance > 0 else { return false }
        allowance -= 1
        uploaded.append(buffer)
        return true
    }

    func require(_ buffer: PixelBuffer) {
        required.append(buffer)
        if !uploaded.contains(where: { $0 === buffer }) { uploaded.append(buffer) }
    }
}
