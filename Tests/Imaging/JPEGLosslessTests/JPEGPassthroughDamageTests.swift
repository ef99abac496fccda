import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

import ImageCodecs
import ImageMetadata
@testable import ImageSources
@testable import JPEGLossless

@Suite(.timeLimited) struct JPEGPassthroughDamageTests {
    private static let size = PixelSize(width: 150, height: 200)
    private static let tileSize = 32
    /// JPEGs of one scan, in which each byte belongs to one place in the image.
    private static let streams = [
        Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:4:4", sampling: [(1, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "gray", sampling: [(1, 1)]),
        Libjpeg.Storage(name: "restart markers", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 3),
    ]
    private static let others = [
        Libjpeg.Storage(name: "progressive", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true),
        Libjpeg.Storage(name: "arithmetic", sampling: [(2, 2), (1, 1), (1, 1)], isArithmetic: true),
    ]

    /// An undamaged file, with its tiles and coefficients.
    private struct Good: Sendable {
        var storage: Libjpeg.Storage
        var jpeg: [UInt8]
        var tiles: [TileIndex: [UInt8]]
        var components: [Libjpeg.Component]

        init(_ storage: Libjpeg.Storage) {
            self.storage = storage
            jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
            components = Libjpeg.coefficients(of: jpeg)
            tiles = (try? PassthroughCollector.cut(jpeg, tileSize: tileSize, allowTruncated: true).tiles) ?? [:]
        }

        /// The rows of pixels that the bytes before `offset` determine.
        func rows(before offset: Int) -> Int {
            // Rows that do not depend on the next bit; a zero makes an 0xFF byte data and not a marker.
            let rows = [UInt8(0), 0x80].map { byte in
                let whole =
                    jpeg.prefix(offset) + (jpeg[offset - 1] == 0xFF ? [0] : []) + Array(repeating: byte, count: 16)
                    + [0xFF, 0xD9]
                return goodRows(of: Libjpeg.coefficients(of: Array(whole)))
            }
            return rows.min() ?? 0
        }

        /// The rows of pixels at the top whose coefficients are equal.
        private func goodRows(of others: [Libjpeg.Component]) -> Int {
            let most = storage.sampling.map(\.down).max() ?? 1
            let side = 8 * Int(most)
            let rows = (0..<(size.height + side - 1) / side).prefix { row in
                zip(zip(components, others), storage.sampling).allSatisfy { components, sampling in
                    let end = min((row + 1) * Int(sampling.down), components.0.rows)
                    let rows = row * Int(sampling.down)..<end
                    let all = 0..<components.0.columns
                    return components.0.part(columns: all, rows: rows) == components.1.part(columns: all, rows: rows)
                }
            }
            return rows.count * side
        }

        /// Whether tiles have the original coefficients in the rows above `end`.
        func holds(_ tiles: [TileIndex: [UInt8]], above end: Int, of pyramid: Pyramid) -> Bool {
            let most = storage.sampling.map { (Int($0.across), Int($0.down)) }.reduce((1, 1)) {
                (max($0.0, $1.0), max($0.1, $1.1))
            }
            return tiles.allSatisfy { index, bytes in
                let rows = pyramid.rect(of: index).rows
                guard rows.lowerBound < end else { return true }
                let tile = Libjpeg.coefficients(of: bytes)
                return zip(zip(tile, components), storage.sampling).allSatisfy { components, sampling in
                    let left = index.column * tileSize / 8 * Int(sampling.across) / most.0
                    let top = rows.lowerBound / 8 * Int(sampling.down) / most.1
                    let isWhole = rows.upperBound <= end
                    let count = (end - rows.lowerBound) / 8 * Int(sampling.down) / most.1
                    let columns = components.0.columns
                    let height = isWhole ? components.0.rows : min(count, components.0.rows)
                    return components.0.part(columns: 0..<columns, rows: 0..<height)
                        == components.1.part(columns: left..<left + columns, rows: top..<top + height)
                }
            }
        }
    }

    private static let good = (streams + others).map(Good.init)

    /// Whether an error is one that a damaged file may cause.
    private static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? CodecError else { return false }
        return [.truncated, .damaged, .unsupported].contains(error.code) && error.file == "test.jpg"
            && error.isWellWorded
    }

    /// Cuts a file of which the bytes before `offset` are good, and checks the tiles.
    ///
    /// - Parameters:
    ///   - jpeg: the file.
    ///   - offset: the offset of the first damaged byte; nil if the pixels are not checked.
    ///   - good: the undamaged file.
    ///   - allowTruncated: whether damage is tolerated.
    /// - Returns: the collected tiles.
    /// - Throws: the error that ends the reading.
    @discardableResult private static func cut(
        _ jpeg: [UInt8], damagedAt offset: Int?, of good: Good, allowTruncated: Bool
    ) throws -> PassthroughCollector {
        let collector = try PassthroughCollector(jpeg, tileSize: tileSize, allowTruncated: allowTruncated)
        let end = offset.map { $0 > 0 && collector.pyramid.size == size ? good.rows(before: $0) : 0 }
        defer {
            if let end { #expect(good.holds(collector.tiles, above: end, of: collector.pyramid)) }
        }
        try collector.read()
        let level = collector.pyramid.finestLevel
        #expect(collector.tiles.count == level.grid.count)
        for (index, bytes) in collector.tiles {
            let tile = try DecodedImage(openImage(.bytes(bytes, name: "\(index)")))
            #expect(tile.info.size == collector.pyramid.rect(of: index).size && tile.warnings.isEmpty)
        }
        return collector
    }

    // MARK: Truncation

    @Test(arguments: good.indices, 1...20)
    func `a truncated stream is an error, or gives the rows that are there`(number: Int, point: Int) throws {
        let good = Self.good[number]
        let header = try Segments(good.jpeg).offset(ofData: 0)
        let offset = header + (good.jpeg.count - header) * point / 21
        let part = Array(good.jpeg.prefix(offset))
        let exact = number < Self.streams.count ? offset : nil
        #expect {
            try Self.cut(part, damagedAt: exact, of: good, allowTruncated: false)
        } throws: {
            ($0 as? CodecError)?.code == .truncated && Self.isDamage($0)
        }
        let collector = try Self.cut(part, damagedAt: exact, of: good, allowTruncated: true)
        #expect(collector.warnings.count == 1)
    }

    @Test(arguments: good.indices)
    func `a file that ends in its header is always an error`(number: Int) throws {
        let good = Self.good[number]
        let end = try Segments(good.jpeg).offset(ofData: 0)
        for length in stride(from: 3, to: end, by: 17) {
            for allowTruncated in [false, true] {
                #expect {
                    try Self.cut(
                        Array(good.jpeg.prefix(length)), damagedAt: nil, of: good, allowTruncated: allowTruncated)
                } throws: {
                    Self.isDamage($0)
                }
            }
        }
    }

    // MARK: Corruption

    @Test func `flipped bits do not change the rows before them`() throws {
        try Fuzzing("JPEG bits", seed: 65_500, count: 200).run(
            prepare: { number, damage in
                let good = Self.good[number % Self.good.count]
                var jpeg = good.jpeg
                var first = jpeg.count
                for _ in 0..<Int.random(in: 1...3, using: &damage.random) {
                    let offset = Int.random(in: 3..<jpeg.count, using: &damage.random)
                    jpeg[offset] ^= UInt8.random(in: 1...255, using: &damage.random)
                    first = min(first, offset)
                }
                let isInData =
                    try number % Self.good.count < Self.streams.count && first >= Segments(good.jpeg).offset(ofData: 0)
                return (jpeg, isInData ? first : nil, good)
            }, isExpected: Self.isDamage
        ) { (jpeg: [UInt8], offset: Int?, good: Good) in
            for allowTruncated in [true, false] {
                try Self.cut(jpeg, damagedAt: offset, of: good, allowTruncated: allowTruncated)
            }
        }
    }

    @Test func `files with any other damage are cut or refused`() throws {
        let fuzzing = Fuzzing("JPEG files", seed: 1992, count: 200)
        var decoded = 0
        try fuzzing.run(
            prepare: { number, damage in
                let good = Self.good[number % Self.good.count]
                let borders = try Segments(good.jpeg).list.map(\.offset)
                return (damage.damaged(good.jpeg, borders: borders), good)
            }, isExpected: Self.isDamage
        ) { (jpeg: [UInt8], good: Good) in
            guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
            // Empty images with sides of 65,535 pixels take long, and test nothing.
            guard let size = try? openImage(.bytes(jpeg, name: "test.jpg")).info.size, size.area < 1 << 20 else {
                return
            }
            decoded += 1
            for allowTruncated in [true, false] {
                try Self.cut(jpeg, damagedAt: nil, of: good, allowTruncated: allowTruncated)
            }
        }
        fuzzing.expect(reached: decoded, atLeast: 5)
    }

    @Test func `damage between two restart markers changes only the tiles of that restart interval`() throws {
        // The restart interval is one MCU row.
        let good = Good(Libjpeg.Storage(name: "rows", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 10))
        let restarts = good.jpeg.indices.dropLast().filter { offset in
            good.jpeg[offset] == 0xFF && (0xD0...0xD7).contains(good.jpeg[offset + 1])
        }
        try #require(restarts.count == 12)
        var jpeg = good.jpeg
        for offset in restarts[2] + 9..<restarts[2] + 60 where jpeg[offset] != 0xFF && jpeg[offset - 1] != 0xFF {
            jpeg[offset] ^= 0x5A
        }
        let tiles = try Self.cut(jpeg, damagedAt: restarts[2], of: good, allowTruncated: true).tiles
        let changed = tiles.filter { $0.value != good.tiles[$0.key] }.keys
        #expect(Set(changed.map(\.row)) == [1])
    }

    @Test func `coefficients out of range do not corrupt the rest of a tile`() throws {
        let jpeg = HandmadeJPEG.withLargeCoefficient
        // Spliced bits keep them; coefficients have to be clamped.
        let whole = try PassthroughCollector.cut(jpeg, tileSize: 32)
        #expect(Libjpeg.coefficients(of: try #require(whole.tiles.values.first)) == Libjpeg.coefficients(of: jpeg))
        let rotated = HandmadeJPEG.rotated(jpeg, .transposed)
        #expect {
            try PassthroughCollector.cut(rotated, tileSize: 32)
        } throws: {
            ($0 as? CodecError)?.code == .damaged && Self.isDamage($0)
        }
        let cut = try PassthroughCollector.cut(jpeg, tileSize: 32, allowTruncated: true)
        let tile = Libjpeg.coefficients(of: try #require(cut.tiles.values.first))
        var expected = [Int16](repeating: 0, count: 4 * 64)
        // The largest value of baseline codes, instead of 32,767.
        expected[64 + 1] = 1023
        #expect(tile[0].blocks == expected)
    }

    @Test func `an error of the receiver is thrown unchanged`() throws {
        struct Failure: Error {}
        final class Failing: PassthroughReceiver {
            func receive(_ row: any PassthroughRow) throws { throw Failure() }
            func receiveHalfScale(_ band: PixelBand) throws {}
            func receiveHalfScale(_ band: PlanarBand) throws {}
            func awaitProgress() throws {}
        }
        let source = try #require(
            try openImage(.bytes(Self.good[0].jpeg, name: "test.jpg")) as? any PassthroughTileSource)
        #expect(throws: Failure.self) {
            try source.readTiles(
                of: Pyramid(size: source.info.size, tileSize: 32), encoding: TileEncoding(), asPlanes: false,
                threads: 2,
                into: Failing())
        }
    }

    // MARK: Headers

    /// A false statement in a header.
    enum Lie: CaseIterable {
        case noHeight, wider, taller, noSampling, sampling5, differentSampling, noQuantization, frameTwice
        case otherFrameInData, restartIntervalInData, otherRestartInterval, startInHeader, startInData
        case endInData

        /// Whether nothing can be read from such a file.
        var isHopeless: Bool {
            [.noHeight, .noSampling, .sampling5, .noQuantization, .frameTwice, .startInHeader].contains(self)
        }

        /// Puts it into a file; returns the offset in the entropy-coded data where it is, if it is there.
        func apply(to jpeg: inout [UInt8]) throws -> Int? {
            let segments = try Segments(jpeg)
            let frame = try segments.offset(of: 0xC0)
            let middle = try (segments.offset(ofData: 0) + jpeg.count) / 2
            func insert(_ bytes: [UInt8]) -> Int {
                // Not between the two bytes of 0xFF.
                let offset = jpeg[middle - 1] == 0xFF ? middle + 1 : middle
                jpeg.insert(contentsOf: bytes, at: offset)
                return offset
            }
            switch self {
            case .noHeight: jpeg.replaceSubrange(frame + 5..<frame + 7, with: [0, 0])
            case .wider: jpeg[frame + 7] += 1
            case .taller: jpeg[frame + 5] += 1
            case .noSampling: jpeg[frame + 11] = 0x20
            case .sampling5: jpeg[frame + 11] = 0x51
            case .differentSampling: jpeg[frame + 11] = 0x11
            case .noQuantization:
                while let table = try? Segments(jpeg).offset(of: 0xDB) {
                    jpeg.removeSubrange(table..<table + 2 + 67)
                }
            case .frameTwice: jpeg.insert(contentsOf: jpeg[frame..<frame + 19], at: frame)
            case .otherFrameInData: return insert([0xFF, 0xC2] + jpeg[frame + 2..<frame + 19])
            case .restartIntervalInData: return insert([0xFF, 0xDD, 0, 4, 0, 7])
            case .otherRestartInterval: jpeg.insert(contentsOf: [0xFF, 0xDD, 0, 4, 0, 7], at: frame)
            case .startInHeader: jpeg.insert(contentsOf: [0xFF, 0xD8], at: frame)
            case .startInData: return insert([0xFF, 0xD8])
            case .endInData: return insert([0xFF, 0xD9])
            }
            return nil
        }
    }

    @Test(arguments: Lie.allCases)
    func `a false header is an error, or gives what can be read`(lie: Lie) throws {
        let good = Self.good[0]
        var jpeg = good.jpeg
        let offset = try lie.apply(to: &jpeg)
        #expect {
            try Self.cut(jpeg, damagedAt: offset, of: good, allowTruncated: false)
        } throws: {
            Self.isDamage($0)
        }
        if lie.isHopeless {
            #expect {
                try Self.cut(jpeg, damagedAt: offset, of: good, allowTruncated: true)
            } throws: {
                Self.isDamage($0)
            }
        } else {
            let cut = try Self.cut(jpeg, damagedAt: offset, of: good, allowTruncated: true)
            #expect(cut.warnings.count == 1)
        }
    }

    @Test func `components without a scan may have invalid table numbers`() throws {
        // A gray image whose header claims three components.
        var jpeg = Libjpeg.encode(
            width: 40, height: 40, as: Libjpeg.Storage(name: "gray", sampling: [(1, 1)]))
        let frame = try Segments(jpeg).offset(of: 0xC0)
        jpeg[frame + 3] += 6
        jpeg[frame + 9] = 3
        jpeg.insert(contentsOf: [2, 0x11, 200, 3, 0x11, 255], at: frame + 13)
        let cut = try PassthroughCollector.cut(jpeg, tileSize: 32)
        #expect(cut.tiles.count == 4)
    }

    @Test func `a file with too many scans is refused`() throws {
        let good = Self.good[Self.streams.count]
        let segments = try Segments(good.jpeg)
        // The last scan refines coefficients, which may be repeated.
        let last = try #require(segments.list.last { $0.marker == 0xDA }).offset
        let scan = good.jpeg[last..<good.jpeg.count - 2]
        let jpeg = Array(good.jpeg.dropLast(2)) + Array(repeatElement(scan, count: 600).joined()) + [0xFF, 0xD9]
        #expect {
            try PassthroughCollector.cut(jpeg, tileSize: 32, allowTruncated: true)
        } throws: {
            ($0 as? CodecError)?.message.contains("too many scans") == true && Self.isDamage($0)
        }
    }
}
