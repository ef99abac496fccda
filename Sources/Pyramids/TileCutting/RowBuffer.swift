/// Memory for some rows of pixels, kept from band to band; it grows to what the largest needs and no further.
struct RowBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { memory.deallocate() }

    /// Memory for `count` bytes, aligned for vectors; what was in it is lost when it has to grow.
    mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
        if let base = memory.baseAddress, memory.count >= count {
            return base
        }
        memory.deallocate()
        let base = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 64)
        memory = UnsafeMutableRawBufferPointer(start: base, count: max(1, count))
        return base
    }
}
