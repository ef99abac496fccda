import Dispatch
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@Suite(.timeLimited) struct `Addresses in tilecut` {
    private let folder: ScratchFolder
    private let tile: [UInt8]

    init() throws {
        folder = try ScratchFolder()
        tile = PNGFixture(width: 256, height: 256) { x, y, _ in (x + y) & 255 }.encoded()
    }

    private let region = ["--region", "10,40,22,50", "--zoom", "3-5", "--rate", "0"]

    /// Serves one tile for all of the zooms 0 to 19.
    private func server() throws -> ScriptedServer {
        let tile = tile
        return try ScriptedServer { request in
            request.path.hasPrefix("/t/") && request.path.contains(".png") ? .init(200, tile) : .init(404)
        }
    }

    private func run(_ arguments: [String]) throws -> BuiltTool.Outcome { try BuiltTool.run(arguments, in: folder) }

    @Test func `The tiles of an address are not counted`() throws {
        let server = try server()
        defer { server.close() }
        let template = server.url("/t/{z}/{x}/{y}.png?access_token=S")
        let outcome = try run(["info", template, "--zoom", "3-4"])
        #expect(outcome.status == 0 && outcome.messages == "")
        #expect(outcome.output.hasSuffix("\n2 levels, tiles not counted: each would be requested\n"))
        let before = server.requests.filter { $0.path.hasPrefix("/t/3/") || $0.path.hasPrefix("/t/4/") }.count
        #expect(before <= 1)
        let json = try run(["info", template, "--zoom", "3-4", "--json"])
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["tiles"] is NSNull && object["bytes"] is NSNull)
        #expect(object["path"] as? String == server.url("/t/{z}/{x}/{y}.png"))
    }

    @Test func `What is secret in an address is in no output`() throws {
        let server = try server()
        defer { server.close() }
        let map = server.url("/t/{z}/{x}/{y}.png?access_token=S3CRET")
        let missing = server.url("/no.dzi?access_token=S3CRET")
        let runs = [
            ["fetch", map, "-o", "a.pmtiles", "--dry-run"] + region,
            ["fetch", map, "-o", "a.pmtiles", "--json", "-v"] + region,
            ["fetch", map, "-o", "a.pmtiles"] + region, ["fetch", missing, "-o", "b.pmtiles"] + region,
            ["convert", map, "c.pmtiles", "--dry-run"], ["verify", missing], ["info", missing],
            ["convert", missing, "d.dzi", "--json"],
        ]
        var outcomes: [BuiltTool.Outcome] = []
        for arguments in runs {
            let outcome = try run(arguments)
            #expect(!outcome.output.contains("S3CRET") && !outcome.messages.contains("S3CRET"), "\(arguments)")
            outcomes.append(outcome)
        }
        #expect(outcomes.map(\.status).prefix(3) == [0, 0, 73])
        #expect(outcomes[0].output.hasPrefix(server.url("/t/{z}/{x}/{y}.png would become a.pmtiles: 10 tiles")))
        #expect(outcomes[3].messages.contains(server.url("/no.dzi: ")))
    }

    @Test func `Zooms that a map lacks are a warning`() throws {
        let tile = tile
        let server = try ScriptedServer { request in
            request.path == "/t/tiles.json"
                ? .init(
                    200, Array(#"{"tiles": ["{z}/{x}/{y}.png"], "minzoom": 3, "maxzoom": 4, "tilejson": "3.0.0"}"#.utf8)
                )
                : .init(200, tile)
        }
        defer { server.close() }
        let outcome = try run(["fetch", server.url("/t/tiles.json"), "-o", "a", "--dry-run"] + region)
        #expect(outcome.status == 0 && outcome.output.contains("4 tiles of the zooms 3 to 4;"))
        #expect(outcome.messages.contains("warning: the map has no zooms of 3 to 5 but 3 to 4."))
    }

    @Test func `Zooms that the description names and the server lacks are left out of a fetch and a conversion`() throws
    {
        let tile = tile
        let server = try ScriptedServer { request in
            let json =
                #"{"tiles": ["{z}/{x}/{y}.png"], "maxzoom": 22, "bounds": [10, 40, 22, 50], "tilejson": "3.0.0"}"#
            if request.path == "/t/tiles.json" { return .init(200, Array(json.utf8)) }
            let zoom = request.path.split(separator: "/").dropFirst().first.flatMap { Int($0) }
            return zoom.map { $0 <= 5 } == true ? .init(200, tile) : .init(404)
        }
        defer { server.close() }
        let map = server.url("/t/tiles.json")
        let bounds = ["--region", "10,40,22,50", "--rate", "0"]
        let warning = "the zooms 6 to 22 are left out: its server has no tile of them"
        let plan = try run(["fetch", map, "-o", "a.pmtiles", "--dry-run"] + bounds)
        #expect(plan.status == 0 && plan.output.contains(" of the zooms 0 to 5;") && plan.messages.contains(warning))
        let runs = [["fetch", map, "-o", "a.pmtiles", "-q"] + bounds, ["convert", map, "b.pmtiles", "-q"]]
        for (arguments, output) in zip(runs, ["a.pmtiles", "b.pmtiles"]) {
            let outcome = try run(arguments)
            #expect(outcome.status == 0 && outcome.messages.contains(warning), "\(outcome.messages)")
            let info = try run(["info", output])
            #expect(info.output.contains("\n  Zooms: 0 to 5\n") && info.messages == "", "\(info.output)")
            #expect(info.output.contains("\n  Coordinate system: EPSG:3857\n"))
        }
        let stated = try run(["fetch", map, "-o", "c.pmtiles", "--zoom", "6-7"] + bounds)
        #expect(stated.status != 0 && stated.messages.contains("nothing would be left"))
        #expect(try folder.names() == ["a.pmtiles", "b.pmtiles", "c.pmtiles.fetch"])
    }

    @Test func `A conversion without any tile is an error`() throws {
        let server = try ScriptedServer { request in
            let json = #"{"tiles": ["{z}/{x}/{y}.png"], "maxzoom": 3, "tilejson": "3.0.0"}"#
            return request.path == "/t/tiles.json" ? .init(200, Array(json.utf8)) : .init(404)
        }
        defer { server.close() }
        for output in ["a.pmtiles", "b.mbtiles", "c.dzi"] {
            let outcome = try run(["convert", server.url("/t/tiles.json"), output])
            #expect(outcome.status == 65, "\(output): \(outcome.messages)")
            #expect(try folder.names() == [])
        }
    }

    @Test(arguments: ["area", "area.pmtiles"])
    func `A killed fetch is finished by the same command`(output: String) throws {
        let tile = tile
        let arrivals = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 4)
        let server = try ScriptedServer { request in
            guard request.path.hasPrefix("/t/"), request.path.hasSuffix(".png") else { return .init(404) }
            arrivals.signal()
            gate.wait()
            return .init(200, tile)
        }
        defer { server.close() }
        let arguments = ["fetch", server.url("/t/{z}/{x}/{y}.png"), "-o", output] + region
        let killed = try RunningTool(arguments, in: folder)
        // The sample, and tiles until the gate is closed: six are waited for, which the tool does for seconds only. So the test
        // keeps its thread, which a busy machine may give back too late.
        for _ in 0..<4 + 6 { arrivals.wait() }
        killed.send(SIGKILL)
        #expect(killed.wait() == -SIGKILL)
        #expect(try folder.names().contains("\(output).fetch") && !folder.names().contains(output))
        for _ in 0..<100 { gate.signal() }
        let outcome = try run(arguments)
        #expect(outcome.status == 0 && outcome.messages == "", "\(outcome.messages)")
        #expect(outcome.output.contains(" from an earlier run"))
        #expect(try folder.names() == [output])
        #expect(try run(["verify", output, "-q"]).status == 0)
    }
}
