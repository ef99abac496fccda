internal import Caching
internal import ImageSources

/// The decoded samples of a strip or tile, or of a part of a strip, in the machine's byte order and the type of the file.
final class TIFFDecodedBlock: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: it is filled before it is shared, and constant from then on.
    /// The first byte.
    let memory: UnsafeMutableRawPointer
    /// The number of bytes.
    let byteCount: Int

    /// Allocates a block.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(byteCount: Int) throws(OutOfMemory) {
        memory = try HeapMemory.allocate(max(1, byteCount))
        self.byteCount = byteCount
    }

    deinit { HeapMemory.free(memory) }
}

/// Decoded blocks up to a number of bytes; a block that one thread decodes is decoded by no other meanwhile.
typealias TIFFBlockCache = SingleFlightCache<TIFFBlockKey, TIFFDecodedBlock>

/// A block, or a part of one, by the first of its rows.
struct TIFFBlockKey: Hashable, Sendable {
    var file: String
    /// The offset of the page's directory, or of its samples where several pages share one.
    var page: Int
    var number: Int
    var row: Int
}
