/// Memory reused from tile to tile or band to band; it grows to the largest size requested.
struct ScratchBuffer: ~Copyable {
    private static let alignment = 64
    private var base = UnsafeMutableRawPointer.allocate(byteCount: alignment, alignment: alignment)
    private var capacity = alignment

    /// An empty buffer.
    init() {}

    deinit { base.deallocate() }

    /// Returns memory for `count` bytes, aligned for SIMD; its contents are lost when it has to grow.
    mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
        if capacity < count {
            base.deallocate()
            base = .allocate(byteCount: count, alignment: Self.alignment)
            capacity = count
        }
        return base
    }

    /// Frees the memory if it is more than `limit` bytes; its contents are lost then.
    mutating func trim(to limit: Int) {
        guard capacity > limit else { return }
        base.deallocate()
        base = .allocate(byteCount: Self.alignment, alignment: Self.alignment)
        capacity = Self.alignment
    }
}
