import Concurrency
import LayerTree
import Networking
import TestLimits
import TestSupport
import Testing
import TileStores

@testable import TileViewing

/// Tests of hostile and broken servers, which can make a viewer show a message about the fault, and nothing else.
@Suite(.timeLimited) @MainActor struct ViewerAttackTests {
    /// The message about an address of a server, which is shortened to "…", and the requests that it took.
    private func refusal(
        _ path: String, options: CurlOptions = CurlOptions(), limits: HTTPLimits = .impatient,
        _ answer: @escaping ChangingServer.Answers
    ) async throws -> (text: String?, requests: Int) {
        let server = try ScriptedServer(answer)
        defer { server.close() }
        let stage = NetworkStage(limits: limits, options: options)
        let text = await stage.refusal(server.url(path))
        #expect(stage.stage.messages.count == 1)
        #expect(stage.viewer.document == nil && stage.access.client.client.requestCount == 0)
        return (text?.replacing(server.url("/"), with: "…/"), server.requests.count)
    }

    @Test(arguments: [
        ("/a.dzi", "…/a.dzi: the server redirects too often.", 6),
        ("file:///etc/passwd", "…/a.dzi: the server redirects to an address that is neither http nor https.", 1),
        ("ftp://127.0.0.1/a.dzi", "…/a.dzi: the server redirects to an address that is neither http nor https.", 1),
    ])
    func `redirects that lead nowhere are refused`(location: String, text: String, requests: Int) async throws {
        let refusal = try await refusal("/a.dzi") { _ in .init(302, headers: ["Location": location]) }
        #expect(refusal.text == text && refusal.requests == requests)
    }

    @Test(arguments: [
        (["Content-Range": "bytes 1-1000/2000"], "the server sends another part of the file than was asked for."),
        (
            ["Content-Range": "bytes 0-999/*"],
            "the server does not say how large the file is. Download it, and open the file."
        ),
        ([:], "the server sends a part of the file, and does not say which."),
    ])
    func `parts that are others than was asked for are refused`(headers: [String: String], text: String) async throws {
        let refusal = try await refusal("/a.pmtiles") { _ in
            .init(206, [UInt8](repeating: 1, count: 1000), headers: headers)
        }
        #expect(refusal.text == "…/a.pmtiles: \(text)" && refusal.requests == 1)
    }

    @Test func `a server that dribbles is given up`() async throws {
        var options = CurlOptions()
        var limits = HTTPLimits.impatient
        options.stallTimeout = 1
        limits.retries = 0
        let refusal = try await refusal("/a.dzi", options: options, limits: limits) { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1000))
            answer.secondsPerByte = 0.2
            return answer
        }
        #expect(refusal.text?.hasPrefix("…/a.dzi: the server does not answer in time (") == true)
        #expect(refusal.requests == 1)
    }

    @Test func `an opening that always breaks off is given up after the retries`() async throws {
        let refusal = try await refusal("/a.dzi") { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1000))
            answer.brokenOffAfter = 500
            return answer
        }
        #expect(refusal.text?.hasPrefix("…/a.dzi: the answer broke off (") == true)
        #expect(refusal.requests == 3)
    }

    @Test func `tiles of another host are not requested, and the message says how to allow it`() async throws {
        let other = try ScriptedServer { _ in .init(200, [1]) }
        defer { other.close() }
        let description = Array(#"{"tilejson": "3.0.0", "tiles": ["\#(other.url("/{z}/{x}/{y}.png"))"]}"#.utf8)
        let refusal = try await refusal("/tiles.json") { request in
            request.path == "/tiles.json" ? .init(200, description) : .init(404)
        }
        let host = "127.0.0.1:\(other.port)"
        #expect(
            refusal.text
                == "…/tiles.json: its tiles are on another host, \(host), which is not asked without your consent. If you trust it, "
                + "allow the host \(host).")
        #expect(other.requests.isEmpty)
    }

    @Test(.enabled(if: EncryptedServer.canRun, "openssl is not installed"))
    func `a server whose certificate nobody has signed is not trusted, unless by choice`() async throws {
        let server = try await EncryptedServer.started()
        let text = await NetworkStage().refusal(server.url("/a.dzi"))
        #expect(text?.hasPrefix("\(server.url("/a.dzi")): the connection cannot be trusted (") == true, "\(text ?? "")")
        var options = CurlOptions()
        options.certificates = server.certificate
        let answer = await NetworkStage(options: options).refusal(server.url("/a.dzi"))
        #expect(answer?.contains("trusted") == false, "\(answer ?? "")")
    }

    @Test func `a redirect to another host is not followed, and the message says how to allow it`() async throws {
        let other = try ScriptedServer { _ in .init(200, [1]) }
        defer { other.close() }
        let host = "127.0.0.1:\(other.port)"
        let refusal = try await refusal("/a.dzi") { _ in .init(302, headers: ["Location": "//\(host)/a.dzi"]) }
        #expect(
            refusal.text
                == "…/a.dzi: the server redirects to another host, \(host), which is not asked without your consent. If you trust "
                + "it, allow the host \(host).")
        #expect(other.requests.isEmpty && refusal.requests == 1)
    }

    @Test func `a message names the whole address, without what is secret in it`() async throws {
        let server = try ScriptedServer { _ in .init(404) }
        defer { server.close() }
        let text = await NetworkStage().refusal(server.url("/deep/a.dzi?access_token=S3CRET"))
        #expect(text?.hasPrefix("\(server.url("/deep/a.dzi")): ") == true, "\(text ?? "")")
        #expect(text?.contains("S3CRET") == false)
    }

    @Test func `a key is for the host of the address, wherever that redirects`() async throws {
        let other = try ScriptedServer { _ in .init(404) }
        defer { other.close() }
        let server = try ScriptedServer { _ in .init(302, headers: ["Location": other.url("/a.dzi")]) }
        defer { server.close() }
        let stage = NetworkStage {
            $0.headers = [HTTPHeader("X-Key", "secret")]
            $0.allowedHosts = ["127.0.0.1:\(other.port)"]
        }
        _ = await stage.refusal(server.url("/a.dzi"))
        #expect(server.requests.allSatisfy { $0.headers["x-key"] == "secret" })
        #expect(!other.requests.isEmpty && other.requests.allSatisfy { $0.headers["x-key"] == nil })
    }
}
