/// Scratch memory that a worker reuses from band to band.
///
/// It grows as needed and is freed with the workspace at the end of a frame.
final class Workspace {
    private var blocks: [UnsafeMutableBufferPointer<UInt32>] = []

    deinit {
        for block in blocks {
            block.deallocate()
        }
    }

    /// Returns uninitialized memory for pixels.
    ///
    /// - Parameters:
    ///   - depth: the nesting depth of the drawn group; each depth has its own memory, and depth 0 is for a row to blend.
    ///   - count: the number of pixels.
    /// - Returns: the memory, valid until more is requested for the same depth.
    func scratch(atDepth depth: Int, count: Int) -> UnsafeMutablePointer<UInt32>? {
        while blocks.count <= depth {
            blocks.append(UnsafeMutableBufferPointer(start: nil, count: 0))
        }
        if blocks[depth].count < count {
            blocks[depth].deallocate()
            blocks[depth] = .allocate(capacity: count)
        }
        return blocks[depth].baseAddress
    }
}

/// Memory for a number of pixels or positions, with the lifetime of this object; initially uninitialized.
final class ScratchMemory<Element> {
    let base: UnsafeMutablePointer<Element>

    init(count: Int) {
        base = .allocate(capacity: count)
    }

    deinit {
        base.deallocate()
    }
}
