/// A system call that changes files or names, or makes them durable; paths are relative to the traced folder.
public enum FileOperation: Hashable, Sendable {
    /// Creates an empty file unless there is one.
    case create(String)
    /// Writes bytes at an offset.
    case write(String, offset: Int, bytes: [UInt8])
    /// Changes the size of a file.
    case truncate(String, size: Int)
    /// Creates a folder.
    case makeFolder(String)
    /// Renames a file or a folder, and replaces the former owner of the name.
    case rename(String, to: String)
    /// Exchanges the names of two files or folders.
    case exchange(String, String)
    /// Gives a file a second name.
    case link(String, to: String)
    /// Removes the name of a file or of an empty folder.
    case remove(String)
    /// Syncs a file, or the names in a folder (`fsync`, `fdatasync`).
    case sync(String)
    /// Syncs everything (`syncfs`).
    case syncAll
}
