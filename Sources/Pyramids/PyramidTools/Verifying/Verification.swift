public import FilePyramids
internal import Glibc
package import ImageCodecs

/// The result of checking every tile of a pyramid.
public struct Verification: Hashable, Sendable {
    /// The description of the pyramid.
    public var report: PyramidReport
    /// The issues: first those about no tile, then those about tiles, in tile order.
    public var issues: [ValidationIssue]
    /// The number of issues, including those that were too many to keep.
    public var issueCount: Int
    /// The number of tiles that were read and decoded.
    public var checkedTiles: Int
    /// The number of compared overlaps between neighbors; 0 where tiles do not overlap.
    public var comparedEdges: Int
    /// The similarity of each level to the image, coarsest first; empty if there was no image to compare with.
    public var similarities: [LevelSimilarity]
    /// The channels of the image that was compared, and their colors; nil if it is one picture, or there was none.
    package var channels: RenderedChannels?
    /// The duration in seconds.
    public var seconds: Double

    /// Whether there are no issues.
    public var isValid: Bool { issueCount == 0 }
}

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
