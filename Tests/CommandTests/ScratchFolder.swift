import Foundation

/// A folder for one test, removed with its contents when the test ends.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tilecut-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file or folder in it.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the sorted names in the folder, or in a folder inside it.
    func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? path : self(folder)).sorted()
    }

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: self(name)))
    }

    /// Writes a file, and creates the folders above it.
    func write(_ bytes: some DataProtocol, to name: String) throws {
        let url = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Returns the bytes of all files below a folder, by relative path.
    func tree(_ folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: self(folder)) {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: self("\(folder)/\(name)"), isDirectory: &isFolder),
                !isFolder.boolValue
            {
                files[name] = try bytes("\(folder)/\(name)")
            }
        }
        return files
    }
}
