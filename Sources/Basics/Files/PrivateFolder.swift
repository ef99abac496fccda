internal import Glibc

/// Folders for what a user's programs keep.
package enum PrivateFolder {
    /// Creates a folder that its owner alone can enter, and those that it is in; does nothing if it exists.
    ///
    /// What fails shows when a file in it is opened.
    ///
    /// - Complexity: O(folders that are missing).
    package static func create(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else { return }
        create(String(path[..<slash]))
        mkdir(path, 0o700)
    }
}
