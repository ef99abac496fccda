/// Why something about a document could not be done.
public struct DocumentError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// The cache folder cannot be used.
        case cacheUnusable
        /// There is no room for the tiles.
        case diskFull
        /// Tiles that were in the cache are gone.
        case tilesVanished
    }

    /// What kind of failure it is.
    public var code: Code
    /// The file or folder it is about.
    public var path: String
    /// What is wrong and what to do about it: one or two plain sentences, without the path.
    public var message: String

    /// A failure at `path`.
    public init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}

extension DocumentError: CustomStringConvertible {
    /// The path and what is wrong with it.
    public var description: String { "\(path): \(message)" }
}
