internal import Numbers
internal import TileContainers
internal import TilePyramid

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
