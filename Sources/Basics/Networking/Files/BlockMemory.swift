/// Blocks of a file in memory; the least recently used ones (LRU) are dropped first.
struct BlockMemory {
    private var blocks: [Int: (bytes: [UInt8], lastUse: Int)] = [:]
    private var uses = 0
    /// The bytes of all blocks.
    private(set) var byteCount = 0
    /// The most bytes of all blocks.
    let byteLimit: Int

    /// Creates a memory without blocks.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Whether a block is in memory, which does not count as a use.
    func contains(_ number: Int) -> Bool { blocks[number] != nil }

    /// A block, which is used by that; nil if it is not in memory.
    mutating func block(_ number: Int) -> [UInt8]? {
        guard let bytes = blocks[number]?.bytes else { return nil }
        uses += 1
        blocks[number]?.lastUse = uses
        return bytes
    }

    /// Adds a block, and removes others until the limit is kept.
    ///
    /// - Complexity: O(blocks) for each block that is removed.
    mutating func insert(_ bytes: [UInt8], at number: Int) {
        uses += 1
        byteCount += bytes.count - (blocks.updateValue((bytes, uses), forKey: number)?.bytes.count ?? 0)
        while byteCount > byteLimit, let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            byteCount -= oldest.value.bytes.count
            blocks[oldest.key] = nil
        }
    }

    /// Removes all blocks.
    mutating func removeAll() {
        blocks = [:]
        byteCount = 0
    }
}
