import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct TileServerTests {
    @Test func `a route sees the target as it was sent`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        let client = try server.client()
        let origin = "http://localhost"
        for (target, seen) in [
            ("/a", "/a|"), ("/a%2Fb%00+c%3F?d=%26&e=f%3Dg&&h", "/a%2Fb%00+c%3F|d=%26&e=f%3Dg&&h"),
            ("//a/../b/./", "//a/../b/./|"), ("/?", "/|"), ("/%", "/%|"), ("http://localhost/x?y", "/x|y"),
        ] {
            #expect(try client.get(target).text == "GET \(seen)|\(origin)")
        }
    }

    @Test func `a route sees the header fields, joined where they are repeated`() throws {
        let server = try TestServer { request in
            .text(request.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";"))
        }
        let client = try server.client()
        client.send("GET /a HTTP/1.1\r\nHost: localhost\r\nX-One: 1\r\nAccept: a/b\r\nx-one:  2 \r\nEmpty:\r\n\r\n")
        #expect(try client.answer().text == "accept=a/b;empty=;host=localhost;x-one=1, 2")
    }

    @Test func `requests follow each other on a connection, also before they are answered`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        let client = try server.client()
        for number in 0..<50 { client.request("GET", "/\(number)") }
        for number in 0..<50 {
            #expect(try client.answer().text == "GET /\(number)||http://localhost")
        }
        let connections = try server.metric("tileserve_connections")
        withExtendedLifetime(client) { #expect(connections == 2) }
    }

    @Test func `HEAD has the fields of GET, and no body`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        let client = try server.client()
        let (head, get) = try (client.get("/a", method: "HEAD"), client.get("/a"))
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.fields["content-length"] == "\(get.body.count + 1)")
        #expect(head.fields["etag"] == "\"t\"" && head.fields["content-type"] == "text/plain")
    }

    @Test func `a preflight request is allowed`() throws {
        let server = try TestServer({ $0.corsOrigin = "*" }, answer: AnswerPlan.echo)
        for target in ["/a", "*"] {
            let answer = try server.get(
                target, ["Origin": "https://x", "Access-Control-Request-Method": "GET"], method: "OPTIONS")
            #expect(answer.status == 204 && answer.body.isEmpty)
            #expect(answer.fields["access-control-allow-origin"] == "*")
            #expect(answer.fields["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
            #expect(answer.fields["access-control-allow-headers"]?.contains("Range") == true)
        }
    }

    @Test func `a page of another origin reads no answer of a server for this machine alone`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        let client = try server.client()
        for method in ["GET", "HEAD", "OPTIONS", "POST"] {
            let answer = try client.get(
                "/a", ["Origin": "https://example.org", "Access-Control-Request-Method": "GET"], method: method)
            #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control-") })
            #expect((answer.fields["allow"] == "GET, HEAD, OPTIONS") == ["OPTIONS", "POST"].contains(method))
        }
        let open = try TestServer({ $0.host = "0.0.0.0" }, answer: AnswerPlan.echo)
        #expect(try open.get("/a").fields["access-control-allow-origin"] == "*")
    }

    @Test func `a page of the origin that is named reads answers and errors`() throws {
        let server = try TestServer({ $0.corsOrigin = "https://example.org" }, answer: AnswerPlan.echo)
        for (target, method) in [("/a", "GET"), ("/a", "OPTIONS"), ("/a", "POST"), ("a", "GET")] {
            let answer = try server.get(target, ["Origin": "https://other.org"], method: method)
            #expect(answer.fields["access-control-allow-origin"] == "https://example.org")
            #expect(answer.fields["vary"] == "Origin")
        }
        #expect(throws: ServerError.self) { try TestServer({ $0.corsOrigin = "x" }, answer: AnswerPlan.echo) }
    }

    @Test func `a request for another host is refused, and says which option allows it`() throws {
        let server = try TestServer({ $0.serverNames = ["tiles.example.org"] }, answer: AnswerPlan.echo)
        let client = try server.client()
        #expect(try client.get("/a", ["Host": "Tiles.Example.org:\(server.port)"]).status == 200)
        for method in ["GET", "OPTIONS"] {
            let refused = try client.get("/a", ["Host": "example.com:\(server.port)"], method: method)
            #expect(refused.status == 421)
            #expect(
                refused.text
                    == "this server does not answer for example.com; whoever runs it can allow the name "
                    + "example.com.\n")
        }
        #expect(try client.get("/health", ["Host": "example.com"]).status == 421)
        #expect(try client.get("http://example.com/a").status == 421)
        #expect(throws: ServerError.self) { try TestServer({ $0.serverNames = ["a/b"] }, answer: AnswerPlan.echo) }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "TRACE", "get", "PROPFIND"])
    func `other methods are refused with those that are allowed`(method: String) throws {
        let server = try TestServer({ $0.corsOrigin = "*" }, answer: AnswerPlan.echo)
        let answer = try server.get("/a", method: method)
        #expect(answer.status == 405 && answer.fields["allow"] == "GET, HEAD, OPTIONS")
        #expect(answer.fields["access-control-allow-origin"] == "*")
    }

    @Test(arguments: ["Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"])
    func `a request with a body is refused, and the connection ends`(body: String) throws {
        let server = try TestServer({ $0.corsOrigin = "*" }, answer: AnswerPlan.echo)
        for (method, status) in [("GET", "413"), ("POST", "405")] {
            let client = try server.client()
            client.send("\(method) /a HTTP/1.1\r\nHost: localhost\r\n\(body)")
            let answer = String(decoding: client.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.contains("Access-Control-Allow-Origin: *"))
        }
        #expect(try server.get("/a", ["Content-Length": "0"]).status == 200)
    }

    @Test func `a target that is too long, or not encoded, is refused in words`() throws {
        let server = try TestServer({ $0.targetLimit = 100 }, answer: AnswerPlan.echo)
        let client = try server.client()
        #expect(try client.get("/" + String(repeating: "a", count: 99)).status == 200)
        let long = try client.get("/" + String(repeating: "a", count: 100))
        #expect(long.status == 414 && long.text == "the address is longer than 100 bytes.\n")
        #expect(try client.get("/\u{E9}").status == 400)
        #expect(try client.get("a").status == 400)
        #expect(try client.get("/a b").status == 400)
        #expect(try client.get("/a", ["Host": "a/b"]).status == 400)
    }

    @Test func `a query may have thousands of arguments`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        let query = String(repeating: "a=b&", count: 2000)
        #expect(try server.get("/a?\(query)").text == "GET /a|\(query)|http://localhost")
    }

    @Test func `a header that does not fit is refused`() throws {
        let server = try TestServer({ $0.connectionMemory = 8192 }, answer: AnswerPlan.echo)
        let client = try server.client()
        client.send("GET /a HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n")
        let answer = String(decoding: client.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 431 ") || answer.hasPrefix("HTTP/1.1 413 "))
        #expect(try server.get("/a").status == 200)
    }
}
