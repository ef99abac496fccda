package import Georeferencing
package import PixelKernels

extension WebMercatorAxis {
    /// Returns the image's pixels that contribute to an output pixel, with their weights.
    package func window(_ position: Int) -> ResamplingWindow {
        ResamplingWindow(center: center(of: position), step: step(at: position), length: length)
    }

    /// Returns the image's pixel at the center of an output pixel; the outermost one if the center lies beyond the image.
    package func nearestPixel(to position: Int) -> Int {
        max(0, min(length - 1, Int(center(of: position).rounded(.down))))
    }
}
