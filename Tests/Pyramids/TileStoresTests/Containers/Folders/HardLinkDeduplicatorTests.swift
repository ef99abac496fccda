import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Equal tiles become hard links to one file.
@Suite(.timeLimited)
struct HardLinkDeduplicatorTests {
    private let folder: TemporaryFolder
    private let indices = smallPyramid.indices

    init() throws {
        folder = try TemporaryFolder()
    }

    private func options(_ resumes: Bool = false) -> StoreOptions {
        var options = StoreOptions.starting()
        options.linksDuplicateTiles = true
        options.resumes = resumes
        return options
    }

    private func deepZoom(_ resumes: Bool = false) throws -> any TileStore {
        try PyramidFormat.deepZoom.makeStore(
            at: folder.path("big"), pyramid: smallPyramid, format: .jpeg, options: options(resumes))
    }

    private func write(_ text: String, _ store: some TileStore, _ indices: some Sequence<TileIndex>) throws {
        for index in indices {
            try store.write(Array(text.utf8).span.bytes, format: .jpeg, at: index)
        }
    }

    /// The number of distinct files.
    private func fileCount() throws -> Int {
        try Set(
            folder.contents().filter { $0.hasSuffix(".jpg") }.map {
                try FileManager.default.attributesOfItem(atPath: folder.path($0))[.systemFileNumber] as? Int
            }
        ).count
    }

    @Test func `equal tiles are one file, and the saved bytes are counted`() throws {
        let store = try deepZoom()
        try write("sea", store, indices.prefix(4))
        try write("land", store, indices.dropFirst(4))
        #expect(store.deduplication == DeduplicationStatistics(tiles: 3 + 5, bytes: 3 * 3 + 5 * 4))
        try store.finish()
        #expect(try fileCount() == 2)
        #expect(try store.read(indices[3])?.bytes == Array("sea".utf8))
        #expect(try store.read(indices[9])?.bytes == Array("land".utf8))
    }

    @Test func `equal tiles are separate files by default`() throws {
        let store = try PyramidFormat.deepZoom.makeStore(at: folder.path("big"), pyramid: smallPyramid, format: .jpeg)
        try write("sea", store, indices)
        try store.finish()
        #expect(store.deduplication == DeduplicationStatistics())
        #expect(try fileCount() == 10)
    }

    @Test func `rewriting a tile does not change the tiles that were equal to it`() throws {
        do {
            let store = try deepZoom()
            try write("sea", store, indices.prefix(3))
            try store.suspend()
        }
        // The state that a run leaves if it is killed before it records its last tile.
        try FileManager.default.linkItem(
            atPath: folder.path("big_files.partial/0/0_0.jpg"), toPath: folder.path("big_files.partial/3/0_0.jpg"))
        let store = try deepZoom(true)
        try write("land", store, indices.dropFirst(3))
        try store.finish()
        #expect(try folder.bytes(of: "big_files/0/0_0.jpg") == Data("sea".utf8))
        #expect(try folder.bytes(of: "big_files/3/0_0.jpg") == Data("land".utf8))
    }

    @Test func `layouts and flat tiles link equal tiles as well`() throws {
        let layout = try PyramidTarget(.xyz).makeStore(
            at: folder.path("maps"), pyramid: smallPyramid, format: .jpeg, options: options())
        try write("sea", layout, indices)
        try layout.finish()
        #expect(layout.deduplication.tiles == 9)
        #expect(try fileCount() == 1)
        let flat = try PyramidFormat.flat.makeStore(
            at: folder.path("flat"), pyramid: widePyramid, format: .jpeg, options: options())
        try write("land", flat, widePyramid.indices)
        try flat.finish()
        #expect(flat.deduplication.tiles == 247)
        #expect(try fileCount() == 2)
    }

    @Test func `a tile whose duplicate has changed or disappeared is written as a file`() throws {
        let store = try deepZoom()
        try write("sea", store, indices.prefix(1))
        try folder.write(Data("lake".utf8), to: "big_files.partial/0/0_0.jpg")
        try write("sea", store, indices[1..<2])
        try folder.remove("big_files.partial/1/0_0.jpg")
        try write("sea", store, indices[2..<3])
        #expect(try folder.bytes(of: "big_files.partial/2/0_0.jpg") == Data("sea".utf8))
        #expect(store.deduplication.tiles == 0)
        try store.discard()
    }

    @Test func `only the latest tiles are remembered`() throws {
        let open = try OpenFolder(folder.path)
        let tiles = HardLinkDeduplicator()
        func write(_ text: String, _ name: String) throws {
            try tiles.write(Array(text.utf8).span.bytes, to: name, in: open, at: folder.path)
        }
        for number in 0...HardLinkDeduplicator.limit {
            try write("\(number)", "a/\(number)")
        }
        try write("0", "b/0")
        #expect(tiles.deduplication.tiles == 0)
        try write("\(HardLinkDeduplicator.limit)", "b/1")
        #expect(tiles.deduplication.tiles == 1)
    }
}
