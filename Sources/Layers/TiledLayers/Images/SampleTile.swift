internal import ImageSources
internal import TilePyramid

/// The stored samples of one channel in a tile: rows from the top without padding, in the machine's byte order.
final class SampleTile: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the memory is written only within `init`.
    private let memory: UnsafeMutableRawBufferPointer
    /// The size of the tile in pixels.
    let size: PixelSize

    /// Creates a tile and writes its samples.
    ///
    /// - Parameters:
    ///   - size: the size in pixels; at least 1.
    ///   - byteCount: the bytes of all samples.
    ///   - write: writes all samples.
    /// - Throws: `OutOfMemory`, and the errors of `write`.
    init(size: PixelSize, byteCount: Int, write: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
        let base = try HeapMemory.allocate(byteCount)
        memory = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
        self.size = size
        try write(memory)
    }

    deinit {
        HeapMemory.free(memory.baseAddress)
    }

    /// The memory of the samples in bytes.
    var byteCount: Int { memory.count }

    /// The first sample, aligned; valid while the tile is retained.
    var firstSample: UnsafeRawPointer? { memory.baseAddress.map { UnsafeRawPointer($0) } }
}

extension SampleTile: Hashable {
    /// Returns true if both are the same tile; tiles with equal samples are different.
    static func == (left: SampleTile, right: SampleTile) -> Bool { left === right }

    /// Hashes the identity.
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
