/// A mark of the state of a tile, which changes whenever the tile's bytes do: to tell whether a cached tile is still right.
///
/// Two stamps are only compared with each other, never ordered: a tile that was restored from a backup has an older date,
/// and has changed.
public struct TileStamp: Hashable, Sendable {
    private enum Value: Hashable, Sendable {
        case file(seconds: Int, nanoseconds: Int, byteCount: Int)
        case validator(String)
    }

    private let value: Value

    /// Creates the stamp of a file: when it was modified, and its size.
    ///
    /// - Parameters:
    ///   - seconds: the time since 1970.
    ///   - nanoseconds: the part of a second, of which file systems keep as much as they can.
    ///   - byteCount: the size, which tells apart what was written within one tick of the file system's clock.
    public init(modifiedAt seconds: Int, nanoseconds: Int, byteCount: Int) {
        value = .file(seconds: seconds, nanoseconds: nanoseconds, byteCount: byteCount)
    }

    /// Creates a stamp from a text that a server or a database gives, such as an entity tag of HTTP.
    public init(validator: String) {
        value = .validator(validator)
    }
}
