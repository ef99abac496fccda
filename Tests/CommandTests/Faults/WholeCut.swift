import Foundation
import Testing

/// A cut that nothing has disturbed, which the others are compared with.
struct WholeCut: Sendable {
    /// The files that it leaves, with the image, by path.
    var files: [String: Data]
    /// The operations of the run, as ``FaultShim`` counts them.
    var calls: [String]

    /// The cuts that the tests need; each is made once.
    private static let cuts = Result {
        let kinds = WrittenKind.all + WrittenKind.exemplary.map(\.coarser)
        return try Dictionary(uniqueKeysWithValues: kinds.map { ($0.testDescription, try WholeCut(making: $0)) })
    }

    /// Returns the cut of a kind.
    static func of(_ kind: WrittenKind) throws -> WholeCut {
        try #require(cuts.get()[kind.testDescription])
    }

    private init(making kind: WrittenKind) throws {
        let folder = try ScratchFolder.withImage()
        let run = try Faults().run(kind.cut, in: folder)
        #expect(run.outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        self.init(files: try folder.tree("."), calls: run.calls)
    }

    init(files: [String: Data], calls: [String]) {
        self.files = files
        self.calls = calls
    }

    /// The names in the folder.
    var names: [String] { Set(files.keys.map { String($0.prefix { $0 != "/" }) }).sorted() }

    /// The operations that a fault of these kinds counts.
    func calls(_ kinds: String...) -> [String] {
        calls.filter { call in kinds.contains { call.hasPrefix("\($0) ") } }
    }

    /// The numbers of some of the operations, from 1; two thirds of them are the last, which finish the pyramid.
    func points(limit: Int = 8) -> [Int] {
        guard calls.count > limit else { return Array(1...max(1, calls.count)) }
        let last = limit * 2 / 3
        let spread = (0..<limit - last).map { 1 + $0 * (calls.count - last) / (limit - last) }
        return spread + Array(calls.count - last + 1...calls.count)
    }
}

extension ScratchFolder {
    private static let image = Result { try TestImage.noise(128, 96) }

    /// A folder with the image `a.jpg`, whose bytes and date are always the same.
    static func withImage() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.writeImage()
        return folder
    }

    /// A folder with copies of files; `a.jpg` gets its usual date.
    convenience init(_ files: [String: Data]) throws {
        try self.init()
        for (name, bytes) in files {
            let url = URL(fileURLWithPath: self(name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: url)
        }
        try setDate()
    }

    /// Writes `a.jpg` again, with bytes after its end, but with the same date.
    func writeImage(followedBy bytes: [UInt8] = []) throws {
        try write(Self.image.get() + bytes, to: "a.jpg")
        try setDate()
    }

    private func setDate() throws {
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: self("a.jpg"))
    }
}
