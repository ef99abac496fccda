import Foundation
import TestSupport
import TestLimits
import Testing

@testable import Files

@Suite(.timeLimited) struct ContentSampleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [1, 4096, 4097, 100_000, 64 * 4096, 64 * 4096 + 1, 10_000_000, Int.max])
    func `a sample has the first and the last block, and no more blocks than the limit`(size: Int) {
        let offsets = ContentSample.offsets(size: size)
        #expect(offsets.first == 0)
        #expect(offsets.last.map { $0 + 4096 >= size && $0 < size } == true)
        #expect(offsets.count <= ContentSample.blockLimit)
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 })
        if size <= 64 * 4096 {
            #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 <= 4096 }, "nothing is left out")
        }
    }

    @Test(arguments: [0, 50_000, 99_999])
    func `a changed byte of a small file changes the hash`(position: Int) throws {
        var bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        try folder.write(bytes, to: "a")
        let before = try #require(ContentSample.hash(of: folder.path("a")))
        #expect(ContentSample.hash(of: folder.path("a")) == before)
        bytes[position] ^= 1
        try folder.write(bytes, to: "a")
        #expect(ContentSample.hash(of: folder.path("a")) != before)
    }

    @Test func `only regular files have one`() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(ContentSample.hash(of: folder.path("pipe")) == nil)
        #expect(ContentSample.hash(of: folder.path) == nil)
        #expect(ContentSample.hash(of: folder.path("none")) == nil)
        try folder.write(Data(), to: "empty")
        #expect(ContentSample.hash(of: folder.path("empty")) != nil)
    }
}
