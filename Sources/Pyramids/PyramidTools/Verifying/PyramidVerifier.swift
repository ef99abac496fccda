package import Concurrency
public import TileCutting
internal import TilePyramid
public import TileStores

/// Looks at every tile of a pyramid and says what is wrong.
///
/// ```swift
/// if let pyramid = try await Pyramids.open("big.dzi") {
///     let verification = try await PyramidVerifier(pyramid).verify()
///     for flaw in verification.flaws { print(flaw.place, flaw.message) }
/// }
/// ```
///
/// A pyramid is whole when its files agree with each other and belong to it, every tile is there (unless the pyramid
/// can say otherwise), can be decoded, is of the format and size it ought to be, and shows the same as its neighbors
/// where they overlap: exactly in PNG, in other formats with a mean difference of lightness of no more than
/// ``edgeTolerance``, for what such formats lose differs on both sides.
public struct PyramidVerifier: Sendable {
    let opened: OpenedPyramid
    let options: VerificationOptions

    /// The mean difference of lightness between neighbors' shared pixels that formats which lose something may have,
    /// in steps of 255.
    public static let edgeTolerance = 24.0

    /// The most tiles of a pyramid whose neighbors are compared: their addresses are put in order first, 8 bytes each.
    public static let orderedTileLimit = 16 << 20

    /// A verifier of an opened pyramid.
    public init(_ opened: OpenedPyramid, options: VerificationOptions = VerificationOptions()) {
        self.opened = opened
        self.options = options
    }

    /// Verifies the pyramid on background threads; cancel the task to stop.
    ///
    /// - Parameter onProgress: called after every tile on the thread that has looked at it.
    /// - Returns: what has been found.
    /// - Throws: `StoreError` when the files cannot be read at all, `CodecError` when the image cannot, `CuttingError`
    ///   with code `interrupted` after cancellation.
    /// - Complexity: memory in proportion to the threads and a row of tiles, and to what cutting the image takes.
    public func verify(onProgress: (@Sendable (CutProgress) -> Void)? = nil) async throws -> Verification {
        try await runBlockingWork(label: "PyramidTools.verify") { cancellation in
            try verify(cancellation: cancellation, onProgress: onProgress)
        }
    }

    /// The same on the calling thread, which it blocks.
    package func verify(
        cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> Verification {
        let start = ContinuousClock.now
        let report = try PyramidReport(opened)
        let issues = ValidationIssueList(limit: options.issueLimit)
        try opened.source.inspectFiles { issues.add($0) }
        if !report.isSparse {
            try reportMissing(report, issues)
        }
        let checker = TileChecker(opened.source, issues: issues, total: report.tiles, onProgress: onProgress)
        try check(report, checker, cancellation)
        let similarities = try options.image.map { image in
            try compare(with: image, issues, cancellation)
        }
        return Verification(
            report: report, issues: issues.sorted, issueCount: issues.count, checkedTiles: checker.checkedTiles,
            comparedEdges: checker.comparedEdges, similarities: similarities ?? [],
            seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    /// How many threads work.
    var threads: Int { options.threads ?? Processors.count }

    private func reportMissing(_ report: PyramidReport, _ issues: ValidationIssueList) throws {
        for level in report.levels {
            var left = level.missingTiles
            let grid = level.level.grid
            var place = 0
            // As many addresses are looked at as there are tiles, and as flaws are kept.
            while left > 0, place < grid.count, !issues.isFull {
                let index = TileIndex(
                    level: level.level.index, column: place % grid.columns, row: place / grid.columns)
                if try opened.source.storedTile(index) == nil {
                    issues.add(
                        ValidationIssue(
                            tile: index, location: opened.source.location(of: index), "this tile is missing."))
                    left -= 1
                }
                place += 1
            }
            issues.add(count: left)
        }
    }

    private func check(_ report: PyramidReport, _ checker: TileChecker, _ cancellation: Cancellation) throws {
        let comparesEdges = report.pyramid.overlap > 0 && report.tiles <= Self.orderedTileLimit
        let order = try comparesEdges ? SortedTiles(opened.source) : nil
        let work = BoundedWorkQueue<TileIndex, DecodedTileBuffer>(
            threads: threads, makeWorkerContext: { DecodedTileBuffer() }
        ) {
            index, decodedTile in
            try checker.check(index, with: decodedTile, neighbors: order)
        }
        cancellation.onCancel { work.fail(CuttingError.interrupted) }
        do {
            if let order {
                try order.forEach { try work.add($0) }
            } else {
                try opened.source.forEachStoredTile { index, _ in try work.add(index) }
            }
        } catch {
            work.fail(error)
        }
        try work.finish()
    }
}
