import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct DeepZoomStoreTests {
    @Test func `a finished pyramid consists of a descriptor and a folder of levels`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished()
        #expect(
            fixture.folder.contents() == [
                "big.dzi", "big_files/", "big_files/0/", "big_files/0/0_0.jpg", "big_files/1/", "big_files/1/0_0.jpg",
                "big_files/2/", "big_files/2/0_0.jpg", "big_files/2/1_0.jpg", "big_files/3/", "big_files/3/0_0.jpg",
                "big_files/3/0_1.jpg", "big_files/3/1_0.jpg", "big_files/3/1_1.jpg", "big_files/3/2_0.jpg",
                "big_files/3/2_1.jpg",
            ])
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test func `the descriptor contains size, tile size, overlap and format`() throws {
        let folder = try TemporaryFolder()
        let pyramid = Pyramid(
            size: PixelSize(width: 300_000, height: 1_027), tileSize: 254, overlap: 1, levelCount: 1)
        let store = try PyramidFormat.deepZoom.makeStore(at: folder.path("p.dzi"), pyramid: pyramid, format: .png)
        try store.finish()
        #expect(
            try String(decoding: folder.bytes(of: "p.dzi"), as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="1" TileSize="254">
                  <Size Width="300000" Height="1027"/>
                </Image>

                """)
    }

    @Test(arguments: [
        ("p", "p.dzi", "p_files"), ("p.dzi", "p.dzi", "p_files"), ("p.xml", "p.xml", "p_files"),
        ("p.v2.dzi", "p.v2.dzi", "p.v2_files"), (".p", ".p.dzi", ".p_files"),
        ("Ünï cödé.DZI", "Ünï cödé.DZI", "Ünï cödé_files"),
        ("p.İ", "p.İ", "p_files"),
    ])
    func `the paths follow from the output`(output: String, descriptor: String, files: String) throws {
        let folder = try TemporaryFolder()
        let store = try PyramidFormat.deepZoom.makeStore(at: folder.path(output), pyramid: smallPyramid, format: .jpeg)
        try store.finish()
        #expect(
            folder.contents().filter { !$0.contains("/") || $0 == "\(files)/" } == [descriptor, "\(files)/"].sorted())
    }

    @Test func `nothing has its final name before the pyramid is finished`() throws {
        let fixture = try DeepZoomFixture()
        let store = try fixture.store()
        try store.write(smallPyramid.indices)
        #expect(fixture.folder.contents().allSatisfy { $0.hasPrefix("big_files.partial/") })
        try store.suspend()
        #expect(fixture.folder.contents().allSatisfy { $0.hasPrefix("big_files.partial/") })
    }

    @Test func `tiles can be read before and after finishing, and absent ones are nil`() throws {
        let fixture = try DeepZoomFixture()
        let store = try fixture.store()
        let index = TileIndex(level: 3, column: 2, row: 1)
        #expect(try store.read(index) == nil)
        try store.write(smallPyramid.indices)
        let tile = EncodedTile(bytes: Array("new 3/2_1".utf8), format: .jpeg)
        #expect(try store.read(index) == tile)
        try store.finish()
        #expect(try store.read(index) == tile)
        #expect(try store.read(TileIndex(level: 3, column: 3, row: 0)) == nil)
        #expect(try store.read(TileIndex(level: 4, column: 0, row: 0)) == nil)
    }

    @Test(arguments: ["big.dzi", "big_files/x"])
    func `an existing output is refused and not touched`(existing: String) throws {
        let fixture = try DeepZoomFixture()
        try fixture.folder.write(Data("old".utf8), to: existing)
        let before = fixture.folder.contents()
        for options in [StoreOptions.starting(), .resuming()] {
            let error = storeError { _ = try fixture.store(options) }
            #expect(error?.code == .exists)
            #expect(error?.path == fixture.folder.path(String(existing.prefix { $0 != "/" })))
        }
        #expect(fixture.folder.contents() == before)
    }

    @Test(arguments: ["big.dzi", "big_files/x"])
    func `an output that has appeared meanwhile is not replaced, but the tiles are kept`(name: String) throws {
        let fixture = try DeepZoomFixture()
        let store = try fixture.store()
        try store.write(smallPyramid.indices)
        try fixture.folder.write(Data("other".utf8), to: name)
        #expect(storeError { try store.finish() }?.code == .exists)
        try store.suspend()
        #expect(
            try fixture.folder.files().filter { !$0.key.hasPrefix("big_files.partial/") } == [name: Data("other".utf8)])
        try fixture.folder.remove(String(name.prefix { $0 != "/" }))
        try store.finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test func `a replaced pyramid stays intact until the end and leaves no stale tiles`() throws {
        let fixture = try DeepZoomFixture()
        try fixture.makeFinished(word: "old")
        try fixture.folder.write(Data("stale".utf8), to: "big_files/9/7_7.jpg")
        let old = try fixture.folder.files()
        let store = try fixture.store(.replacing())
        try store.write(smallPyramid.indices)
        #expect(try fixture.folder.files().filter { !$0.key.hasPrefix("big_files.partial/") } == old)
        try store.finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }

    @Test func `discarding removes the tiles and keeps an older pyramid`() throws {
        let fixture = try DeepZoomFixture()
        let first = try fixture.store()
        try first.write(smallPyramid.indices)
        try first.discard()
        #expect(fixture.folder.contents().isEmpty)

        try fixture.makeFinished(word: "old")
        let second = try fixture.store(.replacing())
        try second.write(smallPyramid.indices.prefix(3))
        try second.discard()
        #expect(try fixture.folder.files() == fixture.finishedFiles(word: "old"))
    }

    @Test func `a store writes from many threads at once`() throws {
        let fixture = try DeepZoomFixture()
        let store = try fixture.store()
        let indices = smallPyramid.indices
        DispatchQueue.concurrentPerform(iterations: indices.count) { number in
            #expect(throws: Never.self) { try store.write([indices[number]]) }
        }
        try store.finish()
        #expect(try fixture.folder.files() == fixture.finishedFiles())
    }
}
