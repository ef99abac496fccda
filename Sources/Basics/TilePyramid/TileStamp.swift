/// A mark of a tile's state, which changes whenever its bytes change, and shows whether a cached tile is still valid.
///
/// Stamps are only compared for equality, never ordered: a tile that was restored from a backup has an older date, but has
/// changed.
public struct TileStamp: Hashable, Sendable {
    private enum Value: Hashable, Sendable {
        case file(seconds: Int, nanoseconds: Int, byteCount: Int)
        case validator(String)
    }

    private let value: Value

    /// Creates the stamp of a file from its time of modification and its size.
    ///
    /// - Parameters:
    ///   - seconds: the time of modification, in whole seconds since 1970.
    ///   - nanoseconds: the fraction of a second; its precision depends on the file system.
    ///   - byteCount: the size, which distinguishes files written within one tick of the file system's clock.
    public init(modifiedAt seconds: Int, nanoseconds: Int, byteCount: Int) {
        value = .file(seconds: seconds, nanoseconds: nanoseconds, byteCount: byteCount)
    }

    /// Creates a stamp from a text that a server or a database gives, such as an entity tag of HTTP.
    public init(validator: String) {
        value = .validator(validator)
    }
}
