/// The result of cutting a part of an image, before its store is finished.
package struct CutPartSummary: Sendable {
    /// The counts of the run.
    package let statistics: CutStatistics
    /// The number of planes in which tiles were assembled: 1 for interleaved pixels, 3 for planar YCbCr.
    package let planeCount: Int
    /// The reason why full-size tiles were not passed through, as a clause; nil if they were.
    package let passthroughBlocker: String?
    /// Warnings, in plain sentences.
    package let warnings: [String]
}
