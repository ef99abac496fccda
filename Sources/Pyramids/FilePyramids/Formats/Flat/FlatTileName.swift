/// The parsed name of a flat tile, `NAME_CC_RR.EXT`.
struct FlatTileName: Hashable {
    /// The whole name.
    let name: String
    /// The part that all tiles of a set share, without the underscore.
    let stem: String
    /// The digits of the column.
    let column: String
    /// The digits of the row.
    let row: String
    /// The file extension as spelled, without the dot.
    let fileExtension: String

    /// Parses a name; `nil` if it is not that of a flat tile.
    init?(_ name: String) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let parts = name[..<dot].split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return nil }
        let numbers = parts.suffix(2)
        // More digits than a grid can have are a date or a time.
        let areNumbers = numbers.allSatisfy { number in
            (1...6).contains(number.utf8.count) && number.allSatisfy { ("0"..."9").contains($0) }
        }
        guard areNumbers else { return nil }
        self.name = name
        stem = parts.dropLast(2).joined(separator: "_")
        column = String(parts[parts.count - 2])
        row = String(parts[parts.count - 1])
        fileExtension = String(name[name.index(after: dot)...])
    }
}
