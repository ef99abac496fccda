internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import Concurrency
internal import TileContainers
internal import TileCutting
internal import TilePyramid

/// Checks tiles on several threads, and counts them.
final class TileChecker: Sendable {
    /// Tiles that share their bytes.
    struct Run: Sendable {
        var first: TileIndex
        var count = 1
        /// The ID of the bytes, if other runs may have them as well.
        var blobID: UInt64?
    }

    /// Bytes, and the size that they should have as an image.
    private struct CheckedBlob: Hashable {
        var id: UInt64
        var expectedSize: PixelSize
    }

    private struct State {
        var progress: CutProgress
        /// The faults of blobs that have been decoded; nil for those that have none.
        var faults: [CheckedBlob: String?] = [:]
        var comparedEdges = 0
    }

    private let source: any PyramidSource
    private let issues: ValidationIssueList
    private let edges = OverlapMatcher()
    private let onProgress: (@Sendable (CutProgress) -> Void)?
    private let state: Locked<State>

    /// The most shared blobs that are remembered; others are decoded again for every run that has them.
    private static let blobLimit = 1 << 16

    init(
        _ source: any PyramidSource, issues: ValidationIssueList, total: Int,
        onProgress: (@Sendable (CutProgress) -> Void)?
    ) {
        self.source = source
        self.issues = issues
        self.onProgress = onProgress
        state = Locked(
            State(progress: CutProgress(finishedTiles: 0, totalTiles: total, encodedPixels: 0, storedBytes: 0)))
    }

    var checkedTiles: Int { state.withLock { $0.progress.finishedTiles } }
    var comparedEdges: Int { state.withLock { $0.comparedEdges } }

    /// Reads and decodes a tile and counts those that share its bytes; compares it with its neighbors if `neighbors` is
    /// given.
    ///
    /// Faults of the tile are added to the issues, not thrown.
    func check(_ run: Run, with decodedTile: DecodedTileBuffer, neighbors: SortedTiles?) throws {
        let index = run.first
        let blob = run.blobID.map { CheckedBlob(id: $0, expectedSize: source.pyramid.storedSize(of: index)) }
        let (message, bytes): (String?, Int)
        if neighbors == nil, let blob, let known = state.withLock({ $0.faults[blob] }) {
            message = known
            bytes = 0
        } else {
            (message, bytes) = inspect(at: index, with: decodedTile)
            if let blob {
                state.withLock { if $0.faults.count < Self.blobLimit { $0.faults[blob] = .some(message) } }
            }
        }
        if let message {
            issues.add(ValidationIssue(tile: index, location: source.location(of: index), message))
            issues.add(count: run.count - 1)
        }
        if let neighbors {
            compareEdges(of: index, with: message == nil ? decodedTile : nil, neighbors)
        }
        let progress = state.withLock { state in
            state.progress.finishedTiles += run.count
            state.progress.encodedPixels += source.pyramid.rect(of: index).size.area
            state.progress.storedBytes += bytes
            return state.progress
        }
        onProgress?(progress)
    }

    /// Decodes a tile; returns its fault and its number of bytes.
    ///
    /// The fault is nil if the pixels have been decoded.
    private func inspect(at index: TileIndex, with decodedTile: DecodedTileBuffer) -> (String?, Int) {
        do {
            guard let tile = try source.read(index) else {
                return (source.listsTiles ? "this tile has been removed in the meantime." : "this tile is missing.", 0)
            }
            let bytes = tile.bytes.count
            guard let format = TileFormat(contents: tile.bytes) else {
                return (bytes == 0 ? "this tile is empty." : "this tile is not an image of a known format.", bytes)
            }
            if format == ImageFormats.standard.formatWithoutAlpha(tile.format) {
                return ("the alpha of this tile is missing; it is shown opaque.", bytes)
            }
            guard format == tile.format else {
                return ("this tile is \(format.rawValue), not \(tile.format.rawValue).", bytes)
            }
            let expected = source.pyramid.storedSize(of: index)
            let size = try decodedTile.decode(tile, name: "\(index)", expecting: expected)
            return (size == expected ? nil : "this tile has \(size) pixels, not \(expected).", bytes)
        } catch {
            return ((error as? CodecError)?.message ?? (error as? StoreError)?.message ?? "\(error)", 0)
        }
    }

    private func compareEdges(of index: TileIndex, with decodedTile: DecodedTileBuffer?, _ neighbors: SortedTiles) {
        let pyramid = source.pyramid
        let steps: [(columns: Int, rows: Int)] = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        for step in steps {
            var neighbor = index
            neighbor.column += step.columns
            neighbor.row += step.rows
            guard neighbors.contains(neighbor), let part = pyramid.overlapRect(index, neighbor) else { continue }
            let isFirst = step.columns + step.rows > 0
            let edge = OverlapMatcher.Edge(first: isFirst ? index : neighbor, isBelow: step.rows != 0)
            let pixels = decodedTile?.luma(of: part, in: pyramid.rect(of: index))
            guard let difference = edges.add(pixels, of: edge) else { continue }
            state.withLock { $0.comparedEdges += 1 }
            if difference > (source.format == .png ? 0 : PyramidVerifier.edgeTolerance) {
                let other = edge.isBelow ? "the tile below" : "the tile to the right"
                issues.add(
                    ValidationIssue(
                        tile: edge.first, location: source.location(of: edge.first),
                        "this tile differs from \(other) in their overlap."))
            }
        }
    }
}
