public import TileStores

/// What a look at every tile of a pyramid has shown.
public struct Verification: Hashable, Sendable {
    /// What the pyramid is.
    public var report: PyramidReport
    /// What is wrong, in the order of tiles; flaws of no tile first.
    public var issues: [ValidationIssue]
    /// How many flaws there are, those included that were too many to keep.
    public var issueCount: Int
    /// How many tiles have been read and decoded.
    public var checkedTiles: Int
    /// How many edges of neighbors have been compared; 0 where tiles do not overlap.
    public var comparedEdges: Int
    /// How like the image each level is, coarsest first; empty unless there was one to compare with.
    public var similarities: [LevelSimilarity]
    /// Seconds it took.
    public var seconds: Double

    /// Whether nothing is wrong.
    public var isValid: Bool { issueCount == 0 }
}
