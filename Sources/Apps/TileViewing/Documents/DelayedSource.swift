internal import Glibc
public import TilePyramid

/// A tile source that delays every read, to simulate a slow disk or network.
public struct DelayedSource: TileSource {
    private let source: any TileSource
    private let seconds: Double

    /// Creates a source that delays the reads of another one by some seconds.
    public init(_ source: any TileSource, seconds: Double) {
        self.source = source
        self.seconds = seconds
    }

    /// The pyramid of the underlying source.
    public var pyramid: Pyramid { source.pyramid }

    /// Waits, then reads the tile.
    ///
    /// - Throws: what the underlying source throws.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        Self.wait(seconds)
        return try source.read(index)
    }

    /// Blocks for some seconds, at most an hour.
    static func wait(_ seconds: Double) {
        guard seconds > 0 else { return }
        usleep(UInt32(min(seconds, 3600) * 1e6))
    }
}
