internal import Glibc

/// Memory for all rows of an image; only rows that are written and not discarded take space.
///
/// It is for a decoder that needs room for the whole image, and fills it from top to bottom.
package struct DiscardableRows: ~Copyable {
    /// The first byte of the first row.
    package let base: UnsafeMutableRawPointer
    private let byteCount: Int
    private let stride: Int
    /// The bytes that are discarded, a multiple of ``pageBytes``.
    private var discarded = 0

    /// The system gives and takes back memory in pages of this size.
    private static let pageBytes = max(1, sysconf(Int32(_SC_PAGESIZE)))

    /// Reserves addresses for rows of `stride` bytes; memory is allocated when rows are written.
    ///
    /// - Throws: ``OutOfMemory`` if the process may not use so many addresses.
    package init(count: Int, stride: Int) throws(OutOfMemory) {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
        guard !overflows, bytes > 0 else { throw OutOfMemory(bytes: .max) }
        let memory = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw OutOfMemory(bytes: bytes) }
        base = memory
        byteCount = bytes
        self.stride = stride
    }

    deinit { munmap(base, byteCount) }

    /// Returns the memory of the rows above `row` to the system; they are zero from then on.
    package mutating func discard(before row: Int) {
        let end = row * stride / Self.pageBytes * Self.pageBytes
        guard end > discarded else { return }
        madvise(base + discarded, end - discarded, Int32(MADV_DONTNEED))
        discarded = end
    }
}
