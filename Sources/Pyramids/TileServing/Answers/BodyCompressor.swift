internal import Caching
internal import Compression

/// Compresses bodies with gzip for clients that accept it, and keeps the result for the next of them.
final class BodyCompressor: Sendable {
    /// The fewest bytes that are compressed: smaller answers fit into a packet anyway.
    static let fewestBytes = 1024
    /// The most bytes that are compressed; larger texts would keep other clients waiting.
    static let mostBytes = 1 << 20
    /// The most bytes that are compressed on a thread that talks to clients, which takes about a millisecond.
    static let mostImmediateBytes = 64 << 10
    /// The most bytes of compressed bodies that are kept, with their keys.
    static let cacheLimit = 4 << 20
    /// The bytes that a body and its key take beside their own, about.
    private static let entryBytes = 256

    private let bodies = SharedCache<String, [UInt8]>(limit: cacheLimit)

    /// The compressed bodies that are kept.
    var keptBodies: Int { bodies.statistics.values }

    /// Whether bodies of a media type are texts, which are worth compressing.
    static func isText(_ type: String) -> Bool {
        let name = type[..<(type.utf8.firstIndex(of: UInt8(ascii: ";")) ?? type.endIndex)].lowercased()
        return name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("xml")
            || name == "application/javascript"
    }

    /// Whether a client accepts gzip (RFC 9110, section 12.5.3).
    static func isAccepted(_ field: String?) -> Bool {
        var (gzip, any): (Bool?, Bool?)
        for item in (field ?? "").split(separator: ",") {
            let parts = item.split(separator: ";").map { part in part.filter { $0 != " " && $0 != "\t" }.lowercased() }
            // A weight of zero refuses.
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            switch parts.first {
            case "gzip", "x-gzip": gzip = weight > 0
            case "*": any = weight > 0
            default: break
            }
        }
        return gzip ?? any ?? false
    }

    /// The compressed bytes of a body.
    ///
    /// - Parameters:
    ///   - body: the bytes.
    ///   - key: the same for equal bodies only; nil if the body is not to be kept.
    /// - Returns: a gzip file.
    func compressed(_ body: [UInt8], key: String?) -> [UInt8] {
        guard let key else { return DeflateCodec.gzip(body) }
        if let kept = bodies.value(for: key) { return kept }
        let result = DeflateCodec.gzip(body)
        // A key may be long: it has the query that a client has made up.
        bodies.insert(result, for: key, cost: result.count + key.utf8.count + Self.entryBytes)
        return result
    }
}
