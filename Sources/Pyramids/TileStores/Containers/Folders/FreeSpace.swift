/// The disk space that is available for an output.
public enum FreeSpace {
    /// The bytes that an ordinary user may still write to the file system of `path`; `nil` if unknown.
    ///
    /// `path` and the folders above it need not exist yet.
    public static func available(at path: String) -> Int? { FileSystem.freeSpace(at: path) }
}
