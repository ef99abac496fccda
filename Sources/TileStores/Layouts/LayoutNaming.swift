internal import TilePyramid

/// How a layout calls its files: those of the tiles, and those that describe them.
///
/// Names begin in the pyramid's own folder and have "/" between their parts.
protocol LayoutNaming: Sendable {
    /// The name of a tile's file.
    func name(of index: TileIndex) -> String

    /// The tile that a file of this name would be; nil when it would be none.
    func index(of name: String) -> TileIndex?

    /// The files that describe the pyramid, and others that belong to it, with their names: those without which it is
    /// none come last.
    var descriptors: [LayoutFile] { get }
}

/// A whole file of a layout.
struct LayoutFile: Hashable, Sendable {
    var name: String
    var bytes: [UInt8]
}
