import Foundation
import JSONDocuments
import TestLimits
import Testing
import ToolSupport

@Suite(.timeLimited) struct `Commands of tileserve` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        try folder.write(Data("a key of thirty-two bytes or more\n".utf8), to: "key.txt")
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, tool: "tileserve")
    }

    @Test(arguments: [
        (["--help"], help), (["-h"], help), (["help"], help), (["sign", "--help"], signHelp),
        (["help", "sign"], signHelp),
    ])
    func `the help shows the options`(arguments: [String], help: String) throws {
        let outcome = try BuiltTool.run(arguments, in: folder, tool: "tileserve")
        #expect(outcome == BuiltTool.Outcome(status: 0, output: help, messages: ""))
    }

    @Test func `the version is one line`() throws {
        let version = BuiltTool.Outcome(status: 0, output: "tileserve \(Version.number)\n", messages: "")
        #expect(try run("--version") == version)
    }

    @Test(arguments: [
        (["--port", "65536"], "--port takes 0 to 65535."),
        (["--max-age", "31536001"], "--max-age takes 0 to 31536000."),
        (["--workers", "0"], "--workers takes 1 to 1024; 0 is out of range."),
        (
            ["--memory", "100"],
            "an image of 24000000 pixels takes 252 MB. Choose --memory 252, or a smaller --max-area."
        ),
        (["--frobnicate"], "Unknown option '--frobnicate'"),
        (["--base-url", "x"], ""),
        (["--server-name", "http://a"], "http://a: this is not a name of a server"),
        (["--cors", "a.org"], "a.org: this is not an origin of pages"),
    ])
    func `invalid arguments are refused`(arguments: [String], message: String) throws {
        let outcome = try BuiltTool.run(["big.jpg"] + arguments, in: folder, tool: "tileserve")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("tileserve: \(message)"), "\(outcome.messages)")
    }

    @Test func `invalid arguments of sign are refused`() throws {
        #expect(try run("sign", "--key", "key.txt", "iiif/3/big/").status == 64)
        #expect(try run("sign", "--key", "key.txt", "--expires", "0", "/iiif/3/big/").status == 64)
        #expect(try run("sign", "/iiif/3/big/").messages.contains("\nUsage: tileserve sign "))
    }

    @Test func `a path, a key or a log that cannot be used is named`() throws {
        let missing = try run("missing.dzi", "--port", "0")
        #expect(missing.status == 66)
        #expect(missing.messages == "tileserve: missing.dzi: no such file or folder. Check the spelling.\n")
        let key = try run("big.jpg", "--port", "0", "--key", "missing.txt")
        #expect(key.status == 66 && key.messages.contains("missing.txt"), "\(key.messages)")
        try folder.write(Data("short".utf8), to: "short.txt")
        let short = try run("sign", "--key", "short.txt", "/")
        #expect(short.status == 66 && short.messages.contains("short.txt"), "\(short.messages)")
        let log = try run("big.jpg", "--port", "0", "--access-log", "missing/log")
        #expect(log.status == 73)
        #expect(log.messages == "tileserve: missing/log: the log cannot be opened: No such file or directory.\n")
    }

    @Test func `a port that is in use is named, and the server there goes on`() async throws {
        let server = try RunningServer(["big.jpg"], in: folder)
        let port = try #require(server.address.split(separator: ":").last)
        let second = try run("big.jpg", "--port", String(port))
        #expect(second.status == 69 && second.output.isEmpty)
        #expect(second.messages.hasPrefix("tileserve: port \(port) of 127.0.0.1 is in use by another program"))
        #expect(try await server.get("/health").text == "ok\n")
        #expect(server.stop() == 0)
    }

    @Test func `only signed addresses are answered with a key`() async throws {
        let server = try RunningServer(["big.jpg", "--key", "key.txt"], in: folder)
        let path = "/iiif/3/big/full/60,/0/default.jpg"
        #expect(try await server.get(path).status == 403)
        let exact = try run("sign", "--key", "key.txt", path).output.dropLast()
        #expect(try await server.get(String(exact)).status == 200)
        let below = try run("sign", "--key", "key.txt", "--expires", "3600", "/iiif/3/big/").output.dropLast()
        let query = try #require(below.split(separator: "?").last)
        #expect(try await server.get("\(path)?\(query)").status == 200)
        #expect(try await server.get("/iiif/2/big/info.json?\(query)").status == 403)
        #expect(server.stop() == 0)
    }

    @Test func `each request is a line of JSON, and the file is appended to`() async throws {
        try folder.write(Data("{}\n".utf8), to: "log")
        let server = try RunningServer(["big.jpg", "--access-log", "log"], in: folder)
        #expect(try await server.get("/iiif/3/big/info.json").status == 200)
        #expect(try await server.get("/iiif/3/none/info.json").status == 404)
        #expect(server.stop() == 0)
        let lines = String(decoding: try folder.bytes("log"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3)
        for line in lines { _ = try JSONValue(parsing: Array(line.utf8)) }
        #expect(lines[1].contains(#""method":"GET","target":"/iiif/3/big/info.json","status":200,"#))
        #expect(lines[2].contains(#""target":"/iiif/3/none/info.json","status":404,"#))
    }

    @Test func `what is wrong with a file is said on standard error, not to clients`() async throws {
        try folder.write(Data([1, 2, 3]), to: "bad.jpg")
        let server = try RunningServer([folder.path], in: folder)
        let answer = try await server.get("/iiif/3/bad/info.json")
        #expect(answer.status == 500 && !answer.text.contains(folder.path) && !answer.text.contains("bad.jpg"))
        #expect(try await server.get("/iiif/3/big/info.json").status == 200)
        #expect(server.stop() == 0)
        #expect(server.messages.contains("GET /iiif/3/bad/info.json: "))
        #expect(server.messages.contains("bad.jpg"))
    }

    @Test func `as many connections are taken as the system allows, and the remedy is named`() async throws {
        let server = try RunningServer(
            ["big.jpg"], in: folder, command: #"bash -c 'ulimit -n 1024; exec "$@"' bash "$@""#)
        #expect(
            server.waitForMessage(
                "tileserve: taking up to 512 connections; more need a higher limit of open files (ulimit -n)\n"))
        #expect(try await server.get("/health").text == "ok\n")
        #expect(server.stop() == 0)
    }

    @Test func `SIGHUP has the folders read again, and the server goes on`() async throws {
        let server = try RunningServer([folder.path], in: folder)
        try folder.write(TestImage.jpeg(60, 40), to: "new.jpg")
        server.send(SIGHUP)
        #expect(server.waitForMessage("tileserve: read again; serving 2 images\n"))
        #expect(try await server.get("/iiif/3/new/info.json").status == 200)
        #expect(unlink(folder("new.jpg")) == 0)
        server.send(SIGHUP)
        #expect(server.waitForMessage("tileserve: read again; serving 1 image\n"))
        #expect(try await server.get("/iiif/3/new/info.json").status == 404)
        #expect(server.stop() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func `an answer that has been begun is finished`(signal: Int32) async throws {
        let server = try RunningServer(["big.jpg", "--answer-seconds", "1000"], in: folder)
        let address = "\(server.address)/iiif/3/big/full/%5E1800,1200/0/default.png"
        async let answer = RunningServer.get(address)
        // Until it is being made; an answer that is made already would end the test as well, by its count.
        while true {
            let lines = Set(try await server.get("/metrics").text.split(separator: "\n"))
            if lines.contains("tileserve_busy_workers{lane=\"region\"} 1") { break }
            if lines.contains(#"tileserve_requests_total{route="iiif",status="200"} 1"#) { break }
        }
        server.send(signal)
        let finished = try await answer
        #expect(finished.status == 200 && finished.type == "image/png")
        #expect(finished.body.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
        #expect(server.wait() == 0)
    }
}
