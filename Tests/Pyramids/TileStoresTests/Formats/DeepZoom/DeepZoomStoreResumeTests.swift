import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct DeepZoomStoreResumeTests {
    private let fixture: DeepZoomFixture
    private var journal: String { "big_files.partial/tilekit-journal" }

    init() throws {
        fixture = try DeepZoomFixture()
    }

    /// Writes the missing tiles and expects the complete pyramid.
    private func expectCompletion(of store: any TileStore) throws {
        try store.write(smallPyramid.indices.filter { !store.isFinished($0) })
        try store.finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test func `an interrupted pyramid is not continued unless asked for`() throws {
        try fixture.makeSuspended(with: 4)
        let before = try fixture.folder.files()
        let error = storeError { _ = try fixture.store() }
        #expect(error?.code == .interrupted)
        #expect(error?.path == fixture.folder.path("big_files.partial"))
        #expect(try fixture.folder.files() == before)
    }

    @Test(arguments: [0, 1, 4, 10])
    func `a resumed run knows the finished tiles and completes the pyramid`(count: Int) throws {
        try fixture.makeSuspended(with: count)
        let store = try fixture.store(.resuming())
        #expect(store.finishedTiles == Array(smallPyramid.indices.prefix(count)))
        #expect(store.finishedBytes == count * "new 3/0_0".utf8.count)
        try expectCompletion(of: store)
    }

    @Test func `a pyramid can be interrupted and continued many times`() throws {
        for count in 0..<10 {
            let store = try fixture.store(.resuming())
            #expect(store.finishedTiles.count == count)
            try store.write([smallPyramid.indices[count]])
            try store.suspend()
        }
        try expectCompletion(of: try fixture.store(.resuming()))
    }

    @Test func `a journal of thousands of tiles is read completely`() throws {
        var fixture = fixture
        fixture.pyramid = Pyramid(size: PixelSize(width: 140, height: 140), tileSize: 2, levelCount: 1)
        let indices = fixture.pyramid.indices
        try fixture.makeSuspended(with: 4_500)
        let store = try fixture.store(.resuming())
        #expect(store.finishedTiles == Array(indices.prefix(4_500)))
        #expect(store.finishedBytes == indices.prefix(4_500).reduce(0) { $0 + contents(of: $1).utf8.count })
    }

    @Test func `resuming starts over if there is nothing to continue`() throws {
        let store = try fixture.store(.resuming())
        #expect(store.finishedTiles.isEmpty)
        try expectCompletion(of: store)
    }

    @Test(arguments: ["other", "sam", "same2", "", "same\n"])
    func `another fingerprint is refused, and the partial pyramid is kept`(fingerprint: String) throws {
        try fixture.makeSuspended(with: 4)
        let before = try fixture.folder.files()
        let error = storeError { _ = try fixture.store(.resuming(fingerprint)) }
        #expect(error?.code == .fingerprintMismatch)
        #expect(error?.path == fixture.folder.path("big_files.partial"))
        #expect(try fixture.folder.files() == before)
    }

    @Test func `replacing discards an interrupted pyramid`() throws {
        try fixture.makeSuspended(with: 4, options: .starting("other"))
        let store = try fixture.store(.replacing())
        #expect(store.finishedTiles.isEmpty)
        try expectCompletion(of: store)
    }

    @Test func `an interrupted replacement is continued, and the old pyramid stays until the end`() throws {
        try fixture.makeFinished(word: "old")
        let old = try fixture.folder.files()
        try fixture.makeSuspended(with: 4, options: .replacing())
        var both = StoreOptions.resuming()
        both.replacesExisting = true
        let store = try fixture.store(both)
        #expect(store.finishedTiles.count == 4)
        #expect(try fixture.folder.files().filter { !$0.key.hasPrefix("big_files.partial/") } == old)
        try expectCompletion(of: store)
    }

    @Test func `a replacement with another fingerprint is not continued`() throws {
        try fixture.makeSuspended(with: 4, options: .replacing("other"))
        var both = StoreOptions.resuming()
        both.replacesExisting = true
        #expect(storeError { _ = try fixture.store(both) }?.code == .fingerprintMismatch)
    }

    @Test(arguments: 1...15)
    func `a partial entry at the end of the journal does not count`(bytes: Int) throws {
        try fixture.makeSuspended(with: 4)
        let whole = try fixture.folder.bytes(of: journal)
        try fixture.folder.write(whole.dropLast(16 - bytes), to: journal)
        try fixture.makeResumed(expecting: 3, writing: 2)
        let store = try fixture.store(.resuming())
        #expect(store.finishedTiles == Array(smallPyramid.indices.prefix(5)))
        #expect(store.finishedBytes == 5 * "new 3/0_0".utf8.count)
        try expectCompletion(of: store)
    }

    @Test func `only tiles in the journal count after a kill`() throws {
        let killed = try fixture.store()
        let pyramid = smallPyramid
        for _ in 0..<13 {  // more entries than a batch
            try killed.write(pyramid.indices.prefix(5))
        }
        try killed.write(pyramid.indices.dropFirst(5))
        // The folder that a kill leaves, with a half-written tile.
        try fixture.folder.write(Data("ne".utf8), to: "big_files.partial/3/2_1.jpg")
        let copy = try DeepZoomFixture()
        for (name, bytes) in try fixture.folder.files() {
            try copy.folder.write(bytes, to: name)
        }
        let store = try copy.store(.resuming())
        #expect(store.finishedTiles == Array(pyramid.indices.prefix(5)))
        #expect(store.finishedBytes == 5 * "new 3/0_0".utf8.count)
        try store.write(pyramid.indices.filter { !store.isFinished($0) })
        try store.finish()
        #expect(try copy.folder.files() == copy.finishedFiles())
    }

    /// The options of every kind of run: plain, resuming, replacing, and resuming a replacement.
    private var allOptions: [StoreOptions] {
        var both = StoreOptions.resuming()
        both.replacesExisting = true
        return [.starting(), .resuming(), .replacing(), both]
    }

    @Test(arguments: ["3/9_9.jpg", "holiday.jpg", "tilekit-journal/x", "3/tilekit-journal"])
    func `a partial folder without a journal is somebody else's, and is not touched`(name: String) throws {
        try fixture.folder.write(Data("x".utf8), to: "big_files.partial/\(name)")
        for options in allOptions {
            let error = storeError { _ = try fixture.store(options) }
            #expect(error?.code == .cannotCreate)
            #expect(error?.path == fixture.folder.path("big_files.partial"))
        }
        #expect(try fixture.folder.files() == ["big_files.partial/\(name)": Data("x".utf8)])
    }

    @Test func `a link with the name of the partial folder is not followed`() throws {
        try fixture.folder.write(Data("x".utf8), to: "theirs/photo")
        try fixture.folder.link("big_files.partial", to: "theirs")
        for options in allOptions {
            #expect(storeError { _ = try fixture.store(options) }?.code == .cannotCreate)
        }
        #expect(try fixture.folder.bytes(of: "theirs/photo") == Data("x".utf8))
    }

    @Test func `a journal that is a link or has another name is not continued`() throws {
        try fixture.makeSuspended(with: 4)
        try fixture.folder.move(journal, to: "journal")
        try fixture.folder.link(journal, to: "../journal")
        #expect(storeError { _ = try fixture.store(.resuming()) }?.code == .cannotCreate)
        try fixture.folder.remove(journal)
        try FileManager.default.linkItem(atPath: fixture.folder.path("journal"), toPath: fixture.folder.path(journal))
        #expect(storeError { _ = try fixture.store(.resuming()) }?.code == .cannotCreate)
    }

    @Test func `a folder that was being removed is started over by any run`() throws {
        for options in allOptions {
            let fixture = try DeepZoomFixture()
            try fixture.makeSuspended(with: 4)
            try fixture.folder.move(journal, to: "big_files.partial/tilekit-replaced")
            let store = try fixture.store(options)
            #expect(store.finishedTiles.isEmpty)
            #expect(try fixture.folder.files().map(\.key) == [journal], "no tile is left")
        }
    }

    @Test func `a journal that was cut short is started over by a resumed run`() throws {
        for length in [0, 1, 10, 20] {
            let fixture = try DeepZoomFixture()
            try fixture.makeSuspended(with: 4)
            try fixture.folder.write(try fixture.folder.bytes(of: journal).prefix(length), to: journal)
            #expect(storeError { _ = try fixture.store() }?.code == .interrupted)
            let store = try fixture.store(.resuming())
            #expect(store.finishedTiles.isEmpty)
        }
    }

    @Test func `tiles that lack bytes after a power failure are made again`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeSuspended(with: 4)
        let tiles = try fixture.folder.files().map(\.key).filter { $0 != journal }.sorted()
        try #require(tiles.count == 4)
        let size = try fixture.folder.bytes(of: tiles[0]).count
        try fixture.folder.write(Data(), to: tiles[0])
        try fixture.folder.write(Data(count: size), to: tiles[1])
        #expect(try fixture.store(.resuming()).finishedTiles.count == 2)
    }

    @Test func `a journal whose beginning is zeros after a power failure is started over`() throws {
        for range in [0..<20, 5..<6] {
            let fixture = try DeepZoomFixture()
            try fixture.makeSuspended(with: 4)
            var bytes = try fixture.folder.bytes(of: journal)
            bytes.replaceSubrange(range, with: Data(count: range.count))
            try fixture.folder.write(bytes, to: journal)
            #expect(try fixture.store(.resuming()).finishedTiles.isEmpty)
        }
    }

    @Test func `entries that are zeros after a power failure are not tiles`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeSuspended(with: 4)
        var bytes = try fixture.folder.bytes(of: journal)
        let end = bytes.count - 24
        bytes.replaceSubrange(end - 30..<end, with: Data(count: 30))
        try fixture.folder.write(bytes, to: journal)
        #expect(try fixture.store(.resuming()).finishedTiles.count == 2)
    }

    @Test func `a journal of an earlier version, without the content's lines, is continued`() throws {
        let lines = "size 3\ncontent 1f\noptions 7"
        for (older, isContinued) in [("size 3\noptions 7", true), ("size 4\noptions 7", false)] {
            let fixture = try DeepZoomFixture()
            try fixture.makeSuspended(with: 4, options: .starting(older))
            let text = String(decoding: try fixture.folder.bytes(of: journal).prefix(17), as: UTF8.self)
            #expect(text == "TileKit journal 4")
            var bytes = try Array(fixture.folder.bytes(of: journal))
            bytes[16] = UInt8(ascii: "2")
            // Its entries had no hashes, the last 8 of 24 bytes.
            let start = bytes.count - 4 * 24
            let entries = (0..<4).flatMap { bytes[(start + $0 * 24)...].prefix(16) }
            try fixture.folder.write(Data(bytes[..<start] + entries), to: journal)
            guard isContinued else {
                #expect(storeError { _ = try fixture.store(.resuming(lines)) }?.code == .fingerprintMismatch)
                continue
            }
            let store = try fixture.store(.resuming(lines))
            #expect(store.finishedTiles.count == 4)
            try store.suspend()
        }
    }

    @Test func `a run that is suspended without a finished tile leaves nothing`() throws {
        try fixture.store().suspend()
        #expect(fixture.folder.contents().isEmpty)
    }

    @Test func `a second run into the same output is refused while the first is running`() throws {
        let first = try fixture.store()
        try first.write(smallPyramid.indices.prefix(2))
        for options in [StoreOptions.starting(), .resuming(), .replacing()] {
            let error = storeError { _ = try fixture.store(options) }
            #expect(error?.code == .busy)
            #expect(error?.path == fixture.folder.path("big_files"))
        }
        try expectCompletion(of: first)
    }
}

extension DeepZoomFixture {
    /// Continues a run that has finished `finished` tiles with `count` more, and suspends it.
    func makeResumed(expecting finished: Int, writing count: Int) throws {
        let store = try store(.resuming())
        #expect(store.finishedTiles.count == finished)
        try store.write(pyramid.indices.dropFirst(finished).prefix(count))
        try store.suspend()
    }
}
