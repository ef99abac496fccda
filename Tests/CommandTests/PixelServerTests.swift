import Foundation
import TestLimits
import Testing

/// The program that decodes regions for the Python package, whose own tests compare the pixels.
@Suite(.timeLimited) struct PixelServerTests {
    /// Sends bytes to `serve-pixels`, and ends them; returns what it answers, and its status.
    private func answers(
        _ path: String, in folder: ScratchFolder, to request: String = ""
    ) throws -> (lines: [String], status: Int32) {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        let ours = FileHandle(fileDescriptor: sockets[0], closeOnDealloc: true)
        let theirs = FileHandle(fileDescriptor: sockets[1], closeOnDealloc: true)
        let process = BuiltTool.process(["serve-pixels", path], in: folder)
        process.standardInput = theirs
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try theirs.close()
        try ours.write(contentsOf: Data(request.utf8))
        shutdown(sockets[0], Int32(SHUT_WR))
        let text = String(decoding: try ours.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (text.split(separator: "\n").map(String.init), process.terminationStatus)
    }

    @Test func `the first line describes the levels from full size on, and the end of the socket ends it`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q", "--levels", "2"], in: folder).status == 0)
        let (lines, status) = try answers("big.dzi", in: folder)
        #expect(status == 0)
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        let description = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(description["kind"] as? String == "Deep Zoom")
        #expect(description["width"] as? Int == 600)
        let levels = try #require(description["levels"] as? [[String: Any]])
        #expect(levels.map { $0["level"] as? Int } == [10, 9])
        #expect(levels.map { $0["width"] as? Int } == [600, 300])
        #expect(levels.map { $0["columns"] as? Int } == [3, 2])
        #expect(levels.map { $0["gridX"] as? Int } == [0, 0])
    }

    @Test(arguments: [
        "{}", "[]", "x", #"{"level":10,"x":0,"y":0,"width":0,"height":1}"#,
        #"{"level":11,"x":0,"y":0,"width":1,"height":1}"#, #"{"level":10,"x":1e300,"y":0,"width":1,"height":1}"#,
        // Without memory.
        #"{"level":10,"x":0,"y":0,"width":1,"height":1}"#,
        #"{"level":10,"x":0,"y":0,"width":2147483647,"height":2147483647}"#,
    ])
    func `a request that makes no sense is answered, and ends it`(request: String) throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        let (lines, status) = try answers("big.dzi", in: folder, to: "\(request)\n")
        #expect(lines.count == 2)
        #expect(lines.last?.hasSuffix(#","status":64}"#) ?? false)
        #expect(status == 64)
    }

    @Test func `a file that is no pyramid is an answer with the remedy`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(60, 40), to: "big.jpg")
        let (lines, status) = try answers("big.jpg", in: folder)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("Cut it first") ?? false)
        #expect(status == 65)
        #expect(try answers("missing.dzi", in: folder).status == 66)
    }

    @Test func `standard input that is no socket ends it`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        #expect(try BuiltTool.run(["serve-pixels", "big.dzi"], in: folder).status == 74)
    }
}
