package import RemotePyramids
internal import TileContainers
package import TilePyramid

/// A pyramid that is laid over another, the output, and the form of the report.
package struct OverlayRequest: Sendable {
    /// The path of the pyramid above.
    package var overlay: String
    /// The path of the pyramid below.
    package var base: String
    /// The location and kind of the merged pyramid.
    package var output: OutputRequest
    /// The network settings for addresses; by default with the cache that the tools share.
    package var network = NetworkAccess()
    /// The position of the overlay in full-size pixels of the base; nil, the default, for maps and for 0,0.
    package var position: PixelOffset?
    /// The quality of re-encoded tiles; nil, the default, for that of the base's JPEG tiles, else 85.
    package var quality: Int?
    /// The number of threads that encode; nil for one for each processor.
    package var threads: Int?
    /// Whether the summary is a JSON object; default false.
    package var reportsJSON = false
    /// The verbosity of the report; default ``CutRequest/Verbosity/normal``.
    package var verbosity = CutRequest.Verbosity.normal

    /// Creates a request with the defaults.
    package init(overlay: String, base: String, output: OutputRequest) {
        self.overlay = overlay
        self.base = base
        self.output = output
    }

    /// Checks everything that can be checked without opening a pyramid.
    ///
    /// - Throws: ``UsageError`` for options that are out of range or contradict each other.
    package func validate() throws {
        guard !overlay.isEmpty, !base.isEmpty else {
            throw UsageError("a pyramid has an empty path. Give the paths of two pyramids.")
        }
        guard output.path != nil else {
            throw UsageError("--over makes a new pyramid, which has no name. Name it with --output.")
        }
        _ = try location()
        if let quality, !(1...100).contains(quality) {
            throw UsageError("a quality of \(quality) is outside 1 to 100.")
        }
        guard threads.map({ (1...1024).contains($0) }) ?? true else {
            throw UsageError("the number of threads has to be from 1 to 1024.")
        }
    }

    /// The location and kind of the merged pyramid.
    func location() throws(UsageError) -> OutputLocation {
        try output.location(for: FilePath.withoutTrailingSlashes(base), isOneOfSeveral: false)
    }
}
