internal import CLinux

extension TileDecoder {
    /// What a decoder has done, for statistics and tests.
    public struct Counts: Hashable, Sendable {
        /// Tiles whose pixels have been written.
        public var decodes = 0
        /// The bytes of these tiles, compressed.
        public var encodedBytes = 0
        /// The bytes of their pixels, 4 for each.
        public var decodedBytes = 0
        /// Tiles that could not be decoded.
        public var failures = 0
        /// How many of the decodes happened on the main thread, where none should.
        public var decodesOnMainThread = 0

        /// Nothing done.
        public init() {}

        /// Adds what another decoder has done.
        public mutating func add(_ other: Counts) {
            decodes += other.decodes
            encodedBytes += other.encodedBytes
            decodedBytes += other.decodedBytes
            failures += other.failures
            decodesOnMainThread += other.decodesOnMainThread
        }

        /// Adds a tile of so many compressed bytes that has become so many pixels, on this thread.
        mutating func add(tile bytes: Int, pixels: Int) {
            decodes += 1
            encodedBytes += bytes
            decodedBytes += pixels * MemoryLayout<UInt32>.stride
            decodesOnMainThread += tk_is_main_thread() != 0 ? 1 : 0
        }
    }
}
