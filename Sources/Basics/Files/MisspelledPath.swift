internal import Glibc

/// Finds the file that a path without one was probably meant to name.
package enum MisspelledPath {
    /// The most entries of a folder that are looked at.
    static let entryLimit = 100_000

    /// Returns the path of the entry of the same folder whose name differs only in upper and lower case.
    ///
    /// Names of photos are written in either case, by cameras and by other systems, which make no difference between them.
    ///
    /// - Returns: the path, written as `path` is; nil if there is no such entry, or the folder cannot be read.
    package static func differingInCase(from path: String) -> String? {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = path[..<start]
        let name = path[start...]
        let folded = name.lowercased()
        guard let stream = opendir(folder.isEmpty ? "." : String(folder)) else { return nil }
        defer { closedir(stream) }
        for _ in 0..<entryLimit {
            guard let entry = readdir(stream) else { return nil }
            let found = PathText.name(of: entry)
            if found != name, found.lowercased() == folded { return folder + found }
        }
        return nil
    }
}
