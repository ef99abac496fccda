internal import PixelKernels
internal import TilePyramid

extension PixelLayout {
    /// Fills missing pixels: transparent, or middle gray as libjpeg does.
    func fillBlank(_ size: PixelSize, at start: UnsafeMutableRawPointer, stride: Int) {
        for row in 0..<size.height {
            UnsafeMutableRawBufferPointer(start: start + row * stride, count: size.width * bytesPerPixel)
                .initializeMemory(as: UInt8.self, repeating: channels.hasAlpha ? 0 : 128)
        }
    }
}
