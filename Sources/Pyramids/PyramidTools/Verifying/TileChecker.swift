internal import ImageCodecs
internal import Concurrency
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// Checks tiles on several threads, and counts them.
final class TileChecker: Sendable {
    private struct State {
        var progress: CutProgress
        var comparedEdges = 0
    }

    private let source: any PyramidSource
    private let issues: ValidationIssueList
    private let edges = OverlapMatcher()
    private let onProgress: (@Sendable (CutProgress) -> Void)?
    private let state: Locked<State>

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

    /// Reads and decodes a tile; compares it with its neighbors if `neighbors` is given.
    ///
    /// Faults of the tile are added to the issues, not thrown.
    func check(_ index: TileIndex, with decodedTile: DecodedTileBuffer, neighbors: SortedTiles?) throws {
        let (message, bytes) = inspect(at: index, with: decodedTile)
        if let message {
            issues.add(ValidationIssue(tile: index, location: source.location(of: index), message))
        }
        if let neighbors {
            compareEdges(of: index, with: message == nil ? decodedTile : nil, neighbors)
        }
        let progress = state.withLock { state in
            state.progress.finishedTiles += 1
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
            guard let tile = try source.read(index) else { return ("this tile has been removed in the meantime.", 0) }
            let bytes = tile.bytes.count
            guard let format = TileFormat(contents: tile.bytes) else {
                return (bytes == 0 ? "this tile is empty." : "this tile is no image of a known format.", bytes)
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
