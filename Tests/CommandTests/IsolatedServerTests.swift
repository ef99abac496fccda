import Foundation
import TestLimits
import Testing

/// `tileserve --isolate`, and decodings that are costly without it.
@Suite(.timeLimited) struct `Decoding in processes of the server` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(900, 700), to: "photo.jpg")
        for arguments in [
            ["photo.jpg", "-o", "deep.dzi"], ["photo.jpg", "-o", "png.szi", "--format", "png"],
            ["photo.jpg", "-o", "web.mbtiles", "--format", "webp"],
            ["photo.jpg", "-o", "jpeg.tif"],
            ["photo.jpg", "-o", "samples.tif", "--format", "png"],
        ] {
            let outcome = try BuiltTool.run(arguments, in: folder)
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
    }

    private static let images = ["deep", "png", "web", "jpeg", "samples", "photo"]

    private static let requests = [
        "full/500,/0/default.png", "37,41,300,200/max/0/default.png", "200,100,512,512/100,/90/gray.jpg",
        "full/max/0/default.webp",
    ]

    private func answers(_ server: RunningServer) async throws -> [String: Data] {
        var answers: [String: Data] = [:]
        for image in Self.images {
            for request in Self.requests {
                let answer = try await server.get("/iiif/3/\(image)/\(request)")
                #expect(answer.status == 200, "\(image) \(request): \(answer.text)")
                answers["\(image) \(request)"] = answer.body
            }
        }
        return answers
    }

    /// The lines of `/proc/N/status` of the processes that a process has started, by their names.
    private func children(of process: Int32) throws -> [[String: String]] {
        let list = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        let others = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            .filter { $0 != "\(process)" }
            .map { (try? String(contentsOfFile: "/proc/\(process)/task/\($0)/children", encoding: .utf8)) ?? "" }
        return try ([list] + others).flatMap { $0.split(separator: " ") }.map { child in
            let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
            return Dictionary(
                status.split(separator: "\n").compactMap { line in
                    line.firstIndex(of: ":").map {
                        (String(line[..<$0]), line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
                    }
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    @Test func `with --isolate, all pixels come from sandboxed processes, and are the same`() async throws {
        let plain = try RunningServer(["."], in: folder)
        let expected = try await answers(plain)
        // No format of these needs a process.
        #expect(try children(of: plain.processIdentifier).isEmpty)
        #expect(plain.stop() == 0)
        let isolated = try RunningServer([".", "--isolate"], in: folder)
        #expect(try await answers(isolated) == expected)
        let children = try children(of: isolated.processIdentifier)
        #expect(!children.isEmpty)
        for child in children {
            #expect(child["NoNewPrivs"] == "1" && child["Seccomp"] == "2", "\(child)")
        }
        #expect(isolated.stop() == 0)
    }

    @Test func `a tile that takes longer than an answer may is given up with its process`() async throws {
        try folder.write(Self.manyScans(), to: "slow_files/13/0_0.jpg")
        try folder.write(
            Data(
                #"""
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="8192" Overlap="0" Format="jpg">
                <Size Width="8192" Height="8192"/></Image>
                """#.utf8), to: "slow.dzi")
        let server = try RunningServer(["slow.dzi", "--answer-seconds", "1"], in: folder)
        let path = "/iiif/3/slow/0,0,64,64/max/0/default.png"
        for _ in 0..<2 {
            let answer = try await server.get(path)
            #expect(
                answer.status == 503 && answer.text.contains("more than 1 second of processor time"), "\(answer.text)")
        }
        #expect(try children(of: server.processIdentifier).isEmpty)
        #expect(server.stop() == 0, "\(server.messages)")
        #expect(!server.messages.contains("error"), "\(server.messages)")
    }

    /// A progressive JPEG of 8,192 x 8,192 pixels, whose 882 scans of coefficients are empty: few bytes, and much time.
    private static func manyScans() -> Data {
        func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)] + bytes
        }
        let side: [UInt8] = [0x20, 0x00]
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        file += segment(0xC2, [8] + side + side + [1, 1, 0x11, 0])
        // Huffman tables with a code of one bit: no difference of means, and the end of a run of 32,767 blocks.
        file += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        file += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
        // The means of 1,024 x 1,024 blocks: a bit each.
        file += segment(0xDA, [1, 1, 0x00, 0, 0, 0]) + [UInt8](repeating: 0, count: 1024 * 1024 / 8)
        // Runs: a bit for the code, and 14 for their lengths beyond 16,384.
        var bits = ""
        for _ in 0..<32 { bits += "0" + String(repeating: "1", count: 14) }
        bits += "0" + String(repeating: "0", count: 14)
        var run: [UInt8] = []
        var rest = Substring(bits)
        while !rest.isEmpty {
            let text = rest.prefix(8)
            let byte = UInt8(text.padding(toLength: 8, withPad: "1", startingAt: 0), radix: 2) ?? 0
            run += byte == 0xFF ? [0xFF, 0] : [byte]
            rest = rest.dropFirst(8)
        }
        for coefficient in UInt8(1)...63 {
            for bit in (UInt8(0)...13).reversed() {
                // The bit that the scan before has coded, and its own.
                let bits = bit == 13 ? bit : (bit + 1) << 4 | bit
                file += segment(0xDA, [1, 1, 0x00, coefficient, coefficient, bits]) + run
            }
        }
        return Data(file + [0xFF, 0xD9])
    }
}
