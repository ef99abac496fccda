/// Blocks of a ``RemoteFile`` that have been read.
package struct RemoteBlocks: Sendable {
    /// The blocks by their numbers.
    var blocks: [Int: [UInt8]] = [:]

    /// Creates an empty collection.
    package init() {}

    init(_ blocks: [Int: [UInt8]]) {
        self.blocks = blocks
    }

    /// Adds blocks.
    package mutating func merge(_ other: RemoteBlocks) {
        blocks.merge(other.blocks) { $1 }
    }

    /// Whether all bytes of a range have been read.
    package func contains(_ range: Range<Int>) -> Bool {
        RemoteFile.blocks(of: range).allSatisfy { blocks[$0] != nil }
    }

    /// Copies the bytes of a range to memory of at least this size; false if some of them have not been read.
    package func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard buffer.count >= range.count else { return false }
        for number in RemoteFile.blocks(of: range) {
            let start = number * RemoteFile.blockLength
            guard let block = blocks[number] else { return false }
            let part = range.clamped(to: start..<start + block.count)
            guard part.upperBound == min(range.upperBound, start + RemoteFile.blockLength) else { return false }
            block.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[(part.lowerBound - range.lowerBound)...])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(
                            rebasing: bytes[part.lowerBound - start..<part.upperBound - start]))
            }
        }
        return true
    }

    /// The bytes of a range; nil if some of them have not been read.
    package func bytes(_ range: Range<Int>) -> [UInt8]? {
        var isComplete = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            isComplete = copy(range, to: UnsafeMutableRawBufferPointer(buffer))
            count = isComplete ? range.count : 0
        }
        return isComplete ? bytes : nil
    }
}
