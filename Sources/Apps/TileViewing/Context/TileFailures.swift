internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import TiledLayers

/// The tiles that could not be loaded since the last retry, with the reasons.
struct TileFailures: Hashable, Sendable {
    /// A reason for which tiles of a document could not be loaded.
    struct Reason: Hashable, Sendable {
        /// The document's name.
        var document: String
        /// The reason.
        var text: String
        /// The number of tiles.
        var count: Int
        /// The first of the tiles.
        var examples: [TileIndex]

        /// The number of tiles and the first of them: "3 tiles (12/7_1, 12/8_1, …)".
        var tilesText: String {
            let all = examples.map(\.description) + (count > examples.count ? ["…"] : [])
            return "\(NumberText.count(count, "tile")) (\(all.joined(separator: ", ")))"
        }
    }

    /// The most tiles that are counted: 10,000.
    static let limit = 10_000
    /// The most reasons that are kept: 20.
    static let reasonLimit = 20
    /// The most tiles of a reason that are named: 3.
    static let exampleLimit = 3

    private var tiles: Set<TileKey> = []
    /// The reasons, in the order in which they occurred.
    private(set) var reasons: [Reason] = []

    /// The number of tiles.
    var count: Int { tiles.count }

    /// Adds a tile, once; the name of the tile at the beginning of the text is not part of the reason.
    mutating func add(_ tile: TileKey, of document: String, because text: String) {
        guard tiles.count < Self.limit, tiles.insert(tile).inserted else { return }
        let text = Self.reason(in: text, of: tile.index, document)
        if let index = reasons.firstIndex(where: { $0.document == document && $0.text == text }) {
            reasons[index].count += 1
            if reasons[index].examples.count < Self.exampleLimit { reasons[index].examples.append(tile.index) }
        } else if reasons.count < Self.reasonLimit {
            reasons.append(Reason(document: document, text: text, count: 1, examples: [tile.index]))
        }
    }

    /// The fault and the remedy in the text of an error, without the name in front of them and without a list of all formats.
    ///
    /// The name is the document's, an address, or one that contains the numbers of the tile's column and row, such as
    /// "a.dzi 12/7_1" and "map/12/7/1.png".
    private static func reason(in text: String, of tile: TileIndex, _ document: String) -> String {
        let text = text.withoutReadableKinds
        guard let colon = text.firstRange(of: ": ") else { return text }
        let name = text[..<colon.lowerBound]
        let numbers = Set(name.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) })
        guard name == document || name.contains("://") || numbers.isSuperset(of: [tile.column, tile.row]) else {
            return text
        }
        return String(text[colon.upperBound...])
    }

    /// The message to the user, of one line.
    var message: String { "\(Self.text(count)). F5 tries again." }

    /// The line for logs, with the first of the reasons.
    ///
    /// - Parameter advise: adapts what the reason advises.
    /// - Returns: the line, which has the name of the document as it is.
    func logLine(_ advise: (String) -> String) -> String {
        guard let first = reasons.first else { return message }
        let others = reasons.count - 1
        let rest = others == 0 ? "" : others == 1 ? " (and another reason)" : " (and \(others) other reasons)"
        return "\(first.document): \(Self.text(count)): \(advise(first.text.onOneLine))\(rest)"
    }

    /// A number of tiles that could not be loaded, in words.
    static func text(_ count: Int) -> String {
        count == 1 ? "1 tile could not be loaded" : "\(count) tiles could not be loaded"
    }
}

extension String {
    /// The text with a space for each line break.
    var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension ViewerContext {
    /// Notes which visible tiles of a layer could not be loaded, and why.
    func noteFailures(of tiles: TiledLayer, in document: Document) {
        for tile in tiles.missingTiles {
            guard case .failed(let reason, _, retryTime: nil) = tile.state else { continue }
            tileFailures.add(TileKey(image: document.image.id, index: tile.index), of: document.name, because: reason)
        }
    }
}
