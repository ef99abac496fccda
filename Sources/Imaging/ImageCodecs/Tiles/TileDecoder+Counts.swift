internal import CLinux

extension TileDecoder {
    /// The work of a decoder, for statistics and tests.
    public struct Counts: Hashable, Sendable {
        /// The number of tiles decoded.
        public var decodes = 0
        /// The encoded bytes of the decoded tiles.
        public var encodedBytes = 0
        /// The bytes of the decoded pixels, 4 for each.
        public var decodedBytes = 0
        /// The number of tiles that could not be decoded.
        public var failures = 0
        /// The number of decodes on the main thread, which should be 0.
        public var decodesOnMainThread = 0

        /// The number of JPNG tiles whose alpha is missing, which are decoded as opaque.
        public var missingAlpha = 0

        /// Creates counts of zero.
        public init() {}

        /// Adds the counts of another decoder.
        public mutating func add(_ other: Counts) {
            decodes += other.decodes
            encodedBytes += other.encodedBytes
            decodedBytes += other.decodedBytes
            failures += other.failures
            decodesOnMainThread += other.decodesOnMainThread
            missingAlpha += other.missingAlpha
        }

        /// Counts a decode on the calling thread.
        mutating func add(tile bytes: Int, pixels: Int) {
            decodes += 1
            encodedBytes += bytes
            decodedBytes += pixels * MemoryLayout<UInt32>.stride
            decodesOnMainThread += tk_is_main_thread() != 0 ? 1 : 0
        }
    }
}
