import CLinux
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid

/// The program that decodes regions for the Python package, whose own tests compare the pixels.
@Suite(.timeLimited) struct PixelServerTests {
    /// The color of a pixel of a PNG, from which tiles are made without loss.
    private static func color(_ x: Int, _ y: Int) -> [UInt8] {
        [x, y, x * 7 + y * 13].map { UInt8(truncatingIfNeeded: $0) }
    }

    private static func image(_ width: Int, _ height: Int) -> Data {
        Data(PNGFixture(width: width, height: height) { x, y, channel in Int(color(x, y)[channel]) }.encoded())
    }

    /// Sends requests to `serve-pixels`, each followed by the memory of this descriptor, and ends them; returns what it answers,
    /// and its status.
    private func answers(
        _ path: String, in folder: ScratchFolder, to requests: [String] = [], memory: Int32? = nil
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
        for request in requests {
            try ours.write(contentsOf: Data("\(request)\n".utf8))
            if let memory { #expect(tk_send_descriptor(sockets[0], memory) == 0) }
        }
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
        let (lines, status) = try answers("big.dzi", in: folder, to: [request])
        #expect(lines.count == 2)
        #expect(lines.last?.hasSuffix(#","status":64}"#) ?? false)
        #expect(status == 64)
    }

    @Test func `the pixels of a region across four tiles are written into the memory, as requested again`() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.image(600, 400), to: "big.png")
        #expect(try BuiltTool.run(["big.png", "-q", "--format", "png"], in: folder).status == 0)
        // Tiles meet at about (256, 256), and the second region reaches beyond the image.
        let size = PixelSize(width: 100, height: 60)
        for (x, y) in [(210, 230), (540, 380)] {
            let memory = tk_sealed_memory("test", size.area * 4)
            try #require(memory >= 0)
            let request = #"{"level":10,"x":\#(x),"y":\#(y),"width":\#(size.width),"height":\#(size.height)}"#
            let (lines, status) = try answers("big.dzi", in: folder, to: [request, request], memory: memory)
            #expect(lines.dropFirst() == ["{}", "{}"])
            #expect(status == 0)
            var expected: [UInt8] = []
            for row in y..<y + size.height {
                for column in x..<x + size.width {
                    let isInside = column < 600 && row < 400
                    expected += isInside ? Self.color(column, row) + [255] : [0, 0, 0, 0]
                }
            }
            let pixels = FileHandle(fileDescriptor: memory, closeOnDealloc: true)
            #expect(try pixels.readToEnd() == Data(expected))
        }
    }

    @Test func `a tile that cannot be decoded is an answer, and the next request is read`() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.image(600, 400), to: "big.png")
        #expect(try BuiltTool.run(["big.png", "-q", "--format", "png"], in: folder).status == 0)
        try folder.write(folder.bytes("big_files/10/0_0.png").prefix(200), to: "big_files/10/0_0.png")
        let memory = tk_sealed_memory("test", 4)
        try #require(memory >= 0)
        defer { close(memory) }
        let requests = [0, 300].map { #"{"level":10,"x":\#($0),"y":0,"width":1,"height":1}"# }
        let (lines, status) = try answers("big.dzi", in: folder, to: requests, memory: memory)
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.hasSuffix(#","status":65}"#) ?? false)
        #expect(lines.last == "{}")
        #expect(status == 0)
    }

    @Test func `memory that may shrink, or has another size, is refused`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        let plain = tk_memory_file("test")
        try #require(plain >= 0 && ftruncate(plain, 4) == 0)
        let small = tk_sealed_memory("test", 3)
        try #require(small >= 0)
        for memory in [plain, small] {
            defer { close(memory) }
            let request = #"{"level":10,"x":0,"y":0,"width":1,"height":1}"#
            let (lines, status) = try answers("big.dzi", in: folder, to: [request], memory: memory)
            #expect(lines.count == 2)
            #expect(lines.last?.contains("may shrink") ?? false)
            #expect(status == 64)
        }
    }

    @Test func `a file that is not a pyramid is an answer with the remedy`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(60, 40), to: "big.jpg")
        let (lines, status) = try answers("big.jpg", in: folder)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("Cut it first") ?? false)
        #expect(status == 65)
        #expect(try answers("missing.dzi", in: folder).status == 66)
    }

    @Test func `standard input that is not a socket ends it`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        #expect(try BuiltTool.run(["serve-pixels", "big.dzi"], in: folder).status == 74)
    }
}
