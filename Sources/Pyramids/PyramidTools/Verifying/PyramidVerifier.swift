package import Concurrency
public import FilePyramids
internal import TileContainers
public import TileCutting
internal import TilePyramid

/// Checks every tile of a pyramid and lists what is wrong.
///
/// ```swift
/// if let pyramid = try await Pyramids.open("big.dzi") {
///     let verification = try await PyramidVerifier(pyramid).verify()
///     for issue in verification.issues { print(issue.location, issue.message) }
/// }
/// ```
///
/// A pyramid is valid if every tile exists (unless the pyramid is sparse), can be decoded and has the right format and
/// size; if neighbors show the same pixels where they overlap; and if its files agree with each other, and none is
/// superfluous. Overlaps must be equal in PNG; in other formats, whose losses differ between tiles, the mean difference of
/// luma may be 24 of 255. The overlaps of pyramids with more than 16,777,216 tiles are not compared.
public struct PyramidVerifier: Sendable {
    let opened: OpenedPyramid
    let options: VerificationOptions
    /// The image of many channels that the pyramid was cut from, in place of ``VerificationOptions/image``; nil for a file.
    package var channels: ChannelImageInput?

    /// The greatest mean difference of luma between the shared pixels of neighbors in lossy formats: 24 of 255.
    static let edgeTolerance = 24.0

    /// The most tiles of a pyramid whose overlaps are compared; sorting takes 8 bytes per tile.
    static let orderedTileLimit = 16 << 20

    /// Creates a verifier of an opened pyramid.
    public init(_ opened: OpenedPyramid, options: VerificationOptions = VerificationOptions()) {
        self.opened = opened
        self.options = options
    }

    /// Verifies the pyramid on background threads; cancel the task to stop.
    ///
    /// - Parameter onProgress: called after every tile on the thread that checked it.
    /// - Returns: the issues, and the similarities to the image.
    /// - Throws: `StoreError` if the files cannot be read at all, `CodecError` if the image cannot be, `CuttingError` with
    ///   code `interrupted` after cancellation.
    /// - Complexity: memory is proportional to the number of threads and a row of tiles, plus that of cutting the image.
    public func verify(onProgress: (@Sendable (CutProgress) -> Void)? = nil) async throws -> Verification {
        try await runBlockingWork(label: "PyramidTools.verify") { cancellation in
            try verify(cancellation: cancellation, onProgress: onProgress)
        }
    }

    /// Verifies the pyramid on the calling thread, which it blocks.
    package func verify(
        cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> Verification {
        let start = ContinuousClock.now
        let report = try PyramidReport(opened)
        let issues = ValidationIssueList(limit: options.issueLimit)
        try opened.source.inspectFiles { issues.add($0) }
        if report.isCounted, report.tiles == 0 {
            issues.add(ValidationIssue(location: opened.path, "it has no tiles."))
        }
        // Tiles that are not listed are found to be missing when they are read.
        if !report.isSparse, report.isCounted {
            try reportMissing(report, issues)
        }
        let checker = TileChecker(opened.source, issues: issues, total: report.tiles, onProgress: onProgress)
        try check(report, checker, cancellation)
        let comparison = try options.image.map { try compare(with: $0, issues, cancellation) }
        return Verification(
            report: report, issues: issues.sorted, issueCount: issues.count, checkedTiles: checker.checkedTiles,
            comparedEdges: checker.comparedEdges, similarities: comparison?.similarities ?? [],
            channels: comparison?.channels, seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    /// The number of threads that read and decode.
    var threads: Int { options.threads ?? Processors.count }

    private func reportMissing(_ report: PyramidReport, _ issues: ValidationIssueList) throws {
        for level in report.levels {
            var remaining = level.missingTiles
            for index in level.level.indices {
                // Stops when all missing tiles are found, or no more issues are kept.
                if remaining == 0 || issues.isFull { break }
                guard try opened.source.storedTile(index) == nil else { continue }
                issues.add(
                    ValidationIssue(tile: index, location: opened.source.location(of: index), "this tile is missing."))
                remaining -= 1
            }
            issues.add(count: remaining)
        }
    }

    private func check(_ report: PyramidReport, _ checker: TileChecker, _ cancellation: Cancellation) throws {
        let comparesEdges = report.pyramid.overlap > 0 && report.tiles <= Self.orderedTileLimit
        let order = try comparesEdges ? SortedTiles(opened.source) : nil
        let work = BoundedWorkQueue<TileChecker.Run, DecodedTileBuffer>(
            threads: threads, makeWorkerContext: { DecodedTileBuffer() },
            work: { run, decodedTile in try checker.check(run, with: decodedTile, neighbors: order) })
        cancellation.onCancel { work.fail(CuttingError.interrupted) }
        do {
            if let order {
                try order.forEach { try work.add(TileChecker.Run(first: $0)) }
            } else {
                try opened.source.forEachStoredRun { index, count, tile in
                    try work.add(TileChecker.Run(first: index, count: count, blobID: tile.sharedBlobID))
                }
            }
        } catch {
            work.fail(error)
        }
        try work.finish()
    }
}
