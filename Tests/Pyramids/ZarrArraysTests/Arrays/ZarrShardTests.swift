import ImageMetadata
import TestLimits
import TestSupport
import Testing
import ZarrArrays

@Suite(.timeLimited) struct ZarrShardTests {
    /// Shards of 4 × 4 numbers in chunks of 2 × 2, which zarr-python 3.1 has written: in the first, the chunks are not in the
    /// order of the index; in the second, two are left out.
    private static let shards = [
        "c/0/0": "00010101050106010a010b010000000002010301070108010c010d010000000000000000000000000800000000000000"
            + "10000000000000000800000000000000080000000000000008000000000000001800000000000000080000000000000002ac3a26",
        "c/0/1": "04010000090100000e0100000000000000000000000000000800000000000000ffffffffffffffffffffffffffffffff"
            + "08000000000000000800000000000000ffffffffffffffffffffffffffffffff9fd65780",
    ]

    /// The first shard with its index at the beginning.
    private static let start =
        "440000000000000008000000000000004c0000000000000008000000000000005400000000000000080000000000000"
        + "05c0000000000000008000000000000002e072add000101010501060102010301070108010a010b01000000000c010d0100000000"

    private func open(
        _ shards: [String: [UInt8]], text: String = zarr3(chunks: "[4,4]", codecs: shardCodec)
    ) throws -> (ZarrArray, MemoryZarrStore) {
        let store = MemoryZarrStore(array: text, version: .version3, shards)
        return (try ZarrArray(opening: "", in: store, version: .version3), store)
    }

    /// All chunks of the first shard.
    private func firstShard(_ array: ZarrArray) throws -> [[UInt16]] {
        try [[0, 0], [0, 1], [1, 0], [1, 1]].map { try array.readChunk($0).numbers(UInt16.self) }
    }

    private static let expected: [[UInt16]] = [
        [256, 257, 261, 262], [258, 259, 263, 264], [266, 267, 0, 0], [268, 269, 0, 0],
    ]

    @Test func `chunks are read by the index, which is read once`() throws {
        let (array, store) = try open(Self.shards.mapValues { [UInt8](hex: $0) })
        #expect(try firstShard(array) == Self.expected)
        #expect(try array.readChunk([0, 2]).numbers(UInt16.self) == [260, 0, 265, 0])
        #expect(try array.readStoredChunk([1, 2])?.numbers(UInt16.self) == [270, 0, 0, 0])
        // The index and four chunks, then the index and two chunks.
        #expect(store.reads.filter { $0 == "c/0/0" }.count == 5)
        #expect(store.reads.filter { $0 == "c/0/1" }.count == 3)
    }

    @Test func `an index at the beginning counts its own bytes`() throws {
        let text = zarr3(chunks: "[4,4]", codecs: shardCodec.replacing(#""end""#, with: #""start""#))
        let (array, _) = try open(["c/0/0": [UInt8](hex: Self.start)], text: text)
        #expect(try firstShard(array) == Self.expected)
    }

    @Test func `a shard that is missing is asked for once`() throws {
        let (array, store) = try open([:])
        for column in 0..<3 { #expect(try array.readStoredChunk([0, column]) == nil) }
        #expect(try array.readStoredChunk([1, 2]) == nil)
        #expect(store.reads.filter { $0.hasPrefix("c/") } == ["c/0/0", "c/0/1"])
    }

    @Test func `a shard that is truncated or changed gives an error or the samples of its chunks`() throws {
        let whole = [UInt8](hex: Self.shards["c/0/0"] ?? "")
        for count in whole.indices {
            // The index at the end is missing, or its checksum is wrong.
            let (array, _) = try open(["c/0/0": Array(whole[..<count])])
            let error = #expect(throws: CodecError.self) { try array.readChunk([0, 0]) }
            #expect(error?.file == "memory.zarr/c/0/0")
        }
        for position in 32..<whole.count {
            var damaged = whole
            damaged[position] ^= 0x10
            let (array, _) = try open(["c/0/0": damaged])
            #expect(throws: CodecError.self) { try array.readChunk([0, 0]) }
        }
    }

    private static let impossible: [(offset: UInt64, length: UInt64)] = [
        (0, 1 << 40), (.max - 1, 8), (1 << 62, 1 << 62), (1 << 40, 8), (.max, 8), (0, .max), (93, 8), (0, 7), (0, 9),
    ]

    @Test(arguments: impossible) func `an index with impossible numbers and a valid checksum is an error`(
        offset: UInt64, length: UInt64
    ) throws {
        var index: [UInt8] = []
        for _ in 0..<4 {
            withUnsafeBytes(of: offset.littleEndian) { index += $0 }
            withUnsafeBytes(of: length.littleEndian) { index += $0 }
        }
        CRC32C.append(to: &index)
        let (array, _) = try open(["c/0/0": [UInt8](repeating: 0, count: 32) + index])
        let error = #expect(throws: CodecError.self) { try array.readChunk([0, 0]) }
        #expect(error?.code == .damaged)
    }

    @Test func `an index that is claimed to be large costs what is there`() throws {
        let text = zarr3(shape: "[4096,4096]", chunks: "[2048,2048]", codecs: shardCodec)
        let (array, _) = try open(["c/0/0": [1, 2, 3]], text: text)
        #expect(array.metadata.chunksPerCell == [1024, 1024])
        #expect(throws: CodecError.self) { try array.readChunk([0, 0]) }
    }
}
