internal import PixelKernels

/// The weights of the source pixels around the position of an output pixel.
package enum WarpFilter: Hashable, Sendable {
    /// Bilinear; if the image is reduced, the filter becomes wider in proportion.
    case linear
    /// The mean of the area of the output pixel, which is at least as large as a source pixel.
    ///
    /// The weight of each source pixel is its share in the square of the output pixel.
    case area

    /// Whether colors are rounded up or down by their place, as in the levels of a pyramid, and not to the nearest.
    var isDithered: Bool { self == .area }

    /// The radius for an output pixel that covers a number of source pixels: the distance at which they have no weight.
    func radius(scale: Double) -> Double {
        switch self {
        case .linear: min(WarpKernel.scaleLimit, max(1, scale))
        case .area: min(WarpKernel.scaleLimit, (max(1, scale) + 1) / 2)
        }
    }

    /// The weights for a radius.
    ///
    /// Those of an area rise from 0, where a source pixel touches it, to 1, where it lies within: in the distance of one pixel.
    func axis(radius: Double) -> FilteredSampling.Axis {
        switch self {
        case .linear: FilteredSampling.Axis(radius: radius, peak: 1, slope: Float(1 / radius))
        case .area: FilteredSampling.Axis(radius: radius, peak: Float(radius), slope: 1)
        }
    }

    /// The sum of all weights for radii; nil if that depends on the position.
    func total(_ radius: (x: Double, y: Double)) -> Float? {
        switch self {
        case .linear: nil
        case .area: Float((2 * radius.x - 1) * (2 * radius.y - 1))
        }
    }
}
