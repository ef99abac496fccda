internal import Concurrency
internal import Glibc
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Pixels in memory, written by one thread and then only read.
final class PixelMemory: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: whoever creates it writes it before it is shared.

    /// The columns and rows.
    let size: PixelSize
    /// The layout of a pixel in memory.
    let layout: PixelLayout
    /// The first pixel.
    let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next: rows have no gaps.
    let stride: Int

    /// The bytes of all pixels.
    var byteCount: Int { stride * size.height }

    /// Allocates memory whose contents are undefined.
    ///
    /// - Throws: `OutOfMemory`.
    init(_ size: PixelSize, _ layout: PixelLayout) throws {
        self.size = size
        self.layout = layout
        stride = size.width * layout.bytesPerPixel
        base = try PixelBlocks.allocate(stride * size.height)
    }

    deinit { PixelBlocks.free(base, byteCount) }

    /// The first pixel of a row.
    func row(_ y: Int) -> UnsafeMutableRawPointer { base + y * stride }
}

/// Memory for tiles and images, in pages of its own.
///
/// On the heap, small allocations would settle between the tiles that a cache removes, and the process would grow to several
/// times the cache's limit. What is freed serves for the next block of its size, which is rounded up by at most an eighth: the
/// parts of levels that map tiles need have many sizes. From any thread.
enum PixelBlocks {
    private struct State {
        /// Free blocks by size.
        var blocks: [Int: [UnsafeMutableRawPointer]] = [:]
        var byteCount = 0
    }

    /// The fewest bytes of a block with pages of its own; less comes from the heap.
    static let smallest = 64 << 10
    /// The most bytes of free blocks that are kept.
    static let freeLimit = 16 << 20

    private static let state = Locked(State())
    private static let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))

    /// The bytes of the free blocks that are kept.
    static var freeBytes: Int { state.withLock(\.byteCount) }

    /// Allocates memory whose contents are undefined, which is freed with ``free(_:_:)``.
    ///
    /// - Throws: ``RequestError`` with status 503, or `OutOfMemory` for a small block, if there is no memory.
    static func allocate(_ byteCount: Int) throws -> UnsafeMutableRawPointer {
        guard byteCount >= smallest else { return try HeapMemory.allocate(max(1, byteCount)) }
        let size = mappedSize(byteCount)
        let kept = state.withLock { state -> UnsafeMutableRawPointer? in
            guard let block = state.blocks[size]?.popLast() else { return nil }
            state.byteCount -= size
            return block
        }
        if let kept { return kept }
        let block = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let block, block != MAP_FAILED else {
            throw RequestError(503, "the server has too little memory for this at the moment; try again later.")
        }
        return block
    }

    /// Frees memory of a number of bytes.
    static func free(_ block: UnsafeMutableRawPointer, _ byteCount: Int) {
        guard byteCount >= smallest else { return HeapMemory.free(block) }
        let size = mappedSize(byteCount)
        guard size <= freeLimit else {
            munmap(block, size)
            return
        }
        let surplus = state.withLock { state -> [Int: [UnsafeMutableRawPointer]] in
            var surplus: [Int: [UnsafeMutableRawPointer]] = [:]
            if state.byteCount + size > freeLimit {
                // Blocks of sizes that are not needed any more make room, too.
                swap(&surplus, &state.blocks)
                state.byteCount = 0
            }
            state.blocks[size, default: []].append(block)
            state.byteCount += size
            return surplus
        }
        for (size, blocks) in surplus { for block in blocks { munmap(block, size) } }
    }

    /// The size of a block: a multiple of an eighth of the power of two below it, and of a page.
    private static func mappedSize(_ byteCount: Int) -> Int {
        let unit = max(pageSize, 1 << max(0, Int.bitWidth - 1 - byteCount.leadingZeroBitCount - 3))
        return (byteCount + unit - 1) / unit * unit
    }
}
