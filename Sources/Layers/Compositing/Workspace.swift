/// Memory that a worker reuses from band to band.
///
/// It grows to what is needed and is freed with the workspace, at the end of a frame.
final class Workspace {
    private var blocks: [UnsafeMutableBufferPointer<UInt32>] = []

    deinit {
        for block in blocks {
            block.deallocate()
        }
    }

    /// Room for pixels, which hold anything at first.
    ///
    /// - Parameters:
    ///   - depth: in how many groups the pixels lie that are drawn; each depth has memory of its own, and depth 0 is for
    ///     a row that is to be blended.
    ///   - count: how many pixels.
    /// - Returns: the memory, until the same depth is asked for more.
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
