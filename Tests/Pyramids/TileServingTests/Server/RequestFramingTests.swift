import Foundation
import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct RequestFramingTests {
    /// A request with lines between its `Host` and its end.
    private static func request(
        _ lines: String, line: String = "GET /a HTTP/1.1", host: String = "Host: a.localhost\r\n"
    )
        -> String
    {
        "\(line)\r\n\(host)\(lines)\r\n"
    }

    /// A second request, which must not be answered: it is hidden in the first one.
    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    /// The answers to what is sent on a connection until the server closes it.
    private func answers(to text: String, byByte: Bool = false) throws -> [String] {
        let server = try TestServer(answer: AnswerPlan.echo)
        let client = try server.client()
        if byByte {
            for byte in text.utf8 { client.send([byte]) }
        } else {
            client.send(text)
        }
        client.finishSending()
        let received = String(decoding: client.readToEnd(), as: UTF8.self)
        return received.components(separatedBy: "HTTP/1.1 ").dropFirst().map { "\($0)" }
    }

    @Test(arguments: [
        request("Content-Length: 0\r\nContent-Length: 60\r\n"), request("Content-Length: 0\r\nContent-Length: 0\r\n"),
        request("Content-Length: 0\r\ncontent-length: 0\r\n"), request("Content-Length : 60\r\n"),
        request("Content-Length\t: 60\r\n"), request("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"),
        request("Transfer-Encoding: chunked\r\nContent-Length: 60\r\n"), request("Content-Length: +0\r\n"),
        request("Content-Length: 0, 0\r\n"), request("Content-Length:\r\n"), request("X : 1\r\n"), request(" X: 1\r\n"),
        request("X\u{1}: 1\r\n"), request("X(: 1\r\n"), request("X\u{E9}: 1\r\n"), request(": 1\r\nY: 2\r\n"),
        request("X\r\n"), request("X: a\r\n b\r\n"), request("X: a\r\n\tb\r\n"), request("X: a\r\n b\r\nY: c\r\n"),
        request("X: a\rY: b\r\n"), request("X: a\r\r\n"), request("X: a\nY: b\r\n"), request("X: a\n"),
        request("X: a\u{0}b\r\n"), request("X: a\u{0}b\r\nY: c\r\n"), request("X: 1\u{0}:2\r\nY: 3\r\n"),
        request("X\u{0}Y: 1\r\n"), request("X: a\u{B}b\r\n"), request("X: a\u{7F}b\r\n"), request("X: \u{0}\r\n"),
        request("", host: ""), request("Host: a.localhost\r\n"), request("Host: localhost\r\n"), request("HOST: b\r\n"),
        request("", host: "Host: a\u{0}.localhost\r\n"), request("", host: "Host : localhost\r\n"),
        request("", host: "\r\nHost: localhost\r\n"), request("", line: "GET /a\u{0}/../x HTTP/1.1"),
        request("", line: "GET /a?b\u{0}c HTTP/1.1"), request("", line: "GET /a\rb HTTP/1.1"),
        request("", line: "GET /a HTTP/1.1\u{0}"), request("", line: "GET /a", host: ""),
        "GET /a HTTP/1.1\nHost: localhost\n\n", "GET /a HTTP/1.1\r\nHost: localhost\n\r\n",
        "GET /a HTTP/1.1\r\nHost: localhost\r\n\n",
    ])
    func `a request that programs read in different ways is refused, and the connection ends`(request: String) throws {
        for byByte in [false, true] {
            let answers = try answers(to: request + Self.hidden, byByte: byByte)
            // The library sends the header twice that it refuses a request with itself.
            #expect(!answers.isEmpty && answers.allSatisfy { $0.hasPrefix("400 ") }, "\(answers)")
        }
    }

    @Test(arguments: [
        request("Content-Length: 0\r\n"), request("X:\r\nY:  \t a b\tc \t \r\nZ: \u{E9}\r\n"),
        request("Host-X: a\r\nHos: b\r\n"),
        request("!#$%&'*+-.^_`|~09azAZ: 1\r\n"), request("", line: "GET /a?b=c&d=e?f HTTP/1.1"),
        request("", line: "GET /a? HTTP/1.1"), request("", line: "GET / HTTP/1.1"), "\r\n" + request(""),
        "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "GET /a HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n",
        request("X: \(String(repeating: "x", count: 12_000))\r\nY: z\r\n"),
        request((0..<200).map { "X\($0): y\r\n" }.joined()),
    ])
    func `all other requests are answered, and so is the next one`(request: String) throws {
        for byByte in [false, true] {
            let answers = try answers(to: request + Self.hidden, byByte: byByte)
            #expect(answers.count == 2 && answers.allSatisfy { $0.hasPrefix("200 ") }, "\(answers)")
            #expect(answers.last?.hasSuffix("GET /hidden||http://localhost") == true)
        }
    }

    @Test func `an answer says what is wrong`() throws {
        for (lines, sentence) in [
            ("Content-Length: 0\r\nContent-Length: 60\r\n", "a request has one length: "),
            ("X : 1\r\n", "the name of a field has letters, "), ("X: a\u{7F}\r\n", "the value of a field has no "),
            ("X: a\r\n b\r\n", "each line of a request ends in CR LF, "),
            ("Host: b\r\n", "a request has one Host field."),
        ] {
            let answer = try #require(try answers(to: Self.request(lines)).first)
            #expect(answer.contains("\r\nConnection: close\r\n") && answer.contains("\r\n\r\n\(sentence)"), "\(answer)")
        }
    }
}
