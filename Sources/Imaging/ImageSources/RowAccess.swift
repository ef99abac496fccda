/// What it costs to decode an image from a row in the middle.
public enum RowAccess: String, Hashable, Sendable {
    /// Rows are found by themselves, as in tiled files: the rows before them cost nothing.
    case random
    /// The rows before are skipped by looking at their bytes, as in JPEG with restart markers: they cost a little.
    case skipping
    /// The rows before have to be decoded, as in PNG, and are thrown away.
    case sequential
}
