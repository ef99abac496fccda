import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import ZarrArrays

@Suite(.timeLimited) struct ZarrArrayWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The samples of an array of 3 × 5 numbers from 256 on in a chunk of 2 × 2; 0 outside.
    private func chunk(_ row: Int, _ column: Int) -> [UInt8] {
        let numbers = (0..<4).map { number -> UInt16 in
            let y = row * 2 + number / 2
            let x = column * 2 + number % 2
            return y < 3 && x < 5 ? UInt16(256 + y * 5 + x) : 0
        }
        return [UInt8](numbers: numbers)
    }

    @Test func `a shard has its chunks in order, then the index, without chunks of the fill value`() throws {
        var metadata = ZarrArrayMetadata(version: .version3, shape: [3, 5], chunkShape: [2, 2], sampleType: .uint16)
        metadata.sharding = ZarrArrayMetadata.Sharding(shape: [4, 4])
        metadata.dimensionNames = ["y", "x"]
        let output = try ZarrOutput(creating: folder.path("a.zarr"), options: StoreOptions())
        let writer = try ZarrArrayWriter(metadata, at: "", in: output)
        for shard in 0..<2 {
            let chunks = try [(0, 0), (0, 1), (1, 0), (1, 1)].map { row, column in
                try chunk(row, shard * 2 + column).withUnsafeBytes { try writer.encode($0) }
            }
            try writer.write(chunks, at: [0, shard])
        }
        try output.finish()
        // zarr-python 3.1 reads these bytes.
        let files = try folder.files().mapValues { [UInt8]($0) }
        #expect(files.keys.sorted() == ["a.zarr/c/0/0", "a.zarr/c/0/1", "a.zarr/zarr.json"])
        #expect(
            files["a.zarr/c/0/0"]
                == [UInt8](
                    hex:
                        "000101010501060102010301070108010a010b01000000000c010d010000000000000000000000000800000000000000"
                        + "08000000000000000800000000000000100000000000000008000000000000001800000000000000080000000000000099858c3c"
                ))
        #expect(
            files["a.zarr/c/0/1"]
                == [UInt8](
                    hex:
                        "04010000090100000e0100000000000000000000000000000800000000000000ffffffffffffffffffffffffffffffff"
                        + "08000000000000000800000000000000ffffffffffffffffffffffffffffffff9fd65780"))
        #expect(
            String(decoding: files["a.zarr/zarr.json"] ?? [], as: UTF8.self) == """
                {
                  "zarr_format": 3,
                  "node_type": "array",
                  "shape": [3,5],
                  "data_type": "uint16",
                  "chunk_grid": {"name":"regular","configuration":{"chunk_shape":[4,4]}},
                  "chunk_key_encoding": {"name":"default","configuration":{"separator":"/"}},
                  "fill_value": 0,
                  "codecs": [{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":[{"name":"bytes",\
                "configuration":{"endian":"little"}}],"index_codecs":[{"name":"bytes","configuration":{"endian":"little"}},\
                {"name":"crc32c"}],"index_location":"end"}}],
                  "attributes": {},
                  "dimension_names": ["y","x"]
                }

                """)
    }

    @Test func `the metadata of Zarr 2 is that of zarr-python`() throws {
        var metadata = ZarrArrayMetadata(version: .version2, shape: [3, 5], chunkShape: [2, 4], sampleType: .uint16)
        metadata.fillValue = [UInt8](numbers: [UInt16(7)])
        metadata.codecs = ZarrCodecChain([.blosc(BloscSettings())])
        #expect(
            metadata.text == """
                {
                  "zarr_format": 2,
                  "shape": [3,5],
                  "chunks": [2,4],
                  "dtype": "<u2",
                  "compressor": {"id":"blosc","cname":"lz4","clevel":5,"shuffle":1,"blocksize":0},
                  "fill_value": 7,
                  "order": "C",
                  "filters": null,
                  "dimension_separator": "/"
                }

                """)
    }

    @Test(arguments: SampleType.allCases, [true, false]) func `all types come back in both byte orders`(
        type: SampleType, isBigEndian: Bool
    ) throws {
        var random = SeededRandom(seed: UInt64(type.byteCount))
        let samples = (0..<16 * type.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
        let output = try ZarrOutput(creating: folder.path("a.zarr"), options: StoreOptions())
        let versions: [(String, ZarrArrayMetadata.Version)] = [("two", .version2), ("three", .version3)]
        for (name, version) in versions {
            var metadata = ZarrArrayMetadata(version: version, shape: [4, 4], chunkShape: [4, 4], sampleType: type)
            metadata.isBigEndian = isBigEndian && type.byteCount > 1
            metadata.codecs = ZarrCodecChain([.zstandard(level: 1, hasChecksum: false)])
            let writer = try ZarrArrayWriter(metadata, at: name, in: output)
            try writer.write([samples.withUnsafeBytes { try writer.encode($0) }], at: [0, 0])
        }
        try output.finish()
        let store = try ContainerZarrStore(opening: folder.path("a.zarr"))
        for (name, version) in versions {
            #expect(try ZarrArray(opening: name, in: store, version: version).readChunk([0, 0]) == samples)
        }
    }

    @Test func `chunks of the fill value are left out, and only these`() throws {
        var metadata = ZarrArrayMetadata(version: .version3, shape: [4], chunkShape: [4], sampleType: .float32)
        metadata.fillValue = [UInt8](numbers: [Float.nan])
        let output = try ZarrOutput(creating: folder.path("a.zarr"), options: StoreOptions())
        let writer = try ZarrArrayWriter(metadata, at: "", in: output)
        let fill = [UInt8](numbers: [Float](repeating: .nan, count: 4))
        #expect(try fill.withUnsafeBytes { try writer.encode($0) } == nil)
        for position in 0..<16 {
            var other = fill
            other[position] ^= 1
            #expect(try other.withUnsafeBytes { try writer.encode($0) } == other)
        }
        try writer.write([nil], at: [0])
        try output.finish()
        #expect(folder.contents() == ["a.zarr/", "a.zarr/zarr.json"])
    }

    @Test func `several threads write the shards of an array`() throws {
        for name in ["a.zarr", "a.zip"] {
            var metadata = ZarrArrayMetadata(
                version: .version3, shape: [64, 64], chunkShape: [4, 4], sampleType: .uint16)
            metadata.sharding = ZarrArrayMetadata.Sharding(shape: [8, 8])
            metadata.codecs = ZarrCodecChain([.zstandard(level: 1, hasChecksum: false)])
            let output = try ZarrOutput(creating: folder.path(name), options: StoreOptions())
            try output.write(Array(#"{"zarr_format":3,"node_type":"group"}"#.utf8), to: "zarr.json")
            let writer = try ZarrArrayWriter(metadata, at: "x", in: output)
            try parallelFor(64, workers: 4, makeContext: {}) { shard, _ in
                let chunks = try (0..<4).map { chunk in
                    try [UInt8](numbers: (0..<16).map { UInt16(shard * 64 + chunk * 16 + $0) }).withUnsafeBytes {
                        try writer.encode($0)
                    }
                }
                try writer.write(chunks, at: [shard / 8, shard % 8])
            }
            try output.finish()
            let array = try ZarrArray(
                opening: "x", in: try ContainerZarrStore(opening: folder.path(name)), version: .version3)
            for shard in 0..<64 {
                for chunk in 0..<4 {
                    let index = [shard / 8 * 2 + chunk / 2, shard % 8 * 2 + chunk % 2]
                    #expect(
                        try array.readChunk(index).numbers(UInt16.self)
                            == (0..<16).map { UInt16(shard * 64 + chunk * 16 + $0) })
                }
            }
        }
    }
}
