internal import FilePyramids

/// The template of a layer's tiles (ResourceURL), such as
/// `https://example.org/map/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png`.
struct WMTSTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case matrix, row, column
    }

    private let parts: [Part]

    /// Parses a template, and fills in what is the same for all tiles.
    ///
    /// - Parameters:
    ///   - text: the template.
    ///   - fixed: the values of placeholders by their names in lower case.
    ///   - origin: what says which hosts are allowed.
    /// - Throws: ``StoreError`` for a placeholder that has no value, for a template without places for matrix, column and
    ///   row, and for a host that is not allowed.
    init(_ text: String, fixed: [String: String], _ origin: RemoteOrigin) throws {
        // Before values are filled in: a host with placeholders is none.
        let resolved = try origin.address(text).text
        var parts: [Part] = []
        var rest = resolved[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append(.text(String(rest[..<open])))
            // Checked: the other brace comes later.
            let name = rest[rest.index(after: open)..<close]
            switch name.lowercased() {
            case "tilematrix": parts.append(.matrix)
            case "tilerow": parts.append(.row)
            case "tilecol": parts.append(.column)
            case let name:
                guard let value = fixed[name] else {
                    throw origin.malformed(
                        "the template of its tiles has the placeholder {\(name.prefix(40))}, for which "
                            + "there is no value.")
                }
                parts.append(.text(PercentEncoding.encoded(value)))
            }
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.text(String(rest)))
        guard parts.contains(.matrix), parts.contains(.row), parts.contains(.column) else {
            throw origin.malformed("the template of its tiles has no places for {TileMatrix}, {TileRow} and {TileCol}.")
        }
        self.parts = parts
    }

    /// The address of a tile.
    func url(matrix: String, column: Int, row: Int) -> String {
        parts.reduce(into: "") { url, part in
            switch part {
            case .text(let text): url += text
            case .matrix: url += PercentEncoding.encoded(matrix)
            case .row: url += "\(row)"
            case .column: url += "\(column)"
            }
        }
    }
}
