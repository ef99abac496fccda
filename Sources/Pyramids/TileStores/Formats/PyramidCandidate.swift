/// A file or folder that may be a pyramid, and the evidence for it.
public struct PyramidCandidate: Sendable {
    /// What the path refers to.
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
    /// What the path refers to.
    public let content: Content
    /// The formats that an archive may hold.
    public let formats: PyramidFormats

    private let files: any PyramidFiles

    /// Examines a path.
    ///
    /// - Parameters:
    ///   - path: the path of a file or folder, with or without trailing slashes.
    ///   - files: the files among which it is.
    ///   - formats: the formats that an archive may hold.
    /// - Throws: ``StoreError`` when nothing is there or it cannot be read.
    init(_ path: String, in files: any PyramidFiles, formats: PyramidFormats) async throws {
        self.path = FilePath.withoutTrailingSlashes(path)
        self.files = files
        self.formats = formats
        content = try await files.content(at: path)
    }

    /// Reads the first bytes of the file, at most `limit`; `nil` if it has disappeared.
    ///
    /// - Throws: ``StoreError`` when it cannot be read.
    public func read(limit: Int) async throws -> [UInt8]? { try await files.read(path, limit: limit) }

    /// The names of all entries of the folder that contains this one.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read.
    public func siblingNames() async throws -> [String] { try await files.names(in: FilePath.parent(of: path)) }

    /// Another entry of the folder that contains this one.
    ///
    /// - Throws: ``StoreError`` when it does not exist or cannot be read.
    public func sibling(_ name: String) async throws -> PyramidCandidate {
        let path = path.contains("/") ? "\(FilePath.parent(of: path))/\(name)" : name
        return try await PyramidCandidate(path, in: files, formats: formats)
    }

    /// An entry of this folder.
    func entry(_ name: String) async throws -> PyramidCandidate {
        try await PyramidCandidate("\(path)/\(name)", in: files, formats: formats)
    }
}

/// The files among which a pyramid is looked for: those of a disk, or of anything else that has paths.
public protocol PyramidFiles: Sendable {
    /// Examines what is at a path.
    ///
    /// - Throws: ``StoreError`` when nothing is there or it cannot be read.
    func content(at path: String) async throws -> PyramidCandidate.Content

    /// Reads the first bytes of a file, at most `limit`; `nil` if there is no such file.
    func read(_ path: String, limit: Int) async throws -> [UInt8]?

    /// The names of the entries of a folder.
    func names(in folder: String) async throws -> [String]
}
