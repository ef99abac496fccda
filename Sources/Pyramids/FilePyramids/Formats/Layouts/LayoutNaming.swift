internal import Numbers
internal import TileContainers
internal import TilePyramid

/// The file names of a layout: those of the tiles and of the descriptors.
///
/// Names are relative to the pyramid's folder and use "/" as the separator.
protocol LayoutNaming: Sendable {
    /// The name of a tile's file.
    func name(of index: TileIndex) -> String

    /// The name of a tile's file of a format, in a pyramid whose tiles have several.
    func name(of index: TileIndex, format: TileFormat) -> String

    /// The tile with a file name; `nil` if there is none.
    func index(of name: String) -> TileIndex?

    /// All tiles with a file name; several where the layout is ambiguous.
    func indices(of name: String) -> [TileIndex]

    /// All names that a tile may have in pyramids of other programs, the most likely first.
    func possibleNames(of index: TileIndex) -> [String]

    /// Whether a file belongs to the pyramid without being a tile or a descriptor.
    func isAuxiliaryFile(_ name: String) -> Bool

    /// Checks the files besides the tiles and the descriptor.
    ///
    /// - Throws: ``StoreError`` when they cannot be read, and what `report` throws.
    func inspectFiles(in files: any ContainerReader, _ report: (ValidationIssue) throws -> Void) throws

    /// The descriptors and other files besides the tiles.
    ///
    /// The files that make the folder a pyramid come last.
    var descriptors: [ContainerFile] { get }

    /// The folders that exist even if they are empty.
    var folders: [String] { get }

    /// The levels that are also stored in one piece.
    var wholeLevels: Range<Int> { get }

    /// The names under which such a level is stored, except those of tiles.
    func names(ofWholeLevel level: Int) -> [String]
}

extension LayoutNaming {
    func name(of index: TileIndex, format: TileFormat) -> String { name(of: index) }

    func indices(of name: String) -> [TileIndex] { index(of: name).map { [$0] } ?? [] }

    func possibleNames(of index: TileIndex) -> [String] { [name(of: index)] }

    func isAuxiliaryFile(_ name: String) -> Bool { false }

    func inspectFiles(in files: any ContainerReader, _ report: (ValidationIssue) throws -> Void) throws {}

    var folders: [String] { [] }

    var wholeLevels: Range<Int> { 0..<0 }

    func names(ofWholeLevel level: Int) -> [String] { [] }
}

/// The file names of a layout that may mix formats.
protocol MixedNaming: LayoutNaming {
    /// Whether there are file extensions of several formats.
    var mixesFormats: Bool { get }
}

/// The numbers in a file name such as `3-12-7.jpg`.
struct NumericFileName: Hashable {
    /// The numbers in order.
    let numbers: [Int]
    /// The file extension as spelled, without the dot.
    let fileExtension: String

    /// Parses a name; `nil` if it has another form.
    init?(_ name: some StringProtocol, separator: Character, count: Int) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let numbers = name[..<dot].split(separator: separator, omittingEmptySubsequences: false).map { Self.number($0) }
        guard numbers.count == count, !numbers.contains(nil) else { return nil }
        self.numbers = numbers.compactMap { $0 }
        fileExtension = String(name[name.index(after: dot)...])
    }

    /// Parses a number without sign or leading zeros; `nil` for anything else, and for numbers of more than ten digits.
    static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.utf8
        let isPlain = digits.count <= 10 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isPlain, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        return CheckedNumber.integer(text)
    }
}
