import Dispatch
import Foundation
import Concurrency
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileContainers
@testable import TileStores

/// Append-only files and their buffered writer.
@Suite(.timeLimited) struct AppendOnlyFileTests {
    private let folder: TemporaryFolder
    private let file: OpenFile

    init() throws {
        folder = try TemporaryFolder()
        file = try OpenFile(unnamedBeside: folder.path("big"))
    }

    /// Bytes that differ even at large distances.
    private static func bytes(_ range: Range<Int>) -> [UInt8] { range.map { UInt8(($0 ^ $0 >> 8 ^ $0 >> 16) & 255) } }

    // MARK: Blocks

    @Test(arguments: [0, 1, 7, 8, 9, 24]) func `all blocks but the first and the last are aligned and complete`(
        start: Int
    ) throws {
        for size in 1..<30 {
            let file = try OpenFile(unnamedBeside: folder.path("big"))
            let writer = BufferedFileWriter(file, from: start, bufferBytes: 8)
            var end = start
            for _ in 0..<5 {
                try Self.bytes(end..<end + size).withUnsafeBytes { try writer.append($0) }
                end += size
                let (first, unwritten) = writer.unwritten
                #expect(writer.end == end)
                #expect(Array(unwritten) == Self.bytes(first..<end))
                // The last write ended at a multiple.
                #expect(first == start || first.isMultiple(of: 8))
                #expect(try first == start || file.size() == first)
                #expect((1...8).contains(end - first))
            }
            try writer.flush()
            #expect(writer.unwritten.start == end && writer.unwritten.bytes.isEmpty)
            #expect(try file.read(end - start, at: start) == Self.bytes(start..<end))
            #expect(try file.size() == end)
        }
    }

    @Test func `bytes can be produced in the buffer, part by part`() throws {
        let writer = BufferedFileWriter(file, from: 3, bufferBytes: 8)
        var asked: [Range<Int>] = []
        try writer.append(20) { room, first in
            asked.append(first..<first + room.count)
            room.copyBytes(from: Self.bytes(first..<first + room.count))
        }
        #expect(asked == [0..<5, 5..<13, 13..<20])
        try writer.flush()
        #expect(try file.read(20, at: 3) == Self.bytes(0..<20))
    }

    // MARK: Spooling

    @Test func `appended bytes are read from the file, from memory or from both`() throws {
        let spool = AppendOnlyFile(file)
        let block = AppendOnlyFile.bufferBytes
        let total = 2 * block + 1_000
        var end = 0
        for size in [1, block - 1, 1, block + 500, 499] {
            let offset = try Self.bytes(end..<end + size).withUnsafeBytes { try spool.append($0) }
            #expect(offset == end)
            end += size
        }
        #expect(end == total)
        #expect(try file.size() == 2 * block)
        for first in [0, 1, block - 3, 2 * block - 3, 2 * block, total - 4, total - 1] {
            for length in [0, 1, 4, 900, 70_000] where first + length <= total {
                let location = TileBlobStore.Location(offset: first, length: length)
                #expect(try spool.read(location) == Self.bytes(first..<first + length))
            }
        }
        // After the end, nothing is read.
        var room = [UInt8](repeating: 0, count: 10)
        #expect(try room.withUnsafeMutableBytes { try spool.read(into: $0, at: total - 4) } == 4)
        #expect(room == Self.bytes(total - 4..<total) + [0, 0, 0, 0, 0, 0])
        #expect(try room.withUnsafeMutableBytes { try spool.read(into: $0, at: total) } == 0)
        #expect(try room.withUnsafeMutableBytes { try spool.read(into: $0, at: total + 100) } == 0)
    }

    @Test func `a block is written only when more bytes follow`() throws {
        let spool = AppendOnlyFile(file)
        _ = try Self.bytes(0..<AppendOnlyFile.bufferBytes).withUnsafeBytes { try spool.append($0) }
        #expect(try file.size() == 0)
        #expect(try spool.read(TileBlobStore.Location(offset: 7, length: 9)) == Self.bytes(7..<16))
    }

    @Test func `several threads append and read`() throws {
        let spool = AppendOnlyFile(file)
        let locations = Locked<[Int: TileBlobStore.Location]>([:])
        @Sendable func tile(_ number: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(number & 255), count: 1_000 + 7 * number)
        }
        DispatchQueue.concurrentPerform(iterations: 300) { number in
            do {
                let offset = try tile(number).withUnsafeBytes { try spool.append($0) }
                let location = TileBlobStore.Location(offset: offset, length: tile(number).count)
                let other = locations.withLock { locations in
                    locations[number] = location
                    return locations.randomElement()
                }
                for (number, location) in [other, (number, location)].compactMap({ $0 }) {
                    #expect(try spool.read(location) == tile(number))
                }
            } catch {
                Issue.record(error)
            }
        }
        let all = locations.withLock { $0 }
        #expect(all.count == 300)
        for (number, location) in all {
            #expect(try spool.read(location) == tile(number))
        }
    }

    @Test func `equal tiles are found in a file and in memory`() throws {
        let tiles = TileBlobStore(in: [AppendOnlyFile(file)])
        func store(_ number: Int) throws -> Int {
            try Self.bytes(number * 10_000..<(number + 1) * 10_000).withUnsafeBytes { try tiles.store($0) }
        }
        // The seventh is on both sides of the first block's end.
        #expect(try (0..<9).map(store) == Array(0..<9))
        #expect(try file.size() == AppendOnlyFile.bufferBytes)
        #expect(try (0..<9).map(store) == Array(0..<9))
        #expect(tiles.deduplication == DeduplicationStatistics(tiles: 9, bytes: 90_000))
    }

    @Test func `a truncated file throws an error that says so`() throws {
        let path = folder.path("spool")
        let spool = AppendOnlyFile(OpenFile(owning: open(path, O_RDWR | O_CREAT, 0o600), path: path))
        let tile = [UInt8](repeating: 1, count: 3 * AppendOnlyFile.bufferBytes)
        let location = try tile.withUnsafeBytes {
            TileBlobStore.Location(offset: try spool.append($0), length: $0.count)
        }
        #expect(truncate(path, 100) == 0)
        let error = #expect(throws: StoreError.self) { try spool.read(location) }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("while it was in use. Make it again.") == true)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `a full disk throws an error as long as it is full, and earlier bytes can be read`() throws {
        // There is space for a part of the second block, but not for all of it.
        let disk = try SmallDisk(pages: 40)
        let spool = AppendOnlyFile(try OpenFile(unnamedBeside: disk.path + "/big"))
        let filler = disk.path + "/filler"
        try Data(repeating: 1, count: 16 * Int(sysconf(Int32(_SC_PAGESIZE)))).write(to: URL(fileURLWithPath: filler))
        var locations: [(start: Int, location: TileBlobStore.Location)] = []
        func add(_ start: Int) throws {
            try Self.bytes(start..<start + 30_000).withUnsafeBytes {
                locations.append((start, TileBlobStore.Location(offset: try spool.append($0), length: $0.count)))
            }
        }
        func expectAllThere() throws {
            for (start, location) in locations {
                #expect(try spool.read(location) == Self.bytes(start..<start + 30_000))
            }
        }
        for start in 0..<4 {
            try add(start)
        }
        for _ in 0..<2 {
            #expect(storeError { try add(4) }?.code == .diskFull)
            try expectAllThere()
        }
        try FileManager.default.removeItem(atPath: filler)
        for start in 5..<7 {
            try add(start)
        }
        #expect(locations.count == 6)
        try expectAllThere()
    }
}
