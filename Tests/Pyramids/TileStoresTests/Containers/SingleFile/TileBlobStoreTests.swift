import Dispatch
import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct TileBlobStoreTests {
    private let folder: TemporaryFolder
    private let data: AppendOnlyFile

    init() throws {
        folder = try TemporaryFolder()
        data = AppendOnlyFile(try OpenFile(unnamedBeside: folder.path("big")))
    }

    private func bytes(_ location: TileBlobStore.Location) throws -> String {
        String(decoding: try data.read(location), as: UTF8.self)
    }

    private func store(_ text: String, in tiles: TileBlobStore) throws -> Int {
        try Array(text.utf8).withUnsafeBytes { try tiles.store($0) }
    }

    @Test func `equal tiles are stored once and counted`() throws {
        let tiles = TileBlobStore(in: [data])
        #expect(try ["sea", "land", "sea", "sea", ""].map { try store($0, in: tiles) } == [0, 1, 0, 0, 2])
        #expect(tiles.deduplication == DeduplicationStatistics(tiles: 2, bytes: 6))
        #expect(data.end == 7)
        #expect(try (0..<3).map { try bytes(tiles.location(of: $0)) } == ["sea", "land", ""])
        #expect(folder.contents().isEmpty)
    }

    @Test func `tiles with the same hash are distinguished by their bytes`() throws {
        let tiles = TileBlobStore(in: [data]) { _ in 7 }
        let words = ["one", "two", "six", "two", "seven", "one"]
        #expect(try words.map { try store($0, in: tiles) } == [0, 1, 2, 1, 3, 0])
        #expect(tiles.deduplication == DeduplicationStatistics(tiles: 2, bytes: 6))
    }

    @Test func `a long tile that differs only in its last byte is distinct`() throws {
        let tiles = TileBlobStore(in: [data]) { _ in 7 }
        var long = [UInt8](repeating: 1, count: 200_000)
        #expect(try long.withUnsafeBytes { try tiles.store($0) } == 0)
        #expect(try long.withUnsafeBytes { try tiles.store($0) } == 0)
        long[199_999] = 2
        #expect(try long.withUnsafeBytes { try tiles.store($0) } == 1)
    }

    @Test func `several threads with the same tiles store each once`() throws {
        let tiles = TileBlobStore(in: [data]) { _ in 7 }
        DispatchQueue.concurrentPerform(iterations: 400) { number in
            do {
                let location = tiles.location(of: try store("tile \(number % 10)", in: tiles))
                #expect(try bytes(location) == "tile \(number % 10)")
            } catch {
                Issue.record(error)
            }
        }
        #expect(tiles.count == 10)
        #expect(tiles.deduplication == DeduplicationStatistics(tiles: 390, bytes: 390 * 6))
    }

    @Test func `each of several files can be read after others have been discarded`() throws {
        let files = try (0..<3).map { _ in AppendOnlyFile(try OpenFile(unnamedBeside: folder.path("big"))) }
        let tiles = TileBlobStore(in: files)
        func store(_ text: String, in file: Int) throws -> Int {
            try Array(text.utf8).withUnsafeBytes { try tiles.store($0, in: file) }
        }
        #expect(try store("sea", in: 2) == 0)
        #expect(try store("land", in: 0) == 1)
        #expect(try store("sea", in: 0) == 0)
        #expect(try store("ice", in: 2) == 2)
        #expect(files.map(\.end) == [4, 0, 6])
        #expect((0..<3).map { tiles.location(of: $0).file } == [2, 0, 2])
        tiles.discardFile(0)
        tiles.discardFile(1)
        let ice = tiles.location(of: 2)
        #expect(try tiles.file(2)?.read(ice) == Array("ice".utf8))
        #expect(tiles.file(0) == nil)
        #expect(try store("sea", in: 2) == 0)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `a tile that could not be written is not shared`() throws {
        let disk = try SmallDisk(pages: 4)
        let tiles = TileBlobStore(in: [AppendOnlyFile(try OpenFile(unnamedBeside: disk.path + "/big"))])
        let large = [UInt8](repeating: 1, count: 100_000)
        for _ in 0..<2 {
            #expect(storeError { _ = try large.withUnsafeBytes { try tiles.store($0) } }?.code == .diskFull)
        }
        #expect(tiles.deduplication == DeduplicationStatistics())
    }

    @Test func `an index finds all numbers of a hash in order`() {
        var index = HashIndex()
        for number in 0..<1_000 {
            index.append(UInt64(number % 300) << 40)
        }
        #expect(index.first(7 << 40) == 7)
        #expect(index.first(7 << 40, after: 7) == 307)
        #expect(index.first(7 << 40, after: 907) == nil)
        #expect(index.first(7) == nil)
        #expect(HashIndex().first(7) == nil)
    }

    @Test func `a hash depends on every byte and on their number`() {
        var seen: Set<UInt64> = []
        for count in 0..<40 {
            seen.insert([UInt8](repeating: 0, count: count).withUnsafeBytes(ByteHash.hash))
            for position in 0..<count {
                var bytes = [UInt8](repeating: 0, count: count)
                bytes[position] = 1
                seen.insert(bytes.withUnsafeBytes(ByteHash.hash))
            }
        }
        #expect(seen.count == 40 + 39 * 40 / 2)
    }
}
