internal import Glibc
internal import TileStores

/// The folders in which the images of a list may lie, at any depth, after links have been resolved.
///
/// It tells nothing of what lies elsewhere: a file there is refused in the same way whether it exists or not.
struct AllowedFolders {
    /// The folders, as their bytes with a slash at the end.
    private let roots: [[UInt8]]
    /// The folders that have been looked at.
    private var known: [String: Bool] = [:]

    /// The folder of a list, and others.
    init(of list: MosaicList) {
        roots = ([FilePath.parent(of: list.path)] + list.allowedFolders).compactMap(Self.resolved).map { path in
            path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        }
    }

    /// Whether a file lies in one of the folders, or would if it existed.
    mutating func contain(_ path: String) -> Bool {
        let folder = FilePath.parent(of: path)
        let isAllowed = known[folder] ?? isWithin(folder)
        known[folder] = isAllowed
        var status = stat()
        guard isAllowed, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return isAllowed }
        return isWithin(path)
    }

    private func isWithin(_ path: String) -> Bool {
        guard let resolved = Self.resolved(path) else { return false }
        return roots.contains { (resolved + [UInt8(ascii: "/")]).starts(with: $0) }
    }

    /// The bytes of a path without links; nil if there is nothing.
    private static func resolved(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}
