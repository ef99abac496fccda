import ChannelImages
import ImageMetadata
import TestLimits
import Testing
import ZarrArrays

@Suite(.timeLimited) struct ZarrMetadataTests {
    private func read(_ text: String, _ version: ZarrArrayMetadata.Version) throws -> ZarrArrayMetadata {
        try ZarrArrayMetadata(parsing: Array(text.utf8), version: version, file: "a")
    }

    @Test func `the metadata of Zarr 2 is read`() throws {
        var expected = ZarrArrayMetadata(version: .version2, shape: [3, 5], chunkShape: [2, 4], sampleType: .uint16)
        expected.fillValue = .init(numbers: [UInt16(7)])
        expected.keys = ZarrChunkKeys(style: .version2, separator: .dot)
        #expect(try read(zarr2(), .version2) == expected)
        #expect(try read(zarr2(more: ""), .version2) == expected)
        expected.keys.separator = .slash
        expected.isBigEndian = true
        expected.sampleType = .float32
        expected.fillValue = .init(numbers: [Float.infinity])
        expected.codecs = ZarrCodecChain([.zlib(level: 4)])
        let text = zarr2(
            type: #"">f4""#, compressor: #"{"id":"zlib","level":4}"#, fill: #""Infinity""#, filters: "[]",
            more: #","dimension_separator":"/""#)
        #expect(try read(text, .version2) == expected)
    }

    @Test func `the metadata of Zarr 3 is read`() throws {
        var expected = ZarrArrayMetadata(version: .version3, shape: [3, 5], chunkShape: [2, 4], sampleType: .uint16)
        expected.fillValue = .init(numbers: [UInt16(7)])
        #expect(try read(zarr3(), .version3) == expected)
        expected.keys = ZarrChunkKeys(style: .version2, separator: .dot)
        expected.isBigEndian = true
        expected.codecs = ZarrCodecChain([.zstandard(level: 3, hasChecksum: true), .crc32c])
        expected.dimensionNames = ["y", nil]
        let text = zarr3(
            keys: #"{"name":"v2"}"#,
            codecs: """
                [{"name":"transpose","configuration":{"order":[0,1]}},{"name":"bytes","configuration":{"endian":"big"}},
                {"name":"zstd","configuration":{"level":3,"checksum":true}},"crc32c"]
                """,
            more: #","dimension_names":["y",null],"storage_transformers":[],"x":{"must_understand":false}"#)
        #expect(try read(text, .version3) == expected)
    }

    @Test func `shards are read, with their index at either end`() throws {
        let text = zarr3(chunks: "[4,4]", codecs: shardCodec)
        var expected = ZarrArrayMetadata(version: .version3, shape: [3, 5], chunkShape: [2, 2], sampleType: .uint16)
        expected.fillValue = .init(numbers: [UInt16(7)])
        expected.sharding = ZarrArrayMetadata.Sharding(shape: [4, 4])
        #expect(try read(text, .version3) == expected)
        #expect(expected.chunksPerCell == [2, 2])
        #expect(expected.gridShape == [2, 3])
        #expect(expected.cellGridShape == [1, 2])
        expected.sharding?.isIndexAtEnd = false
        expected.sharding?.hasIndexChecksum = false
        let start = text.replacing(#""end""#, with: #""start""#).replacing(#",{"name":"crc32c"}"#, with: "")
        #expect(try read(start, .version3) == expected)
    }

    @Test(arguments: SampleType.allCases) func `all types are written as they are read`(type: SampleType) throws {
        for version in [ZarrArrayMetadata.Version.version2, .version3] {
            for isBigEndian in [false, true] where type.byteCount > 1 || !isBigEndian {
                var metadata = ZarrArrayMetadata(
                    version: version, shape: [9, 1 << 40], chunkShape: [3, 64], sampleType: type)
                metadata.isBigEndian = isBigEndian
                metadata.codecs = ZarrCodecChain([.gzip(level: 2)])
                #expect(try read(metadata.text, version) == metadata)
            }
        }
    }

    @Test func `fill values keep their bits`() throws {
        let cases: [(type: String, json: String, bytes: [UInt8])] = [
            ("uint8", "255", [255]), ("bool", "true", [1]), ("int8", "-128", .init(numbers: [Int8.min])),
            ("uint64", "18446744073709551615", .init(numbers: [UInt64.max])),
            ("int64", "-9223372036854775808", .init(numbers: [Int64.min])),
            ("float32", "\"NaN\"", .init(numbers: [Float.nan])), ("float32", "0.1", .init(numbers: [Float(0.1)])),
            ("float32", "\"0x7fc00001\"", .init(numbers: [UInt32(0x7FC0_0001)])),
            ("float64", "\"-Infinity\"", .init(numbers: [-Double.infinity])),
            ("float64", "\"0x7ff8000000000000\"", .init(numbers: [Double.nan])),
        ]
        for (type, json, bytes) in cases {
            #expect(try read(zarr3(type: type, fill: json), .version3).fillValue == bytes, "\(type) \(json)")
        }
        for json in ["256", "-1", "0.5", "\"NaN\"", "null", "[]", "\"0x00\""] {
            #expect(throws: CodecError.self) { try read(zarr3(type: "uint8", fill: json), .version3) }
        }
        #expect(try read(zarr2(fill: "null"), .version2).fillValue == [0, 0])
        for value in [Float.nan, .infinity, -.infinity, 0.1, -3] {
            var metadata = ZarrArrayMetadata(version: .version3, shape: [1], chunkShape: [1], sampleType: .float32)
            metadata.fillValue = .init(numbers: [value])
            #expect(try read(metadata.text, .version3) == metadata)
        }
    }

    @Test func `all codecs are written as they are read`() throws {
        var blosc = BloscSettings()
        blosc.compressor = .zstd
        blosc.shuffle = .bits
        blosc.level = 9
        for codec in [
            ZarrCodec.gzip(level: 9), .zlib(level: 1), .zstandard(level: -3, hasChecksum: true), .lz4(acceleration: 2),
            .blosc(blosc),
        ] {
            var metadata = ZarrArrayMetadata(version: .version2, shape: [1], chunkShape: [1], sampleType: .uint16)
            metadata.codecs = ZarrCodecChain([codec])
            #expect(try read(metadata.text, .version2) == metadata)
            metadata = ZarrArrayMetadata(version: .version3, shape: [2], chunkShape: [1], sampleType: .uint16)
            var written = blosc
            written.typeSize = 2
            metadata.sharding = ZarrArrayMetadata.Sharding(shape: [2])
            metadata.codecs = ZarrCodecChain([codec == .blosc(blosc) ? .blosc(written) : codec, .crc32c])
            #expect(try read(metadata.text, .version3) == metadata)
        }
    }
}
