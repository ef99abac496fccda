internal import Glibc
public import TilePyramid

/// Tiles that each come so much later, as from a slow disk or a network: for trying out how a viewer copes.
public struct DelayedSource: TileSource {
    private let source: any TileSource
    private let seconds: Double

    /// The tiles of another source, each `seconds` later.
    public init(_ source: any TileSource, seconds: Double) {
        self.source = source
        self.seconds = seconds
    }

    /// The levels and grids of the other source.
    public var pyramid: Pyramid { source.pyramid }

    /// Waits, and reads the tile.
    ///
    /// - Throws: what the other source throws.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        Self.wait(seconds)
        return try source.read(index)
    }

    /// Blocks for some seconds, an hour at most.
    static func wait(_ seconds: Double) {
        guard seconds > 0 else { return }
        usleep(UInt32(min(seconds, 3600) * 1e6))
    }
}
