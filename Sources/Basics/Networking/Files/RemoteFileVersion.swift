/// The state of a file at a server, by which its parts are known to belong together (RFC 9110, section 8.8).
struct RemoteFileVersion: Hashable {
    /// The entity tag, also a weak one; empty for none.
    var etag: String
    /// The date of the last change as the server writes it; empty for none.
    var lastModified: String
    /// The bytes of the whole file.
    var size: Int

    init(_ response: HTTPResponse, size: Int) {
        etag = response.header("ETag") ?? ""
        lastModified = response.header("Last-Modified") ?? ""
        self.size = size
    }

    /// The version that a kept part belongs to; nil if it does not say.
    init?(_ entry: HTTPCache.Entry) {
        guard let size = ContentRange(entry.contentRange)?.total, size <= RemoteFile.sizeLimit else { return nil }
        etag = entry.freshness.etag
        lastModified = entry.freshness.lastModified
        self.size = size
    }

    /// Whether the server says which version it has sent, without which parts are not kept from one opening to the next.
    var isKnown: Bool { !etag.isEmpty || !lastModified.isEmpty }

    /// Whether both are the same version: by the tag, or by the date where there is no tag.
    func isSame(as other: RemoteFileVersion) -> Bool {
        guard size == other.size else { return false }
        return etag.isEmpty && other.etag.isEmpty ? lastModified == other.lastModified : etag == other.etag
    }

    /// Whether the answer to a request for a part is of this version, as far as it says.
    func matches(_ response: HTTPResponse) -> Bool {
        if let range = response.header("Content-Range").flatMap(ContentRange.init), let total = range.total {
            guard total == size else { return false }
        }
        if let other = response.header("ETag"), !etag.isEmpty { return other == etag }
        if let other = response.header("Last-Modified"), !lastModified.isEmpty { return other == lastModified }
        return true
    }

    /// The headers that make a server refuse a part of another version with status 412.
    ///
    /// A weak tag never matches in `If-Match` (section 13.1.1), so that only the answer's tag is compared then.
    var preconditions: [HTTPHeader] {
        if !etag.isEmpty { return etag.hasPrefix("W/") ? [] : [HTTPHeader("If-Match", etag)] }
        return lastModified.isEmpty ? [] : [HTTPHeader("If-Unmodified-Since", lastModified)]
    }
}
