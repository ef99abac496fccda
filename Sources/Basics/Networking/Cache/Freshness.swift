/// The lifetime of a kept answer, and the validators for asking again (RFC 9111 and RFC 9110, section 8.8).
struct Freshness: Hashable, Sendable {
    /// The time until which the answer is fresh, in seconds from 1970.
    var expires: Double
    /// Whether the answer must not be used after that without asking.
    var mustRevalidate: Bool
    /// The entity tag; empty for none.
    var etag: String
    /// The date of the last change as the server writes it; empty for none.
    var lastModified: String

    /// The seconds for which an answer is fresh whose headers say nothing: a day.
    static let standardLifetime = 86_400.0
    /// The seconds for which it is remembered that something is missing, if its headers say nothing: an hour.
    static let missingLifetime = 3600.0
    /// The most seconds for which an answer is fresh: a year, as the standard recommends it.
    static let longestLifetime = 365 * 86_400.0
    /// The headers, in lower case, that say how long an answer is fresh and whether it is stored.
    static let lifetimeHeaders: Set<String> = ["age", "cache-control", "date", "expires", "vary"]

    /// Reads the headers of an answer that has just been received; nil if it must not be stored.
    init?(_ response: HTTPResponse, now: Double) {
        let directives = Self.directives(of: response)
        guard directives["no-store"] == nil, response.header("Vary")?.contains("*") != true else { return nil }
        etag = response.header("ETag") ?? ""
        lastModified = response.header("Last-Modified") ?? ""
        mustRevalidate = ["no-cache", "must-revalidate"].contains { directives[$0] != nil }
        let standard = response.status == 404 || response.status == 410 ? Self.missingLifetime : Self.standardLifetime
        let age = response.header("Age").flatMap { Double($0) } ?? 0
        let lifetime: Double
        if directives["no-cache"] != nil {
            lifetime = 0
        } else if let text = directives["max-age"] {
            // What is not a number is stale (RFC 9111, section 4.2.1).
            lifetime = (Double(text) ?? 0) - max(0, age)
        } else if let text = response.header("Expires") {
            // Both dates are the server's, so that its clock does not matter.
            let date = response.header("Date").flatMap(HTTPDate.seconds) ?? Int(now)
            lifetime = HTTPDate.seconds(of: text).map { Double($0 - date) - max(0, age) } ?? 0
        } else {
            lifetime = standard
        }
        // Not a number counts as 0.
        expires = now + (lifetime > 0 ? min(lifetime, Self.longestLifetime) : 0)
    }

    /// The freshness as it was stored.
    init(expires: Double, mustRevalidate: Bool, etag: String, lastModified: String) {
        self.expires = expires
        self.mustRevalidate = mustRevalidate
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The headers that ask whether the answer is still current; none if the server has given nothing to ask with.
    var validators: [HTTPHeader] {
        var headers: [HTTPHeader] = []
        if !etag.isEmpty { headers.append(HTTPHeader("If-None-Match", etag)) }
        if !lastModified.isEmpty { headers.append(HTTPHeader("If-Modified-Since", lastModified)) }
        return headers
    }

    /// The directives of `Cache-Control`, in lower case, with their arguments.
    private static func directives(of response: HTTPResponse) -> [String: String] {
        var directives: [String: String] = [:]
        for header in response.headers where header.name.lowercased() == "cache-control" {
            for directive in header.value.split(separator: ",") {
                let parts = directive.split(separator: "=", maxSplits: 1).map { part in
                    String(part.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
                }
                guard let name = parts.first?.lowercased() else { continue }
                directives[name] = parts.count > 1 ? parts[1] : ""
            }
        }
        return directives
    }
}
