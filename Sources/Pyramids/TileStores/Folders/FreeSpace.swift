/// How much may still be written somewhere.
public enum FreeSpace {
    /// Bytes an ordinary user may still write to the file system that will hold `path`; nil where it cannot be told.
    ///
    /// `path` and the folders above it need not exist yet.
    public static func available(at path: String) -> Int? { FileSystem.freeSpace(at: path) }
}
