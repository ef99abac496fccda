/// A file as a static server has it, of which requests may want parts.
package struct ServedFile: Sendable {
    /// The entity tag with its quotes; `"1"` by default, nil for none.
    package var etag: String? = "\"1\""
    /// The date of the last change; nil, the default, for none.
    package var lastModified: String?
    /// Further headers of each answer; none by default.
    package var headers: [String: String] = [:]
    /// Whether `If-Match` and `If-Unmodified-Since` are observed; `true` by default.
    package var checksPreconditions = true
    /// Whether parts are sent; `true` by default.
    package var sendsParts = true
    /// The size in bytes.
    package let size: Int
    private let read: @Sendable (Range<Int>) -> [UInt8]

    /// A file with these bytes.
    package init(_ bytes: [UInt8]) {
        size = bytes.count
        read = { Array(bytes[$0]) }
    }

    /// A file of any size whose bytes are made when they are asked for.
    package init(size: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]) {
        self.size = size
        self.read = read
    }

    /// A file of `count` bytes, each of which tells its offset in some way.
    package static func numbered(_ count: Int, salt: Int = 0) -> ServedFile {
        ServedFile(size: count) { range in range.map { byte(at: $0, salt: salt) } }
    }

    /// The byte at an offset of a file that is ``numbered(_:salt:)``.
    package static func byte(at offset: Int, salt: Int = 0) -> UInt8 {
        UInt8(truncatingIfNeeded: offset ^ (offset >> 8) &* 31 ^ (offset >> 16) &* 17 &+ salt)
    }

    /// The bytes of a range.
    package func bytes(_ range: Range<Int>) -> [UInt8] { read(range.clamped(to: 0..<size)) }

    /// The part that a request wants; nil for the whole file.
    package func range(of request: ScriptedServer.Request) -> Range<Int>? {
        guard sendsParts, let text = request.headers["range"], text.hasPrefix("bytes=") else { return nil }
        let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = ends[1].isEmpty ? size - 1 : Int(ends[1]),
            ends[1].isEmpty || first <= last
        else { return nil }
        return first..<max(first, min(size - 1, last) + 1)
    }

    /// The answer to a request (RFC 9110, sections 13 and 14).
    package func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Answer {
        var headers = headers
        headers["ETag"] = etag
        headers["Last-Modified"] = lastModified
        if checksPreconditions {
            if let tag = request.headers["if-match"], tag != etag || tag.hasPrefix("W/") { return .init(412) }
            if let date = request.headers["if-unmodified-since"], date != lastModified { return .init(412) }
        }
        if let tag = request.headers["if-none-match"] {
            if tag == etag { return .init(304, headers: headers) }
        } else if let date = request.headers["if-modified-since"], date == lastModified {
            return .init(304, headers: headers)
        }
        guard let range = range(of: request) else { return .init(200, bytes(0..<size), headers: headers) }
        guard !range.isEmpty else { return .init(416, headers: ["Content-Range": "bytes */\(size)"]) }
        headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
        return .init(206, bytes(range), headers: headers)
    }
}

extension ScriptedServer {
    /// The ranges of all requests so far, as the headers have them, and "" for those without one.
    package var ranges: [String] { requests.map { $0.headers["range"] ?? "" } }
}
