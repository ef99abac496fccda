internal import Glibc

/// The similarity of a level to the result of cutting the image again.
public struct LevelSimilarity: Hashable, Sendable {
    /// The index of the level.
    public var level: Int
    /// The number of compared samples: red, green and blue.
    public var samples: Int
    /// The sum of the squared differences of 8-bit samples.
    public var squaredError: Int

    /// The peak signal-to-noise ratio in decibels; infinite when all samples are equal.
    public var psnr: Double {
        guard squaredError > 0 else { return .infinity }
        return 10 * log10(255 * 255 * Double(samples) / Double(squaredError))
    }
}
