import Foundation
import TestSupport
import Testing
import TilePyramid
import TileStores

@Suite struct DeepZoomStoreResumeTests {
    private let place: DeepZoomPlace
    private var journal: String { "big_files.partial/tilekit-journal" }

    init() throws {
        place = try DeepZoomPlace()
    }

    /// Writes what is missing and expects the whole pyramid, whatever was there before.
    private func expectCompletion(of store: DeepZoomStore) throws {
        try store.write(smallPyramid.indices.filter { !store.isFinished($0) })
        try store.finish()
        #expect(try place.folder.files() == place.finishedFiles())
    }

    @Test func `an interrupted pyramid is not taken up unasked`() throws {
        try place.makeSuspended(with: 4)
        let before = try place.folder.files()
        let error = storeError { _ = try place.store() }
        #expect(error?.code == .interrupted)
        #expect(error?.path == place.folder.path("big_files.partial"))
        #expect(try place.folder.files() == before)
    }

    @Test(arguments: [0, 1, 4, 10])
    func `a run of the same work knows the finished tiles and completes the pyramid`(count: Int) throws {
        try place.makeSuspended(with: count)
        let store = try place.store(.resuming())
        #expect(store.finishedTiles == Array(smallPyramid.indices.prefix(count)))
        #expect(store.finishedBytes == count * "new 3/0_0".utf8.count)
        try expectCompletion(of: store)
    }

    @Test func `a pyramid is interrupted and continued many times`() throws {
        for count in 0..<10 {
            let store = try place.store(.resuming())
            #expect(store.finishedTiles.count == count)
            try store.write([smallPyramid.indices[count]])
            try store.suspend()
        }
        try expectCompletion(of: try place.store(.resuming()))
    }

    @Test func `a journal of many thousand tiles is read to its end`() throws {
        var place = place
        place.pyramid = Pyramid(size: PixelSize(width: 140, height: 140), tileSize: 2, levelCount: 1)
        let indices = place.pyramid.indices
        try place.makeSuspended(with: 4_500)
        let store = try place.store(.resuming())
        #expect(store.finishedTiles == Array(indices.prefix(4_500)))
        #expect(store.finishedBytes == indices.prefix(4_500).reduce(0) { $0 + contents(of: $1).utf8.count })
    }

    @Test func `resuming begins anew where there is nothing`() throws {
        let store = try place.store(.resuming())
        #expect(store.finishedTiles.isEmpty)
        try expectCompletion(of: store)
    }

    @Test(arguments: ["other", "sam", "same2", "", "same\n"])
    func `other work is refused and the partial pyramid kept`(fingerprint: String) throws {
        try place.makeSuspended(with: 4)
        let before = try place.folder.files()
        let error = storeError { _ = try place.store(.resuming(fingerprint)) }
        #expect(error?.code == .different)
        #expect(error?.path == place.folder.path("big_files.partial"))
        #expect(try place.folder.files() == before)
    }

    @Test func `replacing throws an interrupted pyramid away`() throws {
        try place.makeSuspended(with: 4, options: .starting("other"))
        let store = try place.store(.replacing())
        #expect(store.finishedTiles.isEmpty)
        try expectCompletion(of: store)
    }

    @Test func `a replacement that was interrupted is continued, and the old pyramid stays until the end`() throws {
        try place.makeFinished(word: "old")
        let old = try place.folder.files()
        try place.makeSuspended(with: 4, options: .replacing())
        var both = StoreOptions.resuming()
        both.replacesExisting = true
        let store = try place.store(both)
        #expect(store.finishedTiles.count == 4)
        #expect(try place.folder.files().filter { !$0.key.hasPrefix("big_files.partial/") } == old)
        try expectCompletion(of: store)
    }

    @Test func `a replacement of other work is not continued`() throws {
        try place.makeSuspended(with: 4, options: .replacing("other"))
        var both = StoreOptions.resuming()
        both.replacesExisting = true
        #expect(storeError { _ = try place.store(both) }?.code == .different)
    }

    @Test(arguments: 1...15)
    func `an entry cut short at the journal's end does not count`(bytes: Int) throws {
        try place.makeSuspended(with: 4)
        let whole = try place.folder.bytes(of: journal)
        try place.folder.write(whole.dropLast(16 - bytes), to: journal)
        try place.makeResumed(expecting: 3, writing: 2)
        let store = try place.store(.resuming())
        #expect(store.finishedTiles == Array(smallPyramid.indices.prefix(5)))
        #expect(store.finishedBytes == 5 * "new 3/0_0".utf8.count)
        try expectCompletion(of: store)
    }

    @Test func `only tiles in the journal count after a kill`() throws {
        let killed = try place.store()
        let pyramid = smallPyramid
        for _ in 0..<13 {  // more entries than are kept back
            try killed.write(pyramid.indices.prefix(5))
        }
        try killed.write(pyramid.indices.dropFirst(5))
        // The folder as the kill leaves it, with a tile half written.
        try place.folder.write(Data("ne".utf8), to: "big_files.partial/3/2_1.jpg")
        let copy = try DeepZoomPlace()
        for (name, bytes) in try place.folder.files() {
            try copy.folder.write(bytes, to: name)
        }
        let store = try copy.store(.resuming())
        #expect(store.finishedTiles == Array(pyramid.indices.prefix(5)))
        #expect(store.finishedBytes == 5 * "new 3/0_0".utf8.count)
        try store.write(pyramid.indices.filter { !store.isFinished($0) })
        try store.finish()
        #expect(try copy.folder.files() == copy.finishedFiles())
    }

    @Test func `a partial folder without a journal is begun anew`() throws {
        try place.folder.write(Data("x".utf8), to: "big_files.partial/3/9_9.jpg")
        #expect(storeError { _ = try place.store() }?.code == .interrupted)
        try expectCompletion(of: try place.store(.resuming()))
    }

    @Test func `a second run into the same output is refused while the first is at work`() throws {
        let first = try place.store()
        try first.write(smallPyramid.indices.prefix(2))
        for options in [StoreOptions.starting(), .resuming(), .replacing()] {
            let error = storeError { _ = try place.store(options) }
            #expect(error?.code == .busy)
            #expect(error?.path == place.folder.path("big_files"))
        }
        try expectCompletion(of: first)
    }
}

extension DeepZoomPlace {
    /// Continues a run, which has to know so many tiles, by some more, and leaves it.
    func makeResumed(expecting finished: Int, writing count: Int) throws {
        let store = try store(.resuming())
        #expect(store.finishedTiles.count == finished)
        try store.write(pyramid.indices.dropFirst(finished).prefix(count))
        try store.suspend()
    }
}
