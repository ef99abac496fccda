import TestSupport
import TestLimits
import Testing
import TilePyramid

import ImageCodecs
import ImageMetadata
@testable import ImageSources
@testable import JPEGLossless

@Suite(.timeLimited) struct HuffmanTableTests {
    /// Two codes of two bits and one of three.
    private let table = HuffmanTable(
        counts: [0, 2, 1] + Array(repeating: 0, count: 13), symbols: [4, 7, 1])

    @Test func `codes of one length count up, and longer codes continue from there`() throws {
        let codes = try #require(table).codes
        #expect(codes.map(\.bits) == [0b00, 0b01, 0b100])
        #expect(codes.map(\.length) == [2, 2, 3])
    }

    @Test func `a table with more codes than its lengths allow is refused`() {
        #expect(HuffmanTable(counts: [3] + Array(repeating: 0, count: 15), symbols: [1, 2, 3]) == nil)
        #expect(HuffmanTable(counts: [1, 3] + Array(repeating: 0, count: 14), symbols: [1, 2, 3, 4]) == nil)
    }

    @Test func `completing a table does not change its codes`() throws {
        let completed = try #require(table?.completed(with: 0...11))
        #expect(Array(completed.codes.prefix(3)) == table?.codes)
        #expect(Set(completed.symbols) == Set(0...11))
        // The nine new codes begin with 101, 110 or 111, and are not all ones: five bits.
        #expect(completed.codes.dropFirst(3).map(\.length) == Array(repeating: 5, count: 9))
        #expect(completed.codes[3].bits == 0b10100)
    }

    @Test func `a table that has all symbols is not changed`() {
        #expect(table?.completed(with: 4...4) == table)
    }

    @Test func `a table without free codes cannot be completed`() {
        // One code of each length, and two of 16 bits: the code of all ones is used.
        let full = HuffmanTable(counts: Array(repeating: 1, count: 15) + [2], symbols: Array(100..<117))
        #expect(full != nil)
        #expect(full?.completed(with: 0...0) == nil)
    }

    @Test func `a value is found by one table lookup, or by a second one if it is long`() throws {
        // Codes of 1, 2, … 12 bits; their values have as many bits.
        let table = try #require(
            HuffmanTable(counts: Array(repeating: 1, count: 12) + [0, 0, 0, 0], symbols: Array(1...12)))
        let decoder = try #require(HuffmanDecoder(table, .dc))
        for size in 1...12 {
            // The code is ones and a zero; the value's bits are ones, the largest of its size.
            let bits = ~UInt64(0) ^ (1 << UInt64(64 - size))
            let first = decoder.entries[Int(bits >> UInt64(64 - HuffmanDecoder.lookaheadBits))]
            let isWhole = !first.isPartial
            #expect(isWhole == (2 * size <= HuffmanDecoder.lookaheadBits))
            let entry = isWhole ? first : decoder.completeLookup(afterPartial: first, bits)
            #expect(entry.length == 2 * size)
            #expect(entry.value == 1 << size - 1)
        }
        #expect(decoder.completeLookup(afterPartial: .none, ~0) == .none)
    }

    /// Codes of 1, 2, 3, … bits for: end of block, a 1-bit value, one after two zeros, a 5-bit value, sixteen zeros.
    @Test func `one lookup finds two coefficients if the lookahead bits hold both`() throws {
        let table = try #require(
            HuffmanTable(
                counts: Array(repeating: 1, count: 5) + Array(repeating: 0, count: 11),
                symbols: [0x00, 0x01, 0x21, 0x05, 0xF0]))
        let decoder = try #require(HuffmanDecoder(table, .ac))
        func pair(_ bits: String) throws -> HuffmanDecoder.Pair {
            let text = bits + String(repeating: "1", count: HuffmanDecoder.lookaheadBits - bits.count)
            return decoder.pairs[try #require(Int(text, radix: 2))]
        }
        func expect(
            _ pair: HuffmanDecoder.Pair, bits: Int, first: (run: Int, value: Int16, bits: UInt64),
            second: (distance: Int, value: Int16)
        ) {
            #expect(pair.first.length == bits)
            #expect(pair.first.run == first.run)
            #expect(pair.first.value == first.value)
            #expect(pair.distance == second.distance)
            #expect(pair.firstLengthBits & 0xFF == first.bits)
            #expect(pair.secondValue == second.value)
        }
        // A 1, then -1 after two zeros.
        expect(try pair("101" + "1100"), bits: 7, first: (0, 1, 3), second: (3, -1))
        // A -1, then the end of the block.
        expect(try pair("100" + "0"), bits: 4, first: (0, -1, 3), second: (65, 0))
        // The end of the block: what follows belongs to the next block.
        expect(try pair("0" + "101"), bits: 1, first: (64, 0, 1), second: (0, 0))
        // Sixteen zeros are skipped like fifteen zeros and a coefficient of 0.
        expect(try pair("11110" + "101"), bits: 8, first: (15, 0, 5), second: (1, 1))
        // A value of five bits, and no lookahead bits left for a second one.
        expect(try pair("1110" + "10011"), bits: 9, first: (0, 19, 9), second: (0, 19))
        // Two coefficients of three bits each; the third one does not fit into a pair.
        let partial = try pair("100" + "100" + "1110" + "1")
        expect(partial, bits: 6, first: (0, -1, 3), second: (1, -1))
    }
}

@Suite(.timeLimited) struct DestuffedBitstreamTests {
    /// A bitstream whose bytes are read a few at a time.
    private func bitstream(_ bytes: [UInt8], atATime: Int) throws -> DestuffedBitstream {
        var start = 0
        let bitstream = try DestuffedBitstream { buffer, limit in
            let count = min(atATime, limit, bytes.count - start)
            for offset in 0..<count {
                buffer[offset] = bytes[start + offset]
            }
            start += count
            return count
        }
        _ = try bitstream.fill(after: 0, keepingFrom: 0)
        return bitstream
    }

    @Test(arguments: [1, 2, 3, 100])
    func `stuffed bytes and markers are removed, wherever reading stops`(atATime: Int) throws {
        let bitstream = try bitstream(
            [1, 0xFF, 0, 2, 0xFF, 0xD0, 3, 0xFF, 0xFF, 0xD1, 0xFF, 0, 0xFF, 0, 4, 0xFF, 0xD9, 5], atATime: atATime)
        #expect(
            Array(UnsafeBufferPointer(start: bitstream.base, count: bitstream.count)) == [1, 0xFF, 2, 3, 0xFF, 0xFF, 4])
        #expect(bitstream.restartMarkers.map(\.offset) == [3, 4])
        #expect(bitstream.restartMarkers.map(\.number) == [0, 1])
        #expect(bitstream.isAtEnd)
        #expect(bitstream.hasEndMarker)
    }

    @Test func `data that ends without a marker has no end marker`() throws {
        let bitstream = try bitstream([1, 2, 3], atATime: 100)
        #expect(bitstream.isAtEnd)
        #expect(!bitstream.hasEndMarker)
    }

    @Test func `bytes that are kept move to the beginning, and the offsets of restart markers with them`() throws {
        let bytes = (0..<10_000).map { UInt8($0 % 200) } + [0xFF, 0xD3] + Array(repeating: 7, count: 5000)
        let bitstream = try bitstream(bytes, atATime: 9000)
        #expect(bitstream.count == 9000)
        #expect(try bitstream.fill(after: 6000, keepingFrom: 5990))
        #expect(bitstream.base[0] == UInt8(5990 % 200))
        #expect(bitstream.restartMarkers.map(\.offset) == [10_000 - 5990])
        #expect(try !bitstream.fill(after: 0, keepingFrom: 0))
    }
}

@Suite(.timeLimited) struct JPEGSplicingTests {
    private static let storage = Libjpeg.Storage(
        name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 2)

    /// The error that reading the tiles of a JPEG throws.
    private func failure(of jpeg: [UInt8], threads: Int) throws -> CodecError? {
        let source = try #require(try openImage(.bytes(jpeg, name: "test.jpg")) as? any PassthroughTileSource)
        do {
            try source.readTiles(
                of: Pyramid(size: source.info.size, tileSize: 32), encoding: TileEncoding(), asPlanes: true,
                threads: threads, into: Forgetting())
            return nil
        } catch {
            return error as? CodecError
        }
    }

    private final class Forgetting: PassthroughReceiver {
        func receive(_ row: any PassthroughRow) throws {}
        func receiveHalfScale(_ band: PixelBand) throws {}
        func receiveHalfScale(_ band: PlanarBand) throws {}
        func awaitProgress() throws {}
    }

    /// The offsets of restart markers.
    private func restartMarkers(in jpeg: [UInt8]) -> [Int] {
        jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && (0xD0...0xD7).contains(jpeg[$0 + 1]) }
    }

    /// Each row of four MCUs has a marker in its middle and at its end: two threads decode a row each.
    @Test(arguments: [1, 2])
    func `a restart marker that is missing, misplaced or out of order is damage`(threads: Int) throws {
        let jpeg = Libjpeg.encode(width: 64, height: 64, as: Self.storage)
        let offsets = restartMarkers(in: jpeg)
        #expect(offsets.count == 7)
        #expect(try failure(of: jpeg, threads: threads) == nil)
        var wrong = jpeg
        wrong[offsets[3] + 1] = 0xD6
        #expect(try failure(of: wrong, threads: threads)?.code == .damaged)
        var missing = jpeg
        missing.removeSubrange(offsets[3]..<offsets[3] + 2)
        #expect(try failure(of: missing, threads: threads)?.code == .damaged)
        var early = jpeg
        early.removeSubrange(offsets[3] - 1..<offsets[3])
        #expect(try failure(of: early, threads: threads)?.code == .damaged)
    }

    @Test(arguments: [1, 2])
    func `data that ends too early is damaged if an end marker follows, and truncated if not`(threads: Int) throws {
        let jpeg = Libjpeg.encode(width: 64, height: 64, as: Self.storage)
        let offsets = restartMarkers(in: jpeg)
        let error = try #require(try failure(of: Array(jpeg[..<offsets[2]]) + [0xFF, 0xD9], threads: threads))
        #expect(error.code == .damaged)
        #expect("\(error)".contains("test.jpg"))
        #expect(try failure(of: Array(jpeg[..<offsets[2]]), threads: threads)?.code == .truncated)
    }

    @Test(arguments: [1, 2])
    func `fill bytes before a marker are ignored`(threads: Int) throws {
        var jpeg = Libjpeg.encode(width: 64, height: 64, as: Self.storage)
        jpeg.insert(0xFF, at: restartMarkers(in: jpeg)[1])
        #expect(try failure(of: jpeg, threads: threads) == nil)
    }

    @Test func `zigzag order follows the diagonals of a block`() {
        #expect(DCTDownscaler.zigzag.prefix(10) == [0, 1, 8, 16, 9, 2, 3, 10, 17, 24])
        #expect(DCTDownscaler.zigzag.suffix(3) == [55, 62, 63])
        #expect(Set(DCTDownscaler.zigzag) == Set(0..<64))
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 8, 12, 64])
    func `tiles are the same for any number of threads and any restart interval`(interval: UInt32) throws {
        // Nine MCUs in each of 13 rows.
        var storage = Self.storage
        storage.restartInterval = interval
        let jpeg = Libjpeg.encode(width: 140, height: 200, as: storage)
        func cut(threads: Int) throws -> [[UInt8]] {
            let source = try #require(try openImage(.bytes(jpeg, name: "test.jpg")) as? any PassthroughTileSource)
            let receiver = Writing(columns: 3)
            try source.readTiles(
                of: Pyramid(size: source.info.size, tileSize: 64), encoding: TileEncoding(), asPlanes: true,
                threads: threads, into: receiver)
            return receiver.written
        }
        let single = try cut(threads: 1)
        #expect(single.count == 12 + 100)
        #expect(try cut(threads: 2) == single)
        #expect(try cut(threads: 3) == single)
    }

    /// Collects tiles, and rows of luma.
    private final class Writing: PassthroughReceiver {
        let columns: Int
        var written: [[UInt8]] = []
        init(columns: Int) { self.columns = columns }

        func receive(_ row: any PassthroughRow) throws {
            for column in 0..<columns {
                try row.withTile(column: column) { bytes in
                    written.append(bytes.withUnsafeBytes { Array($0) })
                }
                row.releaseTile()
            }
        }
        func receiveHalfScale(_ band: PixelBand) throws {}
        func receiveHalfScale(_ band: PlanarBand) throws {
            let luma = band.planes[0]
            written += luma.rows.map { Array(UnsafeRawBufferPointer(start: luma.row($0), count: 70)) }
        }
        func awaitProgress() throws {}
    }

    @Test func `at most two rows of tiles and the MCU rows decoded ahead are in memory`() throws {
        final class Late: PassthroughReceiver {
            var waiting: [any PassthroughRow] = []
            var most = 0
            var waits = 0
            func receive(_ row: any PassthroughRow) throws {
                waiting.append(row)
                most = max(most, waiting.count)
            }
            func receiveHalfScale(_ band: PixelBand) throws {}
            func receiveHalfScale(_ band: PlanarBand) throws {}
            func awaitProgress() throws {
                waits += 1
                _ = waiting.removeFirst()
            }
        }
        let jpeg = Libjpeg.encode(width: 64, height: 1024, as: Self.storage)
        let source = try #require(try openImage(.bytes(jpeg, name: "test.jpg")) as? any PassthroughTileSource)
        let receiver = Late()
        try source.readTiles(
            of: Pyramid(size: source.info.size, tileSize: 128), encoding: TileEncoding(), asPlanes: true, threads: 1,
            into: receiver)
        #expect(receiver.most == 2)
        #expect(receiver.waits == 6)
    }
}
