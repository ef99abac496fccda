public import Foundation

/// A folder for one test, removed with its contents when the object is released.
public final class TemporaryFolder: Sendable {
    /// The path, without a final slash.
    public let path: String

    /// Creates the folder under a unique name.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tilekit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file or folder inside.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the sorted relative paths of all files and folders inside; folders end with a slash.
    public func contents() -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.map { isFolder($0) ? $0 + "/" : $0 }.sorted()
    }

    /// Returns the bytes of all files inside, by relative path.
    public func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in contents() where !name.hasSuffix("/") {
            files[name] = try bytes(of: name)
        }
        return files
    }

    /// Returns the bytes of a file inside.
    public func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

    /// Writes a file, and creates the folders above it.
    public func write(_ bytes: Data, to name: String) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    /// Writes an unfinished file, as a killed run leaves it.
    public func writeLeftover(_ bytes: Data, to name: String) throws {
        try write(bytes, to: name)
        guard chmod(path(name), 0o1644) == 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EPERM) }
    }

    /// Makes a symbolic link inside.
    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Moves a file or folder inside.
    public func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }

    /// Removes a file or folder inside.
    public func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && isFolder.boolValue
    }
}
