import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct PixelBlocksTests {
    @Test(arguments: [
        1, 100, PixelBlocks.smallest - 1, PixelBlocks.smallest, PixelBlocks.smallest + 1, 196_608, 1_000_001,
        PixelBlocks.freeLimit + 1,
    ])
    func `every byte of a block can be written, also of one that was freed before`(_ byteCount: Int) throws {
        for _ in 0..<3 {
            let blocks = try (0..<3).map { _ in try PixelBlocks.allocate(byteCount) }
            for (index, block) in blocks.enumerated() {
                block.initializeMemory(as: UInt8.self, repeating: UInt8(index), count: byteCount)
            }
            for (index, block) in blocks.enumerated() {
                let bytes = UnsafeRawBufferPointer(start: block, count: byteCount)
                #expect(bytes.first == UInt8(index) && bytes.last == UInt8(index))
                PixelBlocks.free(block, byteCount)
            }
        }
    }

    @Test func `few free blocks are kept, whatever their sizes`() throws {
        for size in 1...40 {
            let byteCount = size * PixelBlocks.smallest
            let blocks = try (0..<8).map { _ in try PixelBlocks.allocate(byteCount) }
            for block in blocks { PixelBlocks.free(block, byteCount) }
            #expect((0...PixelBlocks.freeLimit).contains(PixelBlocks.freeBytes))
        }
    }
}
