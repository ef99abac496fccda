extension CachedHTTPClient {
    /// An answer, and its source.
    public struct Answer: Hashable, Sendable {
        /// The source of an answer.
        public enum Origin: Hashable, Sendable {
            /// The server has just sent the answer.
            case server
            /// The cache had the answer, which is fresh or was found to be current.
            case cache
            /// The cache had the answer, which may be out of date.
            case staleCache
        }

        /// The status: 200 or 206; 404 or 410 if there is nothing at the address.
        public var status: Int
        /// The body.
        public var body: [UInt8]
        /// The type of the body that the server states; empty if it states none.
        public var contentType: String
        /// The size of the whole file in bytes, if the body is a part of it; nil if it is unknown.
        public var fileSize: Int?
        /// The entity tag; empty for none.
        public var etag: String
        /// The source of this answer.
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
