/// The 64-bit FNV-1a hash of bytes (http://www.isthe.com/chongo/tech/comp/fnv/); unlike Swift's hashes, it is the same in every
/// run.
///
/// It distinguishes contents and paths in files that outlive a run. It is not secure: equal hashes are easy to make.
package struct FNV1aHash {
    /// The hash of the bytes so far.
    package private(set) var value: UInt64

    /// Begins a hash.
    ///
    /// - Parameter offsetBasis: the hash of no bytes. The default is the standard's; another gives a second hash.
    package init(offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325) {
        value = offsetBasis
    }

    /// Adds bytes at the end.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        // Generic code is not specialized for other modules: an iterator takes fifty times as long as a buffer.
        if bytes.withContiguousStorageIfAvailable({ append(buffer: $0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { append(buffer: $0) }
        }
    }

    private mutating func append(buffer: UnsafeBufferPointer<UInt8>) {
        for byte in buffer { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// The hash of some bytes.
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV1aHash()
        hash.append(bytes)
        return hash.value
    }
}
