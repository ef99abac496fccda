import Foundation

/// A folder of a test's own, removed with all that is in it when the test is over.
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

    /// The path of something in it.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in it, or in one of its folders, in order.
    func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? path : self(folder)).sorted()
    }

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: self(name)))
    }

    func write(_ bytes: some DataProtocol, to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    }

    /// All files below a folder with their bytes, by their path in it.
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
