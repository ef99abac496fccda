internal import Numbers
internal import TileContainers
internal import TilePyramid

extension PyramidFormat {
    /// Full-size tiles only, side by side: `NAME_COLUMN_ROW.jpg`, with at least two digits.
    public static let flat = PyramidFormat(
        id: "flat", name: "flat tiles", layout: FlatLayout(),
        capabilities: PyramidCapabilities {
            $0.supportsSparseTiles = false
            $0.holdsFullSizeOnly = true
            $0.supportsOverlap = true
            $0.supportsBothRoundings = false
        })
}

/// Full-size tiles among other files in a folder, without a descriptor.
struct FlatLayout: FileLayout {
    /// Always `nil`: tiles among other files are recognized in folders only.
    func describe(_ files: any ContainerReader) -> LayoutDescription? { nil }

    func naming(for request: StoreRequest) -> any LayoutNaming {
        FlatNaming(
            stem: FilePath.name(of: request.path), pyramid: request.pyramid,
            fileExtension: request.format.fileExtension)
    }

    func output(for request: StoreRequest) -> FolderPlacement {
        precondition(request.pyramid.presentLevels.count == 1, "the flat layout holds the full-size level only")
        let naming = naming(for: request)
        return FolderPlacement(
            naming: naming, output: FlatOutput(path: request.path, pyramid: request.pyramid, naming: naming))
    }

    /// The prefixes of the sets of tiles in a folder.
    ///
    /// A set has tiles in column 0 and in row 0. Names of photos that end in dates and numbers mostly do not.
    func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .folder(let names) = candidate.content else { return [] }
        var firstColumns = Set<String>()
        var firstRows = Set<String>()
        for name in names {
            guard let tile = FlatTileName(name), TileFormat(fileExtension: tile.fileExtension) != nil else { continue }
            if CheckedNumber.integer(tile.column) == 0 { firstColumns.insert(tile.stem) }
            if CheckedNumber.integer(tile.row) == 0 { firstRows.insert(tile.stem) }
        }
        return firstColumns.intersection(firstRows).sorted().map { "\(candidate.path)/\($0)" }
    }
}

/// The files of flat tiles: `STEM_COLUMN_ROW.EXT`.
struct FlatNaming: LayoutNaming {
    /// The part that all names share, without the underscore.
    let stem: String
    let pyramid: Pyramid
    let fileExtension: String
    /// The least number of digits of columns and rows.
    var digits = 2

    func name(of index: TileIndex) -> String {
        let column = number(index.column)
        let row = number(index.row)
        return "\(stem)_\(column)_\(row).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let tile = FlatTileName(name), tile.stem == stem,
            let column = CheckedNumber.integer(tile.column), let row = CheckedNumber.integer(tile.row)
        else { return nil }
        let index = TileIndex(level: pyramid.finestLevel.index, column: column, row: row)
        return pyramid.contains(index) && self.name(of: index) == name ? index : nil
    }

    /// Always empty: the layout has no descriptor.
    var descriptors: [ContainerFile] { [] }

    private func number(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
