/// Memory that is reused from tile to tile or band to band and grows to the largest request.
package struct ScratchBuffer: ~Copyable {
    private static let alignment = 64
    private var base = UnsafeMutableRawPointer.allocate(byteCount: alignment, alignment: alignment)
    private var capacity = alignment

    /// An empty buffer.
    package init() {}

    deinit { base.deallocate() }

    /// Memory for at least `count` bytes, aligned to 64 bytes.
    ///
    /// Its contents are lost when it has to grow.
    package mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
        if capacity < count {
            base.deallocate()
            base = .allocate(byteCount: count, alignment: Self.alignment)
            capacity = count
        }
        return base
    }

    /// Frees the memory, with its contents, when it is larger than `limit` bytes.
    package mutating func trim(to limit: Int) {
        guard capacity > limit else { return }
        base.deallocate()
        base = .allocate(byteCount: Self.alignment, alignment: Self.alignment)
        capacity = Self.alignment
    }
}
