#if canImport(Glibc)
    internal import Glibc
#endif

/// How like a level is to what cutting the image anew would give.
public struct LevelSimilarity: Hashable, Sendable {
    /// The level.
    public var level: Int
    /// How many samples, red, green and blue, have been compared.
    public var samples: Int
    /// The sum of the squares of their differences, in steps of 255.
    public var squaredError: Int

    /// The peak signal-to-noise ratio in decibels; infinite when all samples are equal.
    public var psnr: Double {
        guard squaredError > 0 else { return .infinity }
        return 10 * log10(255 * 255 * Double(samples) / Double(squaredError))
    }
}
