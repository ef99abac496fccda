import ImageMetadata
import TestLimits
import Testing
import ZarrArrays

/// Arrays of 3 × 5 numbers from 256 on, which zarr-python 3.1 has written.
@Suite(.timeLimited) struct ZarrArrayTests {
    private static let whole = "00010101020103010401050106010701080109010a010b010c010d010e01"

    private static let chunks = [
        "00010101020103010501060107010801", "04010700070007000901070007000700", "0a010b010c010d010700070007000700",
        "0e010700070007000700070007000700",
    ]

    private func open(
        _ text: String, _ version: ZarrArrayMetadata.Version, _ values: [String: String]
    ) throws -> ZarrArray {
        let store = MemoryZarrStore(array: text, version: version, values.mapValues { [UInt8](hex: $0) })
        return try ZarrArray(opening: "", in: store, version: version)
    }

    @Test(arguments: [
        (zarr3(), ZarrArrayMetadata.Version.version3, ["c/0/0", "c/0/1", "c/1/0", "c/1/1"]),
        (
            zarr3(keys: #"{"name":"default","configuration":{"separator":"."}}"#), .version3,
            ["c.0.0", "c.0.1", "c.1.0", "c.1.1"]
        ),
        (zarr3(keys: #"{"name":"v2"}"#), .version3, ["0.0", "0.1", "1.0", "1.1"]),
        (zarr2(), .version2, ["0.0", "0.1", "1.0", "1.1"]),
        (zarr2(more: #","dimension_separator":"/""#), .version2, ["0/0", "0/1", "1/0", "1/1"]),
    ]) func `chunks are read by their keys, whole also at the edges`(
        text: String, version: ZarrArrayMetadata.Version, keys: [String]
    ) throws {
        let values = Dictionary(uniqueKeysWithValues: zip(keys, Self.chunks))
        let array = try open(text, version, values)
        #expect(array.metadata.gridShape == [2, 2])
        for (number, key) in keys.enumerated() {
            let index = [number / 2, number % 2]
            #expect(try array.readChunk(index) == [UInt8](hex: Self.chunks[number]), "\(key)")
        }
    }

    @Test func `a chunk that is left out has the fill value`() throws {
        let array = try open(zarr3(), .version3, ["c/0/0": Self.chunks[0]])
        #expect(try array.readStoredChunk([1, 1]) == nil)
        #expect(try array.readChunk([1, 1]).numbers(UInt16.self) == [UInt16](repeating: 7, count: 8))
        let wide = try open(zarr3(type: "float64", chunks: "[3,5]", fill: "0.1"), .version3, [:])
        #expect(try wide.readChunk([0, 0]).numbers(Double.self) == [Double](repeating: 0.1, count: 15))
        let bytes = try open(zarr3(type: "uint8", chunks: "[3,5]", fill: "9"), .version3, [:])
        #expect(try bytes.readChunk([0, 0]) == [UInt8](repeating: 9, count: 15))
    }

    @Test(arguments: [
        (zarr3(chunks: "[3,5]"), ZarrArrayMetadata.Version.version3, "c/0/0", whole),
        (
            zarr3(chunks: "[3,5]", codecs: #"[{"name":"bytes","configuration":{"endian":"big"}}]"#), .version3, "c/0/0",
            "0100010101020103010401050106010701080109010a010b010c010d010e"
        ),
        (
            zarr3(chunks: "[3,5]", codecs: #"["bytes",{"name":"zstd","configuration":{"level":3,"checksum":false}}]"#),
            .version3, "c/0/0",
            "28b52ffd201ef1000000010101020103010401050106010701080109010a010b010c010d010e01"
        ),
        (
            zarr3(chunks: "[3,5]", codecs: #"["bytes",{"name":"gzip","configuration":{"level":6}}]"#), .version3,
            "c/0/0",
            "1f8b0800e6d20d6b00ff05c1850100200c0020b166ff7fae90901555d385615ab6e37a3e617a7f941e000000"
        ),
        (
            zarr3(
                chunks: "[3,5]",
                codecs: """
                    ["bytes",{"name":"blosc","configuration":{"typesize":2,"cname":"lz4","clevel":5,"shuffle":"shuffle",
                    "blocksize":0}}]
                    """), .version3, "c/0/0", "020133021e0000001e0000002e000000" + whole
        ),
        (zarr3(chunks: "[3,5]", codecs: #"["bytes","crc32c"]"#), .version3, "c/0/0", whole + "65fae6b7"),
        (
            zarr2(chunks: "[3,5]", type: #"">u2""#, compressor: #"{"id":"zlib","level":1}"#), .version2, "0.0",
            "780105c1850100200c0020b166ff7fae20212baaa60bc3b46cc7f53e05050079"
        ),
        (
            zarr2(
                chunks: "[3,5]",
                compressor: #"{"id":"blosc","cname":"zstd","clevel":5,"shuffle":1,"blocksize":0}"#), .version2, "0.0",
            "020193021e0000001e0000002e000000" + whole
        ),
    ]) func `chunks of all codecs are read`(
        text: String, version: ZarrArrayMetadata.Version, key: String, hex: String
    ) throws {
        let array = try open(text, version, [key: hex])
        #expect(try array.readChunk([0, 0]).numbers(UInt16.self) == (256..<271).map { UInt16($0) })
    }

    @Test func `numbers of four bytes are read after LZ4`() throws {
        let text = zarr2(
            chunks: "[3,5]", type: #""<f4""#, compressor: #"{"id":"lz4","acceleration":1}"#, fill: #""NaN""#)
        let array = try open(
            text, .version2,
            [
                "0.0": "3c000000f02d0000804300808043000081430080814300008243008082430000834300808343000084430080844300"
                    + "00854300808543000086430080864300008743"
            ])
        #expect(try array.readChunk([0, 0]).numbers(Float.self) == (256..<271).map { Float($0) })
    }

    @Test func `an array of 2^40 by 2^40 samples costs nothing`() throws {
        let text = zarr3(shape: "[1099511627776,1099511627776]", chunks: "[2,4]")
        let array = try open(text, .version3, ["c/549755813887/274877906943": Self.chunks[0]])
        #expect(array.metadata.gridShape == [549_755_813_888, 274_877_906_944])
        #expect(try array.readStoredChunk([549_755_813_887, 274_877_906_943]) == [UInt8](hex: Self.chunks[0]))
        #expect(try array.readStoredChunk([1, 1]) == nil)
    }

    @Test(arguments: [0, 1, 15, 17, 100_000]) func `a chunk of another size is an error that names its file`(
        count: Int
    ) throws {
        let array = try open(zarr3(), .version3, ["c/0/0": String(repeating: "00", count: count)])
        let error = #expect(throws: CodecError.self) { try array.readChunk([0, 0]) }
        #expect(error?.file == "memory.zarr/c/0/0")
        #expect(error?.code == .damaged)
    }

    @Test func `an array without metadata is an error`() {
        let error = #expect(throws: CodecError.self) {
            try ZarrArray(opening: "a", in: MemoryZarrStore([:]), version: .version3)
        }
        #expect(error?.file == "memory.zarr/a/zarr.json")
    }
}
