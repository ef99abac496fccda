extension CachedHTTPClient {
    /// An answer, and where it comes from.
    public struct Answer: Hashable, Sendable {
        /// Where an answer comes from.
        public enum Origin: Hashable, Sendable {
            /// The server has just sent it.
            case server
            /// It was kept, and is fresh or was found to be current.
            case cache
            /// It was kept and may be out of date.
            case staleCache
        }

        /// The status: 200, 206, or 404 and 410 for what is missing.
        public var status: Int
        /// The body.
        public var body: [UInt8]
        /// The type of the body as the server has it; empty if it has said none.
        public var contentType: String
        /// The bytes of the whole file, for a part of it; nil if they are unknown.
        public var fileSize: Int?
        /// The entity tag; empty for none.
        public var etag: String
        /// Where the answer comes from.
        public var origin: Origin

        /// Whether there is nothing at the address.
        public var isMissing: Bool { status == 404 || status == 410 }

        init(_ entry: HTTPCache.Entry, _ origin: Origin) {
            status = entry.status
            body = entry.body
            contentType = entry.contentType
            fileSize = ContentRange(entry.contentRange)?.total
            etag = entry.freshness.etag
            self.origin = origin
        }
    }
}
