internal import Files
internal import Numbers

/// Splits POSIX paths without looking at the file system.
package enum FilePath {
    /// The path of the enclosing folder; "." for a bare name.
    package static func parent(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// The last component of `path`.
    package static func name(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return trimmed }
        return String(trimmed[trimmed.index(after: slash)...])
    }

    /// The name of a file as a title of what is in it: without its file extension, and visible where it is not UTF-8.
    package static func title(of path: String) -> String {
        let title = withoutExtension(name(of: path))
        return PathText.hasBytes(title) ? VisibleText.escaped(title) : title
    }

    /// The file extension in lower case, without the dot; empty if the name has none, or begins with its only dot.
    package static func fileExtension(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// `path` without its file extension and the dot.
    package static func withoutExtension(_ path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard !fileExtension(of: trimmed).isEmpty, let dot = trimmed.lastIndex(of: ".") else { return trimmed }
        return String(trimmed[..<dot])
    }

    /// `path` without trailing slashes; the root stays "/".
    package static func withoutTrailingSlashes(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") {
            path.removeLast()
        }
        return path
    }

    /// The path of another entry in the same folder; a bare name for a bare name.
    package static func sibling(_ name: String, of path: String) -> String {
        let path = withoutTrailingSlashes(path)
        return String(path.dropLast(self.name(of: path).count)) + name
    }
}
