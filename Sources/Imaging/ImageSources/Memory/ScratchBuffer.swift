internal import Glibc

/// Memory that is reused from tile to tile or band to band and grows to the largest request.
package struct ScratchBuffer: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0

    /// An empty buffer.
    package init() {}

    deinit { free(base) }

    /// Memory for at least `count` bytes, aligned to 64 bytes.
    ///
    /// Its contents are lost when it has to grow.
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

    /// Frees the memory, with its contents, when it is larger than `limit` bytes.
    package mutating func trim(to limit: Int) {
        guard capacity > limit else { return }
        free(base)
        base = nil
        capacity = 0
    }
}
