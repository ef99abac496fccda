/// Memory that an encoder keeps from tile to tile; it grows to what the largest tile needs and no further.
struct ScratchBuffer: ~Copyable {
    private static let alignment = 16
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
}
