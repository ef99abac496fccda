import Foundation

/// The committed inputs of the targets, from which the fuzzer starts.
enum Corpus {
    /// The most bytes of a target's inputs together, so that the repository stays small.
    static let byteLimit = 32 << 10

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    /// The names of the folders.
    static func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    /// The inputs of a target by file name.
    static func inputs(of target: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: target)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    /// Replaces the inputs of a target.
    static func record(_ inputs: [String: [UInt8]], of target: String) throws {
        let folder = folder.appending(path: target)
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in inputs { try Data(bytes).write(to: folder.appending(path: name)) }
    }
}
