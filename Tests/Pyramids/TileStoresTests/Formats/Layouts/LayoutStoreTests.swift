import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

/// Pyramids in a folder, for all layouts that ``LayoutStore`` writes.
@Suite(.timeLimited)
struct LayoutStoreTests {
    static let layouts: [PyramidFormat] = [.zoomify, .iiif, .iiif2, .xyz, .tms, .google]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The grids have 3×2, 2×1 and 1×1 tiles, or 3×2 and 1×1 if rounded down.
    private func pyramid(_ layout: PyramidFormat) -> Pyramid {
        Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, shape: layout.shape)
    }

    private func store(_ layout: PyramidFormat, _ options: StoreOptions = .starting()) throws -> any LevelImageStore {
        let store = try PyramidTarget(layout).makeStore(
            at: folder.path("big"), pyramid: pyramid(layout), format: .jpeg, options: options)
        return try #require(store as? any LevelImageStore)
    }

    private func makeFinished(
        _ layout: PyramidFormat, word: String = "new", options: StoreOptions = .starting()
    ) throws {
        let store = try self.store(layout, options)
        try store.write(store.pyramid.indices, word: word)
        for level in store.wholeLevels {
            try store.write(wholeLevel: level, Array("whole \(level)".utf8).span.bytes, format: .jpeg)
        }
        try store.finish()
    }

    private func files() -> [String] { folder.contents().filter { !$0.hasSuffix("/") } }

    @Test(arguments: [
        (
            PyramidFormat.zoomify,
            [
                "ImageProperties.xml", "TileGroup0/0-0-0.jpg", "TileGroup0/1-0-0.jpg", "TileGroup0/1-0-1.jpg",
                "TileGroup0/1-1-0.jpg", "TileGroup0/1-1-1.jpg", "TileGroup0/1-2-0.jpg", "TileGroup0/1-2-1.jpg",
            ]
        ),
        (
            .iiif,
            [
                "0,0,2,2/2,2", "0,0,4,3/2,2", "0,2,2,1/2,1", "2,0,2,2/2,2", "2,2,2,1/2,1", "4,0,1,2/1,2",
                "4,0,1,3/1,2", "4,2,1,1/1,1", "full/2,1", "full/3,2", "full/5,3", "full/max",
            ].map { "\($0)/0/default.jpg" } + ["info.json"]
        ),
        (
            .iiif2,
            [
                "0,0,2,2/2,", "0,0,4,3/2,", "0,2,2,1/2,", "2,0,2,2/2,", "2,2,2,1/2,", "4,0,1,2/1,", "4,0,1,3/1,",
                "4,2,1,1/1,", "full/2,", "full/2,1", "full/3,", "full/3,2", "full/5,", "full/5,3", "full/full",
                "full/max",
            ].map { "\($0)/0/default.jpg" } + ["info.json"]
        ),
        (
            .xyz,
            [
                "0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/0/0.jpg", "2/0/1.jpg", "2/1/0.jpg", "2/1/1.jpg", "2/2/0.jpg",
                "2/2/1.jpg", "tiles.json",
            ]
        ),
        (
            .tms,
            [
                "0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/0/0.jpg", "2/0/1.jpg", "2/1/0.jpg", "2/1/1.jpg", "2/2/0.jpg",
                "2/2/1.jpg", "tilemapresource.xml",
            ]
        ),
        (
            .google,
            [
                "0/0/0.jpg", "1/0/0.jpg", "1/0/1.jpg", "2/0/0.jpg", "2/0/1.jpg", "2/0/2.jpg", "2/1/0.jpg", "2/1/1.jpg",
                "2/1/2.jpg", "blank.png", "tiles.json",
            ]
        ),
    ])
    func `a finished pyramid consists of its tiles and descriptors`(
        layout: PyramidFormat, names: [String]
    ) throws {
        try makeFinished(layout)
        #expect(files() == names.map { "big/\($0)" }.sorted())
    }

    @Test func `rows of TMS are counted from the bottom`() throws {
        try makeFinished(.tms)
        let index = TileIndex(level: 2, column: 1, row: 0)
        #expect(try folder.bytes(of: "big/2/1/1.jpg") == Data(contents(of: index).utf8))
    }

    @Test func `a whole level does not replace the tile of the same name`() throws {
        try makeFinished(.iiif)
        let index = TileIndex(level: 0, column: 0, row: 0)
        #expect(try folder.bytes(of: "big/full/2,1/0/default.jpg") == Data(contents(of: index).utf8))
        #expect(try folder.bytes(of: "big/full/max/0/default.jpg") == Data("whole 2".utf8))
        #expect(try folder.bytes(of: "big/full/5,3/0/default.jpg") == Data("whole 2".utf8))
    }

    @Test(arguments: layouts)
    func `nothing has its final name before the end, and an interrupted run is continued`(layout: PyramidFormat) throws
    {
        try makeFinished(layout)
        let whole = try folder.files()
        try folder.remove("big")
        let indices = pyramid(layout).indices
        do {
            let store = try self.store(layout)
            try store.write(indices.prefix(4))
            try store.suspend()
        }
        #expect(folder.contents().allSatisfy { $0.hasPrefix("big.partial/") })
        #expect(storeError { _ = try self.store(layout) }?.code == .interrupted)
        let store = try self.store(layout, .resuming())
        #expect(store.finishedTiles == Array(indices.prefix(4)))
        #expect(try store.read(indices[3])?.bytes == Array(contents(of: indices[3]).utf8))
        #expect(try store.read(indices[4]) == nil)
        try store.write(indices.dropFirst(4))
        for level in store.wholeLevels {
            try store.write(wholeLevel: level, Array("whole \(level)".utf8).span.bytes, format: .jpeg)
        }
        try store.finish()
        #expect(try folder.files() == whole)
        #expect(try store.read(indices[4])?.bytes == Array(contents(of: indices[4]).utf8))
    }

    @Test func `a run killed after its folder was renamed is completed`() throws {
        try makeFinished(.xyz, word: "old")
        do {
            let store = try self.store(.xyz, .replacing())
            try store.write(store.pyramid.indices)
            try store.suspend()
        }
        try folder.move("big", to: "old")
        try folder.move("big.partial", to: "big")
        try folder.move("old", to: "big.partial")
        #expect(storeError { _ = try self.store(.xyz) }?.code == .interrupted)
        let store = try self.store(.xyz, .resuming())
        #expect(store.finishedTiles == store.pyramid.indices)
        try store.finish()
        let index = TileIndex(level: 2, column: 1, row: 0)
        #expect(try folder.bytes(of: "big/2/1/0.jpg") == Data(contents(of: index).utf8))
        #expect(folder.contents().filter { $0.contains("partial") || $0.contains("journal") }.isEmpty)
    }

    @Test func `a pyramid is replaced only when the new one is complete`() throws {
        try makeFinished(.google, word: "old")
        #expect(storeError { _ = try self.store(.google) }?.code == .exists)
        let old = try folder.files()
        let discarded = try store(.google, .replacing())
        try discarded.write(discarded.pyramid.indices)
        try discarded.discard()
        #expect(try folder.files() == old)
        try makeFinished(.xyz, options: .replacing())
        let index = TileIndex(level: 0, column: 0, row: 0)
        #expect(try folder.bytes(of: "big/0/0/0.jpg") == Data(contents(of: index).utf8))
        #expect(!files().contains("big/blank.png"))
    }

    @Test(arguments: [
        "big/holiday.jpg", "big/TileGroupX/a", "big/2,3/a", "big/2019/1/1.jpg", "big/1/chapter.txt", "big",
    ])
    func `a folder that holds anything but a pyramid is never replaced`(name: String) throws {
        try folder.write(Data("precious".utf8), to: name)
        let error = storeError { _ = try self.store(.xyz, .replacing()) }
        #expect(error?.code == .exists && error?.path == folder.path("big"))
        #expect(try folder.files() == [name: Data("precious".utf8)])
    }

    @Test(arguments: [PyramidFormat.xyz, .tms, .google, .zoomify])
    func `map tiles without a descriptor are a pyramid, which any layout replaces`(layout: PyramidFormat) throws {
        try folder.write(Data("old".utf8), to: "big/1/0/1.png")
        try makeFinished(layout, options: .replacing())
        #expect(!files().contains("big/1/0/1.png"))
    }

    @Test func `an output that has appeared meanwhile is not replaced`() throws {
        let store = try self.store(.zoomify)
        try store.write(store.pyramid.indices)
        try folder.write(Data("other".utf8), to: "big/x")
        #expect(storeError { try store.finish() }?.code == .exists)
        try folder.remove("big")
        try store.finish()
        #expect(files().count == 8)
    }

    @Test func `an image of background only is a pyramid without tiles`() throws {
        try store(.google).finish()
        #expect(files() == ["big/blank.png", "big/tiles.json"])
    }
}
