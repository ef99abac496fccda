public import Foundation

/// A folder of its own for one test, removed with everything in it when the test lets go of it.
public final class TemporaryFolder: Sendable {
    /// Its path, without a slash at the end.
    public let path: String

    /// Makes the folder, under a name that nothing else has.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tilekit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Every file and folder in it or below, by relative path, sorted; folders end with a slash.
    public func contents() -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.map { isFolder($0) ? $0 + "/" : $0 }.sorted()
    }

    /// Every file in it or below with its bytes.
    public func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in contents() where !name.hasSuffix("/") {
            files[name] = try bytes(of: name)
        }
        return files
    }

    /// The bytes of a file in it.
    public func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

    /// Writes a file and the folders above it.
    public func write(_ bytes: Data, to name: String) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    /// Moves a file or folder in it.
    public func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }

    /// Removes a file or folder in it.
    public func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && isFolder.boolValue
    }
}
