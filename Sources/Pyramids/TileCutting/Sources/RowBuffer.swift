/// Memory for some rows of pixels, reused from band to band; it grows as needed and never shrinks.
struct RowBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { memory.deallocate() }

    /// Returns memory for `count` bytes, aligned for SIMD; its content is lost when it grows.
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
