internal import Glibc

/// Folders for the private data of a user's programs.
package enum PrivateFolder {
    /// Creates a folder that only its owner can enter, and its missing parent folders; does nothing if it exists.
    ///
    /// A failure shows up when a file in the folder is opened.
    ///
    /// - Complexity: O(missing folders).
    package static func create(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else { return }
        create(String(path[..<slash]))
        mkdir(path, 0o700)
    }
}
