internal import Files
internal import Glibc
internal import TileContainers

/// A file or folder that may be a pyramid, and the evidence for it.
public struct PyramidCandidate: Sendable {
    /// The object at the path.
    public enum Content: Hashable, Sendable {
        /// A file, with its first bytes, at most ``PyramidCandidate/headLength``.
        case file(head: [UInt8])
        /// A folder, with the names of its entries.
        case folder(names: [String])
        /// Anything else, such as a socket or a device.
        case other
    }

    /// The number of bytes of a file that are examined: 4096.
    public static let headLength = 4096

    /// The path without trailing slashes.
    public let path: String
    /// The name of one of several pyramids in the file, which follows the path and a colon; `nil` if none is asked for.
    public let part: String?
    /// The object at the path.
    public let content: Content
    /// The formats that an archive may hold.
    public let formats: PyramidFormats

    /// Examines a path, with or without trailing slashes.
    ///
    /// - Throws: ``StoreError`` when nothing is there or it cannot be read.
    package init(_ path: String, formats: PyramidFormats) throws {
        var status = stat()
        var path = path
        var part = String?.none
        if Files.stat(path, &status) != 0, let colon = path.lastIndex(of: ":"), colon > path.startIndex,
            FileSystem.exists(String(path[..<colon]))
        {
            part = String(path[path.index(after: colon)...])
            path = String(path[..<colon])
        }
        guard Files.stat(path, &status) == 0 else {
            let code = errno
            guard code == ENOENT || code == ENOTDIR else { throw StoreError.reading(path, errno: code) }
            let meant =
                formats.all.lazy.flatMap(\.fileExtensions).map { "\(path).\($0)" }.first(where: FileSystem.exists)
                ?? MisspelledPath.differingInCase(from: path)
            throw StoreError(
                .unreadable, path: path,
                "no such file or folder. \(meant.map { "Did you mean \($0)?" } ?? "Check the spelling.")")
        }
        self.path = FilePath.withoutTrailingSlashes(path)
        self.formats = formats
        self.part = part
        content =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file(head: try FileSystem.readWhole(path, limit: Self.headLength) ?? [])
            case S_IFDIR: .folder(names: try FileSystem.entries(of: path))
            default: .other
            }
    }

    /// Reads the first bytes of the file, at most `limit`; `nil` if it has disappeared.
    ///
    /// - Throws: ``StoreError`` when it cannot be read.
    public func read(limit: Int) async throws -> [UInt8]? { try FileSystem.readWhole(path, limit: limit) }

    /// The names of all entries of the folder that contains this one.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read.
    public func siblingNames() async throws -> [String] { try FileSystem.entries(of: FilePath.parent(of: path)) }

    /// Another entry of the folder that contains this one.
    ///
    /// - Throws: ``StoreError`` when it does not exist or cannot be read.
    public func sibling(_ name: String) async throws -> PyramidCandidate {
        let path = path.contains("/") ? "\(FilePath.parent(of: path))/\(name)" : name
        return try PyramidCandidate(path, formats: formats)
    }

    /// An entry of this folder.
    func entry(_ name: String) throws -> PyramidCandidate {
        try PyramidCandidate("\(path)/\(name)", formats: formats)
    }
}
