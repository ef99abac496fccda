internal import Glibc

/// The source pixels of an output pixel along one axis, and their weights: a Lanczos filter of three lobes.
///
/// If an image is reduced, the filter becomes wider in proportion, so that no pixel is skipped. At the ends, the remaining
/// pixels take the weights of pixels that do not exist.
package struct ResamplingWindow: Sendable, Hashable {
    /// The first of the pixels.
    package let start: Int
    /// The weights of this pixel and the following ones; their sum is 1.
    package let weights: [Float]

    /// Lobes on each side.
    static let lobes = 3.0

    /// A window of given pixels and weights.
    init(start: Int, weights: [Float]) {
        self.start = start
        self.weights = weights
    }

    /// Creates the window around a position.
    ///
    /// - Parameters:
    ///   - center: the center of the output pixel among the source pixels, the first of which covers 0 to 1.
    ///   - step: the number of source pixels from one output pixel to the next; more than 0.
    ///   - length: the number of source pixels; at least 1.
    package init(center: Double, step: Double, length: Int) {
        let scale = max(1, step)
        let reach = Self.lobes * scale
        let first = min(max(0, Int((center - reach).rounded(.up))), length - 1)
        let end = max(first + 1, min(length, Int((center + reach).rounded(.down))))
        let weights = (first..<end).map { Self.lanczos((Double($0) + 0.5 - center) / scale) }
        let sum = weights.reduce(0, +)
        start = first
        self.weights = weights.map { Float(sum == 0 ? 1 / Double(end - first) : $0 / sum) }
    }

    /// Returns a window with the same weights whose first pixel has another number, for example in a part of the source.
    package func moved(by offset: Int) -> ResamplingWindow { ResamplingWindow(start: start + offset, weights: weights) }

    /// sinc(x) · sinc(x ÷ 3) for |x| < 3.
    static func lanczos(_ x: Double) -> Double {
        guard abs(x) < lobes else { return 0 }
        guard abs(x) > 1e-9 else { return 1 }
        let angle = Double.pi * x
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}
