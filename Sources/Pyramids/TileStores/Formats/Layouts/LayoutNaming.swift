internal import TilePyramid

/// The file names of a layout: those of the tiles and of the descriptors.
///
/// Names are relative to the pyramid's folder and use "/" as the separator.
protocol LayoutNaming: Sendable {
    /// The name of a tile's file.
    func name(of index: TileIndex) -> String

    /// The tile with a file name; `nil` if there is none.
    func index(of name: String) -> TileIndex?

    /// All tiles with a file name; several where the layout is ambiguous.
    func indices(of name: String) -> [TileIndex]

    /// All names that a tile may have in pyramids of other programs, the most likely first.
    func possibleNames(of index: TileIndex) -> [String]

    /// Whether a file belongs to the pyramid without being a tile or a descriptor.
    func isAuxiliaryFile(_ name: String) -> Bool

    /// The descriptors and other files besides the tiles.
    ///
    /// Those that make the files a pyramid come last.
    var descriptors: [ContainerFile] { get }

    /// The folders that exist even if they are empty.
    var folders: [String] { get }

    /// The levels that are also stored in one piece.
    var wholeLevels: Range<Int> { get }

    /// The names under which such a level is stored, except those of tiles.
    func names(ofWholeLevel level: Int) -> [String]
}

extension LayoutNaming {
    func indices(of name: String) -> [TileIndex] { index(of: name).map { [$0] } ?? [] }

    func possibleNames(of index: TileIndex) -> [String] { [name(of: index)] }

    func isAuxiliaryFile(_ name: String) -> Bool { false }

    var folders: [String] { [] }

    var wholeLevels: Range<Int> { 0..<0 }

    func names(ofWholeLevel level: Int) -> [String] { [] }
}
