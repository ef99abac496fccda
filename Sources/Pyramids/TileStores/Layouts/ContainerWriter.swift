internal import TilePyramid

/// The named files of a pyramid that is being made, in a folder or in an archive that does not have its name yet.
///
/// Tiles come from several threads at once; everything else from one.
protocol ContainerWriter: Sendable {
    /// Whether an interrupted run, which this one continues, has stored the tile.
    func isFinished(_ index: TileIndex) -> Bool

    /// The bytes of these tiles.
    var finishedBytes: Int { get }

    /// What equal tiles have saved so far.
    var deduplication: DeduplicationStatistics { get }

    /// Stores a tile under a name; the bytes are valid during the call only.
    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws

    /// Stores another file.
    func write(_ file: LayoutFile) throws

    /// Reads back what has been stored; nil when it has not.
    func read(_ name: String) throws -> [UInt8]?

    /// Makes everything appear under its real name.
    func finish() throws
    /// Leaves what there is to a later run, or nothing where that is not possible.
    func suspend() throws
    /// Removes what this run has stored.
    func discard() throws
}
