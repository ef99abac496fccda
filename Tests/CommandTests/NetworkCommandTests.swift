import Foundation
import TestLimits
import TestSupport
import Testing

/// The tools with pyramids of a server on this computer.
@Suite(.timeLimited) struct `Addresses in the tools` {
    private let folder: ScratchFolder
    private let server: ScriptedServer
    private static let kinds = [
        "p.pmtiles", "p.szi", "p.tif", "p.dzi", "zoomify/ImageProperties.xml", "iiif/info.json", "xyz/tiles.json",
    ]

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(700, 500), to: "big.jpg")
        let answers = FolderAnswers(folder: folder.path)
        server = try ScriptedServer { answers.answer(to: $0) }
        for output in ["p.pmtiles", "p.szi", "p.tif", "p.dzi"] {
            #expect(try run("big.jpg", "-q", "-o", output).status == 0)
        }
        for layout in ["zoomify", "iiif", "xyz"] {
            #expect(try run("big.jpg", "-q", "-o", layout, "--layout", layout).status == 0)
        }
    }

    /// Runs a tool whose cache is in the folder.
    private func run(_ arguments: String..., tool: String = "tilecut") throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, tool: tool, shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
    }

    private func screenshot(_ address: String, _ name: String) throws -> Data {
        let outcome = try run(address, "--plain", "--size", "320x240", "--screenshot", name, tool: "tileview")
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""), "\(address)")
        return try folder.bytes(name)
    }

    @Test(arguments: kinds) func `a pyramid of a server is verified, converted and shown as a file is`(name: String)
        throws
    {
        defer { server.close() }
        let local = name.contains("/") ? String(name.prefix { $0 != "/" }) : name
        let url = server.url("/\(name)")
        #expect(try run("verify", url, "-q") == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        #expect(try run("info", url).status == 0)
        for (source, output) in [(url, "remote"), (local, "local")] {
            #expect(try run("convert", source, "\(output)/map", "--layout", "zoomify", "-q").status == 0)
        }
        #expect(try folder.tree("remote/map") == folder.tree("local/map"))
        #expect(try screenshot(url, "remote.png") == screenshot(local, "local.png"))
    }

    @Test(arguments: kinds) func `what was shown is shown without the server`(name: String) throws {
        let url = server.url("/\(name)")
        let before = try screenshot(url, "before.png")
        server.close(keepsPort: true)
        #expect(try screenshot(url, "after.png") == before)
    }

    @Test func `what is not there, or no pyramid, is an error that names the address without its query`() throws {
        defer { server.close() }
        try folder.write(Data("hello".utf8), to: "hello.txt")
        let missing = try run("info", server.url("/none.dzi?key=secret"))
        #expect(missing.status == 66 && missing.messages.hasPrefix("tilecut: \(server.url("/none.dzi")): "))
        #expect(!missing.messages.contains("secret"))
        let text = try run("info", server.url("/hello.txt"))
        #expect(text.status == 65 && text.messages.contains("this is not a pyramid."))
        let image = try run("info", server.url("/big.jpg"))
        #expect(image.status == 65 && image.messages.contains("this is an image, not a pyramid. Download it"))
        server.close(keepsPort: true)
        let gone = try run("info", server.url("/other.dzi"))
        #expect(gone.status == 74 && gone.messages.contains("cannot be reached"))
    }

    @Test func `a file of this computer is opened without the network library`() throws {
        defer { server.close() }
        for (tool, arguments) in [("tilecut", ["info", "p.dzi"]), ("tileview", ["p.dzi", "--screenshot", "a.png"])] {
            let outcome = try BuiltTool.run(arguments, in: folder, tool: tool, shell: #"LD_DEBUG=files exec "$@""#)
            #expect(outcome.status == 0)
            // The dynamic linker names each library that it loads.
            #expect(outcome.messages.contains("libjpeg") && !outcome.messages.contains("libcurl"))
        }
        let outcome = try BuiltTool.run(
            ["info", server.url("/p.dzi")], in: folder, shell: #"XDG_CACHE_HOME="$PWD/cache" LD_DEBUG=files exec "$@""#)
        #expect(outcome.status == 0 && outcome.messages.contains("libcurl"))
    }

    @Test func `headers are sent to the server, and what is not a header is refused`() throws {
        defer { server.close() }
        #expect(try run("info", server.url("/p.dzi"), "--header", "X-Key: secret", "--header", "X-Other:1").status == 0)
        #expect(server.requests.allSatisfy { $0.headers["x-key"] == "secret" && $0.headers["x-other"] == "1" })
        for argument in ["none", ": value", "a b: c", "a: b\nc: d"] {
            let outcome = try run("info", server.url("/p.dzi"), "--header", argument)
            #expect(outcome.status == 64, "\(argument)")
        }
    }

    @Test func `merge --over reads addresses with the headers and the hosts of the options`() throws {
        let other = try ScriptedServer { [url = server.url("/p.dzi")] _ in
            ScriptedServer.Answer(302, headers: ["Location": url])
        }
        defer {
            server.close()
            other.close()
        }
        let merge = [
            "merge", other.url("/p.dzi"), "--over", "p.dzi", "-o", "new.dzi", "-q", "--header", "X-Key: secret",
        ]
        func run(_ options: [String]) throws -> BuiltTool.Outcome {
            try BuiltTool.run(merge + options, in: folder, shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
        }
        let refused = try run([])
        #expect(refused.status != 0 && refused.messages.contains("--allow-host"), "\(refused.messages)")
        #expect(other.requests.allSatisfy { $0.headers["x-key"] == "secret" } && !other.requests.isEmpty)
        let host = try #require(server.url("").split(separator: "/").last.map(String.init))
        let allowed = try run(["--allow-host", host])
        // The description has been read; the tiles of a server are fetched first.
        #expect(allowed.status == 65 && allowed.messages.contains("Keep a copy with tilecut fetch first."))
    }

    @Test func `a region of a map is fetched, and after an interruption the rest of it`() throws {
        defer { server.close() }
        #expect(try run("big.jpg", "-q", "-o", "map.pmtiles", "--bounds", "8,47,9,48", "--zoom", "5-9").status == 0)
        let arguments = ["--region", "8.2,47.2,8.8,47.8", "-o", "area.pmtiles"]
        let url = server.url("/map.pmtiles")
        let interrupted = try RunningTool(["fetch", url] + arguments + ["--rate", "5", "-v"], in: folder)
        #expect(interrupted.waitForMessage("10 %"))
        interrupted.send(SIGINT)
        #expect(interrupted.wait() == 130)
        #expect(interrupted.messages.contains("Run the same command to go on."))
        #expect(try folder.names().contains("area.pmtiles.fetch") && !folder.names().contains("area.pmtiles"))
        let finished = try BuiltTool.run(
            ["fetch", url] + arguments + ["--rate", "0", "--json"], in: folder,
            shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
        #expect(finished.status == 0)
        let summary = try #require(
            JSONSerialization.jsonObject(with: Data(finished.output.utf8)) as? [String: Any])
        #expect(summary["resumedTiles"] as? Int ?? 0 > 0)
        #expect(try !folder.names().contains("area.pmtiles.fetch"))
        #expect(try run("verify", "area.pmtiles", "-q").status == 0)
    }

    @Test func `a server whose owner does not permit it is not asked for many tiles`() throws {
        defer { server.close() }
        let outcome = try run(
            "fetch", "https://tile.openstreetmap.org/{z}/{x}/{y}.png", "--region", "8,47,9,48", "-o", "a.pmtiles")
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("the terms of tile.openstreetmap.org do not permit to fetch many tiles."))
    }
}
