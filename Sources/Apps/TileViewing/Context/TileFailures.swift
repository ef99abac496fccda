internal import LayerTree
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
    }

    /// The most tiles that are counted: 10,000.
    static let limit = 10_000
    /// The most reasons that are kept: 20.
    static let reasonLimit = 20

    private var tiles: Set<TileKey> = []
    /// The reasons, in the order in which they occurred.
    private(set) var reasons: [Reason] = []

    /// The number of tiles.
    var count: Int { tiles.count }

    /// Adds a tile, once.
    mutating func add(_ tile: TileKey, of document: String, because text: String) {
        guard tiles.count < Self.limit, tiles.insert(tile).inserted else { return }
        if let index = reasons.firstIndex(where: { $0.document == document && $0.text == text }) {
            reasons[index].count += 1
        } else if reasons.count < Self.reasonLimit {
            reasons.append(Reason(document: document, text: text, count: 1))
        }
    }

    /// The message to the user, of one line.
    var message: String { "\(Self.text(count)). F5 tries again." }

    /// The line for logs, with the first of the reasons.
    var logLine: String {
        guard let first = reasons.first else { return message }
        let others = reasons.count - 1
        let rest = others == 0 ? "" : others == 1 ? " (and another reason)" : " (and \(others) other reasons)"
        return "\(first.document): \(Self.text(count)): \(first.text.onOneLine)\(rest)"
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
