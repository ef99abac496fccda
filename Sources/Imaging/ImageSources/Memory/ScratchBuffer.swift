internal import Glibc

/// Memory that is reused for each tile or band, and grows to the largest request.
package struct ScratchBuffer: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    /// Creates an empty buffer.
    package init() {}

    deinit { free(base) }

    /// Returns memory for at least `count` bytes, aligned to 64 bytes.
    ///
    /// The contents are lost when the memory has to grow.
    ///
    /// - Throws: ``OutOfMemory`` when the system refuses the memory; the buffer is empty then.
    package mutating func reserve(_ count: Int) throws(OutOfMemory) -> UnsafeMutableRawPointer {
        if let base, capacity >= count { return base }
        free(base)
        base = nil
        capacity = 0
        let memory = try HeapMemory.allocate(max(count, HeapMemory.alignment))
        base = memory
        capacity = max(count, HeapMemory.alignment)
        return memory
    }

    /// Frees the memory, with its contents, if it is larger than `limit` bytes.
    package mutating func trim(to limit: Int) {
        guard capacity > limit else { return }
        free(base)
        base = nil
        capacity = 0
    }
}
