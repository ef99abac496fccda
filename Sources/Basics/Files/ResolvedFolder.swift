internal import Glibc

/// A folder by its path without links, with which files are compared that may be links.
package struct ResolvedFolder: Sendable {
    /// The bytes of the path, with a slash at the end: names need not be UTF-8.
    private let prefix: [UInt8]

    /// Resolves a folder; nil if there is none.
    package init?(_ path: String) {
        guard var bytes = Self.resolved(path) else { return nil }
        if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        prefix = bytes
    }

    /// Whether there is something at a path, and that lies in the folder at any depth, or is the folder itself.
    package func contains(_ path: String) -> Bool {
        Self.resolved(path).map { ($0 + [UInt8(ascii: "/")]).starts(with: prefix) } ?? false
    }

    /// Whether an open file lies in the folder at any depth.
    ///
    /// - Parameters:
    ///   - descriptor: the file, which cannot be replaced by another any more.
    ///   - path: the path by which it was opened, for systems that do not name the file of a descriptor.
    /// - Returns: whether it lies there.
    package func contains(descriptor: Int32, openedAt path: String) -> Bool {
        let found: [UInt8]? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/fd/\(descriptor)", base, buffer.count)
            return count > 0 ? Array(UnsafeRawBufferPointer(start: base, count: count)) : nil
        }
        guard let found else { return contains(path) }
        return found.starts(with: prefix)
    }

    private static func resolved(_ path: String) -> [UInt8]? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}
