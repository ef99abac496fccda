package import Georeferencing
package import PixelKernels

extension WebMercatorAxis {
    /// The image's pixels that contribute to an output pixel, with their weights.
    package func window(_ position: Int) -> ResamplingWindow {
        ResamplingWindow(center: center(of: position), step: step(at: position), length: length)
    }
}
