internal import TileContainers

/// The address of a description, divided so that the addresses of the tiles follow from it.
///
/// The description may be in the query, as image servers have it: `…?DeepZoom=big.tif.dzi`. Then what follows the last
/// slash there is its name. A query after a description that is in the path, such as a token, belongs to the addresses of
/// the tiles, too.
struct DescriptionAddress: Hashable, Sendable {
    /// The address up to the name, which mostly ends in a slash.
    let folder: String
    /// The name of the description; it may be empty.
    let name: String
    /// The text after the name of a tile: a question mark and the query, or nothing.
    let suffix: String

    /// The ends of the names of descriptions.
    private static let endings = [".dzi", ".xml", ".js", ".json"]

    init(_ url: URLReference) {
        let whole = url.withoutFragment
        func isDescription(_ text: String) -> Bool { Self.endings.contains { text.lowercased().hasSuffix($0) } }
        if let query = whole.query, isDescription(query), !isDescription(whole.path) {
            let text = whole.text
            let start =
                text.lastIndex { $0 == "/" || $0 == "=" || $0 == "?" }.map(text.index(after:)) ?? text.startIndex
            folder = String(text[..<start])
            name = String(text[start...])
            suffix = ""
            return
        }
        var path = whole
        path.query = nil
        let text = path.text
        let start = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        folder = String(text[..<start])
        name = String(text[start...])
        suffix = whole.query.map { "?\($0)" } ?? ""
    }

    /// The name of the folder without its slash, for display.
    var folderName: String { FilePath.name(of: FilePath.withoutTrailingSlashes(folder)) }
}
