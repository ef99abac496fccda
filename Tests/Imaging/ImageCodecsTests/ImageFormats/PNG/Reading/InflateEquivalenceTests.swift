internal import CZlib
internal import TestLimits
internal import TestSupport
internal import Testing

@testable internal import Compression

/// The two implementations of ``InflateStream``: the same bytes, and the same end.
@Suite(.timeLimited) struct InflateEquivalenceTests {
    /// The result of decompressing a stream.
    private struct Outcome: Hashable {
        var bytes: [UInt8] = []
        var status = InflateStream.Status.incomplete
    }

    /// Decompresses data that arrives in pieces, all but the last of which may be kept.
    private static func inflate(
        _ data: [UInt8], _ implementation: InflateStream.Implementation, piece: Int = .max, room: Int = 30_000
    ) throws -> Outcome {
        let stream = try #require(InflateStream(implementation))
        var outcome = Outcome()
        var memory = [UInt8](repeating: 0, count: room)
        var start = 0
        repeat {
            let end = start + min(piece, data.count - start)
            // Exactly as long as the piece, so that a sanitizer sees what is read after it.
            Array(data[start..<end]).withUnsafeBytes { bytes in
                var rest = bytes
                memory.withUnsafeMutableBytes { memory in
                    var room: UnsafeMutableRawBufferPointer
                    repeat {
                        room = memory
                        outcome.status = stream.inflate(&rest, into: &room, isEager: end == data.count)
                        outcome.bytes += memory.prefix(memory.count - room.count)
                    } while outcome.status == .incomplete && room.isEmpty
                }
            }
            start = end
        } while start < data.count && outcome.status == .incomplete
        return outcome
    }

    private static func expectEqual(_ data: [UInt8], _ comment: Comment? = nil, piece: Int = .max) throws {
        let expected = try inflate(data, .zlib)
        let actual = try inflate(data, .interleaved, piece: piece)
        // Not the bytes themselves, which would fill the screen.
        #expect(actual.status == expected.status, comment)
        #expect(actual.bytes.count == expected.bytes.count, comment)
        #expect(actual.bytes == expected.bytes, comment)
    }

    // MARK: Data

    /// A raw deflate stream of zlib, with a flush after each of some pieces of the bytes.
    private static func deflated(
        _ bytes: [UInt8], level: Int32 = 6, strategy: Int32 = Z_DEFAULT_STRATEGY, flush: Int32 = Z_NO_FLUSH,
        pieces: Int = 1
    ) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, level, Z_DEFLATED, -MAX_WBITS, 8, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1000 + 100 * pieces)
        var input = bytes
        let count = input.count
        return output.withUnsafeMutableBufferPointer { output in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                for piece in 0..<pieces {
                    stream.avail_in = UInt32(count * (piece + 1) / pieces - count * piece / pieces)
                    deflate(&stream, piece == pieces - 1 ? Z_FINISH : flush)
                }
            }
            return Array(output.dropLast(Int(stream.avail_out)))
        }
    }

    /// Bytes whose differences are small and random, like those of photographs: literals, and few matches.
    private static func noise(_ count: Int, spread: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in
            let sum = (0..<4).reduce(0) { sum, _ in sum + Int.random(in: -spread...spread, using: &random) }
            return UInt8(truncatingIfNeeded: sum)
        }
    }

    /// Repetitions at distances up to the farthest, between random bytes.
    private static func repetitions(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        var bytes = noise(40_000, spread: 60, seed: seed)
        let distances = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 258, 1000, 32_505, 32_767, 32_768]
        while bytes.count < count {
            let distance = distances[Int.random(in: 0..<distances.count, using: &random)]
            for _ in 0..<Int.random(in: 3...400, using: &random) { bytes.append(bytes[bytes.count - distance]) }
            for _ in 0..<Int.random(in: 1...9, using: &random) { bytes.append(UInt8.random(in: 0...7, using: &random)) }
        }
        return bytes
    }

    /// Half noise and half repetitions, in stripes, so that the kinds of blocks alternate.
    private static func stripes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let stripe = bytes.count / 50_000
            bytes += noise(50_000, spread: 20 + stripe, seed: UInt64(stripe))
            bytes += repetitions(90_000, seed: UInt64(stripe)).suffix(50_000)
        }
        return bytes
    }

    private enum Kind: CaseIterable, Sendable {
        case empty, short, flat, noise, narrowNoise, wideNoise, repetitions, stripes

        /// The bytes, which are made once.
        var bytes: [UInt8] { Self.made[self] ?? [] }

        private static let made = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.makeBytes()) })

        private func makeBytes() -> [UInt8] {
            switch self {
            case .empty: []
            case .short: Array("deflate, deflate".utf8)
            case .flat: [UInt8](repeating: 9, count: 300_000)
            case .noise: InflateEquivalenceTests.noise(300_000, spread: 25, seed: 1)
            case .narrowNoise: InflateEquivalenceTests.noise(300_000, spread: 1, seed: 2)
            // Codes of one length, which synchronize late or never.
            case .wideNoise: InflateEquivalenceTests.noise(300_000, spread: 200, seed: 3)
            case .repetitions: InflateEquivalenceTests.repetitions(300_000, seed: 4)
            case .stripes: InflateEquivalenceTests.stripes(400_000)
            }
        }
    }

    // MARK: Tests

    @Test(arguments: Kind.allCases) private func `every level gives the bytes that were compressed`(kind: Kind) throws {
        let bytes = kind.bytes
        for level in 0...9 as ClosedRange<Int32> {
            let outcome = try Self.inflate(Self.deflated(bytes, level: level), .interleaved, piece: 8192)
            #expect(outcome.status == .finished)
            #expect(outcome.bytes == bytes, "level \(level)")
        }
    }

    @Test(arguments: Kind.allCases, [Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED])
    private func `every strategy gives the bytes that were compressed`(kind: Kind, strategy: Int32) throws {
        let bytes = kind.bytes
        for piece in [1, 333, 70_000, .max] {
            let data = Self.deflated(bytes.suffix(piece == 1 ? 20_000 : .max), strategy: strategy)
            let outcome = try Self.inflate(data, .interleaved, piece: piece)
            #expect(outcome.status == .finished)
            #expect(outcome.bytes == bytes.suffix(piece == 1 ? 20_000 : .max), "pieces of \(piece)")
        }
    }

    @Test(arguments: [Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK])
    func `flushes and empty blocks lose nothing`(flush: Int32) throws {
        for kind in Kind.allCases {
            let bytes = kind.bytes
            let data = Self.deflated(bytes, flush: flush, pieces: 200)
            #expect(try Self.inflate(data, .interleaved, piece: 5000).bytes == bytes, "\(kind)")
        }
    }

    @Test func `data that ends early gives all of its bytes`() throws {
        let small = Self.deflated(Self.noise(300, spread: 20, seed: 5) + Self.repetitions(41_000, seed: 6).suffix(1000))
        for count in 0...small.count { try Self.expectEqual(Array(small.prefix(count)), "\(count) bytes") }
        for kind in Kind.allCases {
            let data = Self.deflated(kind.bytes)
            for count in stride(from: 1, to: data.count, by: 1 + data.count / 23) {
                try Self.expectEqual(Array(data.prefix(count)), "\(count) bytes of \(kind)", piece: 8192)
            }
        }
    }

    @Test func `damage at any byte of a small stream is what it is to zlib`() throws {
        let bytes = Self.noise(300, spread: 20, seed: 5) + Self.repetitions(41_000, seed: 6).suffix(1000)
        for strategy in [Z_DEFAULT_STRATEGY, Z_FIXED] {
            let data = Self.deflated(bytes, strategy: strategy)
            for index in data.indices {
                for mask in [0xFF, 0x01, 0x10] as [UInt8] {
                    var damaged = data
                    damaged[index] ^= mask
                    try Self.expectEqual(damaged, "byte \(index)")
                }
            }
        }
    }

    @Test(arguments: Kind.allCases) private func `damage of a large stream is what it is to zlib`(kind: Kind) throws {
        let data = Self.deflated(kind.bytes)
        var random = SeededRandom(seed: 11)
        for _ in 0..<150 {
            var damaged = data
            damaged[Int.random(in: 0..<data.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            try Self.expectEqual(damaged, piece: 8192)
        }
    }

    @Test func `a distance that leads before the first byte is damage`() throws {
        // A match at the beginning: fixed codes, length 3 (code 257), distance 1.
        try Self.expectEqual([0x03, 0x02, 0x00])
        // As part of much data: the history that the noise refers to is missing.
        let whole = Self.repetitions(200_000, seed: 12)
        for kind in [whole, Self.noise(200_000, spread: 25, seed: 13)] {
            let data = Self.deflated(kind, flush: Z_SYNC_FLUSH, pieces: 2)
            let marker: [UInt8] = [0, 0, 0xFF, 0xFF]
            let flush = try #require(data.indices.dropLast(4).last { Array(data[$0..<$0 + 4]) == marker })
            try Self.expectEqual(Array(data[(flush + 4)...]))
        }
    }

    @Test func `random bytes are what they are to zlib`() throws {
        var random = SeededRandom(seed: 14)
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...120, using: &random)
            var data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // A last block with codes of its own, or with the fixed ones.
            data[0] = data[0] & 0xF8 | (Bool.random(using: &random) ? 3 : 5)
            try Self.expectEqual(data)
        }
    }
}
