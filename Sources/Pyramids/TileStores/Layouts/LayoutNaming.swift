internal import TilePyramid

/// How a layout calls its files: those of the tiles, and those that describe them.
///
/// Names begin in the pyramid's own folder and have "/" between their parts.
protocol LayoutNaming: Sendable {
    /// The name of a tile's file.
    func name(of index: TileIndex) -> String

    /// The tile that a file of this name would be; nil when it would be none.
    func index(of name: String) -> TileIndex?

    /// All tiles that a file of this name is: several where a layout cannot tell them apart.
    func indices(of name: String) -> [TileIndex]

    /// Every name that a tile may have in pyramids of other makers, the likeliest first.
    func possibleNames(of index: TileIndex) -> [String]

    /// Whether a file belongs to the pyramid without being a tile or describing it.
    func isAuxiliaryFile(_ name: String) -> Bool

    /// The files that describe the pyramid, and others that belong to it, with their names: those without which it is
    /// none come last.
    var descriptors: [LayoutFile] { get }

    /// The levels that are kept in one piece as well as in tiles.
    var wholeLevels: Range<Int> { get }

    /// The names under which such a level is kept, those of tiles left out.
    func names(ofWholeLevel level: Int) -> [String]
}

extension LayoutNaming {
    func indices(of name: String) -> [TileIndex] { index(of: name).map { [$0] } ?? [] }

    func possibleNames(of index: TileIndex) -> [String] { [name(of: index)] }

    func isAuxiliaryFile(_ name: String) -> Bool { false }

    var wholeLevels: Range<Int> { 0..<0 }

    func names(ofWholeLevel level: Int) -> [String] { [] }
}

/// A whole file of a layout.
struct LayoutFile: Hashable, Sendable {
    var name: String
    var bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A file of text.
    init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }

    /// A text as one part of a file's name: what would lead into other folders becomes an underscore.
    static func safeName(_ text: String) -> String {
        let name = String(text.map { $0 == "/" || $0 == "\\" || $0 == "\0" ? "_" : $0 })
        return name.allSatisfy { $0 == "." } ? "_" : name
    }
}
