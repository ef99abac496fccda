internal import TilePyramid

/// The progress of a cut over all tiles of all levels.
public struct CutProgress: Hashable, Sendable {
    /// Tiles that are done, including those of a resumed run and blank ones that are not stored.
    public var finishedTiles: Int
    /// Tiles of the whole pyramid.
    public var totalTiles: Int
    /// Pixels of the tiles that this run has finished.
    public var encodedPixels: Int
    /// Bytes that this run has stored.
    public var storedBytes: Int

    /// Creates progress from its parts.
    package init(finishedTiles: Int, totalTiles: Int, encodedPixels: Int, storedBytes: Int) {
        self.finishedTiles = finishedTiles
        self.totalTiles = totalTiles
        self.encodedPixels = encodedPixels
        self.storedBytes = storedBytes
    }

    /// The finished fraction of the tiles, from 0 to 1; it is 1 only after the last tile has been stored.
    public var fraction: Double { Double(finishedTiles) / Double(max(1, totalTiles)) }
}

/// The counts of a run.
package struct CutStatistics: Sendable {
    package private(set) var progress: CutProgress
    /// Tiles that an earlier run had finished.
    package let resumedTiles: Int
    /// Solid tiles that got the bytes of an equal one.
    package private(set) var solidTiles = 0
    /// Blank tiles, which were not stored.
    package private(set) var skippedTiles = 0
    /// Tiles passed through from the source.
    package private(set) var passthroughTiles = 0
    /// Tiles passed through by the source, then padded and re-encoded.
    package private(set) var paddedTiles = 0
    /// The peak size of the tile buffers, in bytes.
    package internal(set) var peakBufferedBytes = 0

    /// The processor time of the decoding thread, without that of the tiles that it has encoded itself, in seconds.
    package internal(set) var decodingTime = 0.0
    /// The times for which the decoding thread has slept, in seconds: for memory, and for the last tiles.
    package internal(set) var waits = (memory: 0.0, tiles: 0.0)

    /// Starts to count a run over `totalTiles` tiles.
    init(totalTiles: Int, resumedTiles: Int) {
        progress = CutProgress(
            finishedTiles: resumedTiles, totalTiles: totalTiles, encodedPixels: 0, storedBytes: 0)
        self.resumedTiles = resumedTiles
    }

    /// Counts a finished tile of this size; returns the progress so far.
    mutating func count(_ outcome: TileWriter.Outcome, size: PixelSize, bytes: Int) -> CutProgress {
        progress.finishedTiles += 1
        progress.encodedPixels += size.area
        progress.storedBytes += bytes
        switch outcome {
        case .encoded: break
        case .reused: solidTiles += 1
        case .passthrough: passthroughTiles += 1
        case .padded: paddedTiles += 1
        case .skipped: skippedTiles += 1
        }
        return progress
    }
}
