import Files
import TestLimits
import Testing

@testable import ValuePyramids

@Suite(.timeLimited) struct ChunkSpoolTests {
    private let path = "\(TemporaryFiles.folder)/spool"

    private func offset(_ chunk: ChunkSpool.Chunk) -> Int? {
        if case .file(_, _, let offset, _) = chunk { offset } else { nil }
    }

    @Test func `chunks beyond the limit of memory go to files, and come back as they were`() throws {
        let spool = ChunkSpool(memoryLimit: 10, beside: path)
        let chunks: [[UInt8]] = [[1, 2, 3], Array(repeating: 4, count: 8), [5, 6, 7], [], [8, 9]]
        let kept = try chunks.map { try spool.keep($0, part: 0) }
        #expect(kept.map(offset) == [nil, 0, nil, nil, nil])
        #expect(try kept.map(spool.take) == chunks)
        // Memory is free again.
        #expect(offset(try spool.keep(Array(repeating: 0, count: 10), part: 0)) == nil)
    }

    @Test func `a file is used again once all of its chunks are taken`() throws {
        let spool = ChunkSpool(memoryLimit: 0, beside: path)
        let first = try spool.keep([1, 2], part: 3)
        let second = try spool.keep([3], part: 3)
        #expect(offset(try spool.keep([4], part: 2)) == 0)
        #expect(offset(second) == 2)
        #expect(try spool.take(first) == [1, 2])
        let third = try spool.keep([5, 6], part: 3)
        #expect(offset(third) == 3)
        #expect(try spool.take(third) == [5, 6])
        #expect(try spool.take(second) == [3])
        let fourth = try spool.keep([7], part: 3)
        #expect(offset(fourth) == 0)
        #expect(try spool.take(fourth) == [7])
    }
}
