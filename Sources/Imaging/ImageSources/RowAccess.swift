/// The cost of starting to decode an image at a row in the middle.
public enum RowAccess: String, Hashable, Sendable {
    /// Rows can be found directly, as in tiled files: the rows before them cost nothing.
    case random
    /// The rows before are skipped by a scan of their bytes, as in JPEG with restart markers: they cost a little.
    case skipping
    /// The rows before have to be decoded, as in PNG, and are discarded.
    case sequential
}
