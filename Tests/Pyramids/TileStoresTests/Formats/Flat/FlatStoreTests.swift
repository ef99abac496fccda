import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct FlatStoreTests {
    private let folder: TemporaryFolder
    private let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, levelCount: 1)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(
        _ options: StoreOptions = .starting(), pyramid: Pyramid? = nil, prefix: String = "big"
    ) throws -> any TileStore {
        try PyramidFormat.flat.makeStore(
            at: folder.path(prefix), pyramid: pyramid ?? self.pyramid, format: .jpeg, options: options)
    }

    private func makeFinished(word: String = "new", options: StoreOptions = .starting()) throws {
        let store = try store(options)
        try store.write(pyramid.indices, word: word)
        try store.finish()
    }

    private let names = [
        "big_00_00.jpg", "big_00_01.jpg", "big_01_00.jpg", "big_01_01.jpg", "big_02_00.jpg", "big_02_01.jpg",
    ]

    private func expectTiles(word: String = "new") throws {
        #expect(try folder.files().keys.sorted() == names)
        let tile = try folder.bytes(of: "big_02_01.jpg")
        #expect(tile == Data(contents(of: TileIndex(level: 3, column: 2, row: 1), word).utf8))
    }

    @Test func `tiles are side by side, column first, with two digits each`() throws {
        try makeFinished()
        #expect(folder.contents() == names)
        try expectTiles()
    }

    @Test func `columns after 99 have three digits`() throws {
        let store = try store(pyramid: widePyramid)
        try store.write(widePyramid.indices)
        try store.finish()
        let names = folder.contents()
        #expect(names.count == 124 * 2)
        #expect(["big_99_00.jpg", "big_100_01.jpg", "big_123_00.jpg", "big_07_01.jpg"].allSatisfy(names.contains))
        let tall = Pyramid(size: PixelSize(width: 15, height: 248), tileSize: 2, levelCount: 1)
        let other = try self.store(pyramid: tall, prefix: "tall")
        try other.write(tall.indices)
        try other.finish()
        #expect(folder.contents().contains("tall_07_123.jpg"))
    }

    @Test func `a tile that has appeared meanwhile is not replaced, but the tiles are kept`() throws {
        let store = try store()
        try store.write(pyramid.indices)
        try folder.write(Data("other".utf8), to: "big_01_01.jpg")
        #expect(storeError { try store.finish() }?.code == .exists)
        #expect(try folder.bytes(of: "big_01_01.jpg") == Data("other".utf8))
        try folder.remove("big_01_01.jpg")
        try store.finish()
        try expectTiles()
    }

    @Test func `nothing has its final name before the pyramid is finished`() throws {
        let store = try store()
        try store.write(pyramid.indices)
        #expect(folder.contents().allSatisfy { $0.hasPrefix("big.partial/") })
        #expect(try store.read(pyramid.indices[0]) == EncodedTile(bytes: Array("new 3/0_0".utf8), format: .jpeg))
        try store.finish()
        #expect(try store.read(pyramid.indices[0]) == EncodedTile(bytes: Array("new 3/0_0".utf8), format: .jpeg))
        #expect(try store.read(TileIndex(level: 2, column: 0, row: 0)) == nil)
    }

    @Test(arguments: ["big_00_00.jpg", "big_17_123.png"])
    func `existing tiles are refused and not touched`(existing: String) throws {
        try folder.write(Data("old".utf8), to: existing)
        for options in [StoreOptions.starting(), .resuming()] {
            let error = storeError { _ = try store(options) }
            #expect(error?.code == .exists)
            #expect(error?.path == folder.path(existing))
        }
        #expect(folder.contents() == [existing])
    }

    /// Files with names similar to those of tiles.
    private let strangers = [
        "big.jpg", "big_.jpg", "big_00.jpg", "big_00_00", "big_00_00.jpg.bak", "big_00_00.txt", "big_00_00_00.jpg",
        "big_0_0.jpg", "big_x_y.jpg", "bigger_00_00.jpg", "big_00_0a.jpg", "big__00.jpg", "Big_00_00.jpg",
        "big_-1_00.jpg", "big_001_00.jpg", "big_00_00.JPG", "other_00_00.jpg",
    ]

    @Test(arguments: ["big", "./big", "../big", "/big", "//big"])
    func `replacing removes stale tiles and touches nothing else`(spelling: String) throws {
        try folder.write(Data(), to: "sub/x")
        let start = spelling.hasPrefix("../") ? "sub/" : ""
        for name in strangers + ["big_03_00.jpg", "big_00_02.jpg", "big_100_00.jpg", "big_00_00.png"] {
            try folder.write(Data("old".utf8), to: name)
        }
        try makeFinishedReplacing(prefix: start + spelling)
        #expect(folder.contents() == (strangers + names + ["sub/", "sub/x"]).sorted())
        for name in strangers {
            #expect(try folder.bytes(of: name) == Data("old".utf8))
        }
    }

    private func makeFinishedReplacing(prefix: String) throws {
        let store = try store(.replacing(), prefix: prefix)
        try store.write(pyramid.indices)
        try store.finish()
    }

    @Test func `an interrupted set is continued only when asked for`() throws {
        do {
            let first = try store()
            try first.write(pyramid.indices.prefix(4))
            try first.suspend()
        }
        #expect(storeError { _ = try store() }?.code == .interrupted)
        #expect(storeError { _ = try store(.resuming("other")) }?.code == .fingerprintMismatch)
        let second = try store(.resuming())
        let finished = try second.finishedTiles.compactMap { try second.read($0) }
        #expect(second.finishedBytes == finished.reduce(0) { $0 + $1.bytes.count })
        #expect(second.finishedTiles == Array(pyramid.indices.prefix(4)))
        try second.write(pyramid.indices.suffix(2))
        try second.finish()
        try expectTiles()
    }

    @Test(arguments: 0...6, [false, true])
    func `a run killed while moving its tiles is completed`(moved: Int, replaces: Bool) throws {
        if replaces {
            try makeFinished(word: "old")
        }
        do {
            let killed = try store(replaces ? .replacing() : .starting())
            try killed.write(pyramid.indices)
            try killed.suspend()
        }
        for name in names.prefix(moved) {
            if replaces {
                try folder.remove(name)
            }
            try folder.move("big.partial/\(name)", to: name)
        }
        var options = StoreOptions.resuming()
        options.replacesExisting = replaces
        let store = try store(options)
        #expect(store.finishedTiles == pyramid.indices)
        try store.finish()
        try expectTiles()
    }

    @Test func `discarding removes the tiles and keeps older ones`() throws {
        try makeFinished(word: "old")
        let store = try store(.replacing())
        try store.write(pyramid.indices)
        try store.discard()
        try expectTiles(word: "old")
    }

    @Test func `a second run into the same output is refused while the first is running`() throws {
        let first = try store()
        #expect(storeError { _ = try store(.resuming()) }?.code == .busy)
        try first.discard()
    }
}
