/// Memory that is kept from tile to tile or band to band; it grows to what the largest needs and no further.
struct ScratchBuffer: ~Copyable {
    private static let alignment = 64
    private var base = UnsafeMutableRawPointer.allocate(byteCount: alignment, alignment: alignment)
    private var capacity = alignment

    /// An empty buffer.
    init() {}

    deinit { base.deallocate() }

    /// Memory for `count` bytes, aligned for vectors; what was in it is lost when it has to grow.
    mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
        if capacity < count {
            base.deallocate()
            base = .allocate(byteCount: count, alignment: Self.alignment)
            capacity = count
        }
        return base
    }

    /// Gives memory back that is more than `limit` bytes; what was in it is lost then.
    mutating func trim(to limit: Int) {
        guard capacity > limit else { return }
        base.deallocate()
        base = .allocate(byteCount: Self.alignment, alignment: Self.alignment)
        capacity = Self.alignment
    }
}
