import CBlosc
import ImageMetadata
import TestLimits
import TestSupport
import Testing

@testable import ZarrArrays

@Suite(.timeLimited) struct ZarrCodecTests {
    /// 32 zeros and the bytes 1 to 32 as 16-bit numbers, which numcodecs 0.16 has encoded.
    private static let plain = [UInt8](repeating: 0, count: 64) + (1...32)

    private static let encoded: [(codec: ZarrCodec, hex: String)] = [
        (
            .lz4(acceleration: 1),
            "600000001f0001002cf0110102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"
        ),
        (
            .zstandard(level: 3, hasChecksum: false),
            "28b52ffd20604d0100240200000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f200100930016"
        ),
        (
            .zlib(level: 1),
            "78016360a00c303231b3b0b2b173707271f3f0f2f10b080a098b888a894b484a49cbc8cac92b000017c00211"
        ),
        (
            .gzip(level: 5),
            "1f8b080032d70d6b00ff6360a00c303231b3b0b2b173707271f3f0f2f10b080a098b888a894b484a49cbc8cac92b0000"
                + "26dc182460000000"
        ),
        (
            .blosc(BloscSettings()),
            "02013202600000006000000070000000" + String(repeating: "00", count: 64)
                + "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"
        ),
    ]

    private static let codecs: [ZarrCodec] =
        [
            .gzip(level: 0), .gzip(level: 9), .zlib(level: 6), .zstandard(level: 3, hasChecksum: true),
            .zstandard(level: -5, hasChecksum: false), .lz4(acceleration: 1), .lz4(acceleration: 100), .crc32c,
        ]
        + BloscSettings.Compressor.allCases.flatMap { compressor in
            [BloscSettings.Shuffle.none, .bytes, .bits].map { shuffle in
                var settings = BloscSettings()
                settings.compressor = compressor
                settings.shuffle = shuffle
                return ZarrCodec.blosc(settings)
            }
        }

    @Test(arguments: encoded.indices) func `bytes of numcodecs are decoded`(index: Int) throws {
        let (codec, hex) = Self.encoded[index]
        let chain = ZarrCodecChain([codec])
        #expect(try chain.decode([UInt8](hex: hex), to: 96, file: "f") == Self.plain)
    }

    @Test(arguments: encoded.indices) func `truncated bytes are an error at every length`(index: Int) {
        let (codec, hex) = Self.encoded[index]
        let bytes = [UInt8](hex: hex)
        for count in bytes.indices {
            #expect(throws: CodecError.self) {
                try ZarrCodecChain([codec]).decode(Array(bytes[..<count]), to: 96, file: "f")
            }
        }
    }

    @Test(arguments: encoded.indices) func `a chunk with more or fewer bytes than its shape is an error`(index: Int) {
        let (codec, hex) = Self.encoded[index]
        for count in [0, 1, 95, 97, 1000] {
            #expect(throws: CodecError.self) {
                try ZarrCodecChain([codec]).decode([UInt8](hex: hex), to: count, file: "f")
            }
        }
    }

    @Test(arguments: codecs) func `all codecs give back what they have encoded`(codec: ZarrCodec) throws {
        var random = SeededRandom(seed: 7)
        for count in [1, 2, 15, 16, 17, 96, 4096, 70_000] {
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let smooth = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
            for bytes in [noise, smooth] {
                for typeSize in [1, 2, 4, 8] {
                    let chain = ZarrCodecChain([codec])
                    let encoded = try bytes.withUnsafeBytes { try chain.encode($0, typeSize: typeSize, file: "f") }
                    #expect(encoded.count <= chain.encodedLimit(count))
                    #expect(try chain.decode(encoded, to: count, file: "f") == bytes)
                }
            }
        }
    }

    @Test func `damaged bytes give an error or other bytes, and never more`() throws {
        var random = SeededRandom(seed: 1)
        let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 / 3) }
        for codec in Self.codecs {
            let chain = ZarrCodecChain([codec])
            let encoded = try bytes.withUnsafeBytes { try chain.encode($0, typeSize: 2, file: "f") }
            for _ in 0..<100 {
                var damaged = encoded
                damaged[Int.random(in: damaged.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
                if let result = try? chain.decode(damaged, to: 500, file: "f") { #expect(result.count == 500) }
            }
        }
    }

    @Test func `a chain is decoded in the reverse order`() throws {
        let chain = ZarrCodecChain([.zstandard(level: 3, hasChecksum: false), .gzip(level: 1), .crc32c])
        let encoded = try Self.plain.withUnsafeBytes { try chain.encode($0, typeSize: 2, file: "f") }
        #expect(try chain.decode(encoded, to: 96, file: "f") == Self.plain)
        #expect(encoded.withUnsafeBytes { CRC32C.removed(from: $0).map { Array($0.prefix(2)) } } == [0x1F, 0x8B])
    }

    @Test func `a size that is claimed and impossible is an error before memory is allocated`() {
        // LZ4 and Blosc state sizes of 2 GB, and Zstandard one of 2^60 bytes.
        let claims: [(ZarrCodec, String)] = [
            (.lz4(acceleration: 1), "ffffff7d00"), (.blosc(BloscSettings()), "02013202ffffff7f6000000010000000"),
            (.zstandard(level: 3, hasChecksum: false), "28b52ffde00000000000000010010000"),
        ]
        for (codec, hex) in claims {
            #expect(throws: CodecError.self) {
                try ZarrCodecChain([codec]).decode([UInt8](hex: hex), to: 96, file: "f")
            }
        }
    }

    @Test func `without the library, the error names the package to install`() throws {
        let found = CodecLibrary.load("libnothing.so.9", tk_blosc_functions(), tk_blosc_load_library)
        guard case .failure(let failure) = found else {
            Issue.record("a library that does not exist was loaded")
            return
        }
        #expect(failure.reason.contains("libnothing.so.9"))
        let failed = Result<Int, CodecLibrary.Failure>.failure(CodecLibrary.Failure(reason: "no such file"))
        let error = #expect(throws: CodecError.self) {
            try CodecLibrary.functions(failed, of: "Blosc", package: "libblosc1", file: "a/0.0")
        }
        #expect(
            error?.description
                == "a/0.0: it is compressed with Blosc, whose library cannot be loaded (no such file). Install it: libblosc1."
        )
    }
}
