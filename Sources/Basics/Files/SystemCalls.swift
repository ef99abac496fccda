internal import CLinux
package import Glibc

// The system calls that take paths, for texts of paths as ``PathText`` has them. A file that imports this module calls them where it
// names one with a `String`, instead of those of the C library, which would take other bytes than those of the name. `stat` and
// `statvfs` are called as `Files.stat` and `Files.statvfs`: without the module, those of the C library are found, which are
// types as well.

/// Opens a file (`open`).
package func open(_ path: String, _ flags: Int32) -> Int32 { PathText.withCString(path) { Glibc.open($0, flags) } }

/// Opens a file, or creates it with a mode (`open`).
package func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    PathText.withCString(path) { Glibc.open($0, flags, mode) }
}

/// Reads the status of the file that a path leads to (`stat`).
package func stat(_ path: String, _ status: inout Glibc.stat) -> Int32 {
    PathText.withCString(path) { stat($0, &status) }
}

/// Reads the status of a file or of a link (`lstat`).
package func lstat(_ path: String, _ status: inout Glibc.stat) -> Int32 {
    PathText.withCString(path) { Glibc.lstat($0, &status) }
}

/// Whether this process has rights to a file (`access`).
package func access(_ path: String, _ mode: Int32) -> Int32 { PathText.withCString(path) { Glibc.access($0, mode) } }

/// Changes the mode of a file (`chmod`).
package func chmod(_ path: String, _ mode: UInt32) -> Int32 { PathText.withCString(path) { Glibc.chmod($0, mode) } }

/// Creates a folder (`mkdir`).
@discardableResult
package func mkdir(_ path: String, _ mode: UInt32) -> Int32 { PathText.withCString(path) { Glibc.mkdir($0, mode) } }

/// Creates a folder in an open one (`mkdirat`).
package func mkdirat(_ folder: Int32, _ name: String, _ mode: UInt32) -> Int32 {
    PathText.withCString(name) { Glibc.mkdirat(folder, $0, mode) }
}

/// Removes an empty folder (`rmdir`).
@discardableResult
package func rmdir(_ path: String) -> Int32 { PathText.withCString(path) { Glibc.rmdir($0) } }

/// Removes a file (`unlink`).
@discardableResult
package func unlink(_ path: String) -> Int32 { PathText.withCString(path) { Glibc.unlink($0) } }

/// Removes a file or folder in an open folder (`unlinkat`).
@discardableResult
package func unlinkat(_ folder: Int32, _ name: String, _ flags: Int32) -> Int32 {
    PathText.withCString(name) { Glibc.unlinkat(folder, $0, flags) }
}

/// Creates a hard link in an open folder (`linkat`).
package func linkat(_ folder: Int32, _ name: String, _ newFolder: Int32, _ newName: String, _ flags: Int32) -> Int32 {
    PathText.withCString(name) { name in
        PathText.withCString(newName) { Glibc.linkat(folder, name, newFolder, $0, flags) }
    }
}

/// Renames a file or folder (`rename`).
@discardableResult
package func rename(_ path: String, _ newPath: String) -> Int32 {
    PathText.withCString(path) { path in PathText.withCString(newPath) { Glibc.rename(path, $0) } }
}

/// Renames a file unless the new name exists (`renameat2`).
package func tk_rename_noreplace(_ path: String, _ newPath: String) -> Int32 {
    PathText.withCString(path) { path in PathText.withCString(newPath) { CLinux.tk_rename_noreplace(path, $0) } }
}

/// Exchanges two files or folders (`renameat2`).
package func tk_rename_exchange(_ first: String, _ second: String) -> Int32 {
    PathText.withCString(first) { first in PathText.withCString(second) { CLinux.tk_rename_exchange(first, $0) } }
}

/// Creates a file in an open folder, without following links (`openat2`).
package func tk_create_without_links(_ folder: Int32, _ name: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    PathText.withCString(name) { CLinux.tk_create_without_links(folder, $0, flags, mode) }
}

/// Creates a file without a name in a folder (`O_TMPFILE`).
package func tk_create_unnamed(_ folder: String) -> Int32 {
    PathText.withCString(folder) { CLinux.tk_create_unnamed($0) }
}

/// The path without links (`realpath`), which the caller frees; nil if there is none.
package func realpath(_ path: String, _ buffer: UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
    PathText.withCString(path) { Glibc.realpath($0, buffer) }
}

/// Opens a folder for reading its entries (`opendir`).
package func opendir(_ path: String) -> OpaquePointer? { PathText.withCString(path) { Glibc.opendir($0) } }

/// Reads the status of the file system of a path (`statvfs`).
package func statvfs(_ path: String, _ status: inout Glibc.statvfs) -> Int32 {
    PathText.withCString(path) { statvfs($0, &status) }
}
