internal import Georeferencing
internal import TileContainers

/// The address of map tiles with placeholders: `https://{s}.example.org/{z}/{x}/{y}{r}.png`.
///
/// - `{z}`, `{x}`, `{y}`: zoom, column and row.
/// - `{-y}`: the row counted from the south, as in TMS.
/// - `{s}`: one of the letters a, b and c; `{a-d}` and `{0-3}`: one of these letters or digits; `{switch:a,b}`: one of
///   these words. Each tile has always the same.
/// - `{r}`, `{ratio}`: `@2x` for displays with small pixels, and nothing for others.
/// - `{quadkey}`: zoom, column and row as digits from 0 to 3, one for each zoom
///   (https://learn.microsoft.com/bingmaps/articles/bing-maps-tile-system).
/// - `{bbox-epsg-3857}`: the edges of the tile in Web Mercator meters, west, south, east, north, as a WMS takes them.
struct TileTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case zoom, column, row, southernRow, quadkey, edges, ratio
        case choice([String])
    }

    private let parts: [Part]

    /// The template as it is written.
    let text: String
    /// The number of combinations of words that tiles have, which follow each other in turn.
    private let combinations: Int
    /// The address with each combination of words that a tile may have, and with 0 for the zoom, the column and the row.
    ///
    /// All hosts are among them.
    var examples: [String] { filled(with: "0") }

    /// The most words of a choice.
    private static let choiceLimit = 64
    /// The most addresses that the choices of a template make of one tile: 256.
    static let combinationLimit = 256

    /// Parses a template; `nil` unless it has places for what tells tiles apart, none of them in the host, for
    /// choices of more than ``combinationLimit`` combinations, and for a text that is longer than addresses are.
    init?(_ text: String) {
        guard text.utf8.count <= URLReference.byteLimit else { return nil }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            if rest.startIndex < open { parts.append(.text(String(rest[..<open]))) }
            // Checked: the other brace comes later.
            guard let part = Self.part(rest[rest.index(after: open)..<close]) else { return nil }
            parts.append(part)
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        let isByNumbers =
            parts.contains(.zoom) && parts.contains(.column) && (parts.contains(.row) || parts.contains(.southernRow))
        guard isByNumbers || parts.contains(.quadkey) || parts.contains(.edges) else { return nil }
        self.parts = parts
        self.text = text
        var period = 1
        for case .choice(let words) in parts {
            period = Self.leastCommonMultiple(period, words.count)
            guard period <= Self.combinationLimit else { return nil }
        }
        combinations = period
        let hosts = zip(examples, filled(with: "1")).lazy.map { (URLReference($0), URLReference($1)) }
        guard hosts.allSatisfy({ $0?.withoutPath == $1?.withoutPath }) else { return nil }
    }

    /// The least common multiple of numbers from 1 to some hundred.
    private static func leastCommonMultiple(_ first: Int, _ second: Int) -> Int {
        // Checked: small numbers.
        (1...second).lazy.map { first * $0 }.first { $0 % second == 0 } ?? first * second
    }

    private static func part(_ name: Substring) -> Part? {
        switch name {
        case "z": return .zoom
        case "x": return .column
        case "y": return .row
        case "-y": return .southernRow
        case "s": return .choice(["a", "b", "c"])
        case "r", "ratio": return .ratio
        case "quadkey": return .quadkey
        case "bbox-epsg-3857": return .edges
        default: break
        }
        if name.hasPrefix("switch:") {
            let words = name.dropFirst("switch:".count).split(separator: ",").map(String.init)
            return words.isEmpty || words.count > choiceLimit ? nil : .choice(words)
        }
        let ends = name.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard ends.count == 2, ends.allSatisfy({ $0.count == 1 }), ends[0][0] <= ends[1][0],
            ends.allSatisfy({ isLetterOrDigit($0[0]) })
        else { return nil }
        // Checked: in this order.
        let words = (ends[0][0]...ends[1][0]).filter(isLetterOrDigit).map { String(Unicode.Scalar($0)) }
        return words.count > choiceLimit ? nil : .choice(words)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Whether rows are counted from the south, whatever a description says.
    var countsRowsFromSouth: Bool { parts.contains(.southernRow) }

    /// The address of a tile, whose row is counted from the north, with another number in place of `{y}`.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - row: the number in place of `{y}`.
    ///   - isDense: whether the tile is for a display with small pixels; the default is `false`.
    /// - Returns: the address.
    func url(of tile: MapTile, row: Int, isDense: Bool = false) -> String {
        parts.reduce(into: "") { url, part in
            switch part {
            case .text(let text): url += text
            case .zoom: url += "\(tile.zoom)"
            case .column: url += "\(tile.column)"
            case .row: url += "\(row)"
            case .southernRow: url += "\(tile.tmsRow)"
            case .quadkey: url += tile.quadkey
            case .edges: url += tile.webMercatorEdges.map { "\($0)" }.joined(separator: ",")
            case .ratio: url += isDense ? "@2x" : ""
            case .choice(let words): url += words[(tile.column + tile.row) % words.count]
            }
        }
    }

    /// The address with each combination of words, and with a digit for the zoom, the column and the row.
    private func filled(with digit: String) -> [String] {
        (0..<combinations).map { number in
            parts.reduce(into: "") { url, part in
                switch part {
                case .text(let text): url += text
                case .choice(let words): url += words[number % words.count]
                case .zoom, .column, .row, .southernRow, .quadkey, .edges: url += digit
                case .ratio: break
                }
            }
        }
    }

    /// The folder in which the zooms are, with a slash at its end, if a description may lie there; `nil` if the zoom is
    /// no folder.
    var folder: String? {
        var folder = ""
        for part in parts {
            switch part {
            case .text(let text): folder += text
            case .choice(let words): folder += words[0]
            case .zoom: return folder.hasSuffix("/") && !folder.contains("?") ? folder : nil
            case .column, .row, .southernRow, .quadkey, .edges, .ratio: return nil
            }
        }
        return nil
    }

    /// The file extension of the tiles; empty for none.
    var fileExtension: String { FilePath.fileExtension(of: String(text.prefix { $0 != "?" && $0 != "#" })) }
}

extension MapTile {
    /// The digits of the tile's quarters, from zoom 1 on: 0 and 1 in the north, 2 and 3 in the south.
    fileprivate var quadkey: String {
        (0..<max(0, zoom)).reversed().reduce(into: "") { key, bit in
            // Checked: one bit each.
            key += "\((column >> bit & 1) + 2 * (row >> bit & 1))"
        }
    }

    /// The west, south, east and north edges in Web Mercator meters.
    fileprivate var webMercatorEdges: [Double] {
        // Parts of the half, so that the equator is at 0.
        func edge(_ number: Int) -> Double {
            // Checked: Doubles.
            WebMercator.originShift * (2 * Double(number) / Double(1 << zoom) - 1)
        }
        // Checked: numbers of tiles.
        return [edge(column), 0 - edge(row + 1), edge(column + 1), 0 - edge(row)]
    }
}
