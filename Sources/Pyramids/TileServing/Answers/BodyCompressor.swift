internal import Compression
internal import Concurrency

/// Compresses bodies with gzip for clients that accept it, and keeps the result for the next of them.
final class BodyCompressor: Sendable {
    /// The fewest bytes that are compressed: smaller answers fit into a packet anyway.
    static let fewestBytes = 1024
    /// The most bytes that are compressed; larger texts would keep other clients waiting.
    static let mostBytes = 1 << 20
    /// The most bytes of compressed bodies that are kept.
    static let cacheLimit = 4 << 20

    private struct State {
        var bodies: [String: [UInt8]] = [:]
        var bytes = 0

        mutating func insert(_ body: [UInt8], _ key: String) {
            guard bodies[key] == nil else { return }
            // Descriptions are few and small, so that this is rare.
            if bytes + body.count > BodyCompressor.cacheLimit { (bodies, bytes) = ([:], 0) }
            bodies[key] = body
            bytes += body.count
        }
    }

    private let state = Locked(State())

    /// Whether bodies of a media type are texts, which are worth compressing.
    static func isText(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased()
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
    ///   - key: what tells the body from all others; nil if it cannot be kept.
    /// - Returns: a gzip file.
    func compressed(_ body: [UInt8], key: String?) -> [UInt8] {
        if let key, let kept = state.withLock({ $0.bodies[key] }) { return kept }
        let result = DeflateCodec.gzip(body)
        if let key { state.withLock { $0.insert(result, key) } }
        return result
    }
}
