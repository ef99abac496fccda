internal import Files
internal import Glibc

/// The folders in which files that others name may lie, at any depth, after links have been resolved.
///
/// What lies elsewhere stays unknown: a file there is refused in the same way whether it exists or not.
package struct AllowedFolders {
    private let roots: [ResolvedFolder]
    /// The folders that have been looked at.
    private var known: [String: Bool] = [:]

    /// Allows what lies in folders; those that do not exist allow nothing.
    package init(_ folders: [String]) { roots = folders.compactMap { ResolvedFolder($0) } }

    /// Whether a file lies in one of the folders, or would if it existed.
    package mutating func contain(_ path: String) -> Bool {
        let folder = FilePath.parent(of: path)
        let isAllowed = known[folder] ?? isWithin(folder)
        known[folder] = isAllowed
        guard isAllowed, FileSystem.isLink(path) else { return isAllowed }
        return isWithin(path)
    }

    private func isWithin(_ path: String) -> Bool { roots.contains { $0.contains(path) } }
}
