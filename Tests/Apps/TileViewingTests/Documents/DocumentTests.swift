import VectorDrawing
import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import LayerTree
import Concurrency
import TestSupport
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores
import TiledLayers

@testable import TileViewing

@Suite(.timeLimited) struct DocumentTests {
    private let scene: DocumentScene

    init() throws {
        scene = try DocumentScene()
    }

    private let pyramid = Pyramid(size: PixelSize(width: 700, height: 500))

    // MARK: Plain images

    @Test(arguments: [
        ("a.jpg", "JPEG", false), ("a.png", "PNG", false), ("a.png", "PNG", true), ("a.tif", "TIFF", true),
    ])
    func `a plain image is shown as a preview, cut into 11 levels, and then complete`(
        name: String, format: String, alpha: Bool
    ) throws {
        let path = try scene.makeImage(name, alpha: alpha)
        let watched = try WatchedDocument(path, scene.options)
        watched.wait { !$0.stage.isBusy }
        let state = watched.document.state
        #expect(state.stage == .complete && state.warnings == [])
        #expect(state.metadata.format == format && state.metadata.size == pyramid.size)
        #expect(state.cutTileCount == pyramid.tileCount)
        let image = watched.document.image
        #expect(image.pyramid == pyramid && image.name == name)
        let loaded = LoadedTiles(image, pyramid.indices)
        #expect(loaded.outcomes.values.allSatisfy { $0 == .loaded })
        if format != "JPEG", alpha {
            #expect(try loaded.image(ofLevel: 10) == DocumentScene.image(path, halvings: 0).pixels)
        }
        #expect(loaded.feed.loader.statistics.mainThreadReads == 0)
        #expect(loaded.feed.loader.statistics.mainThreadDecodes == 0)
    }

    @Test func `an image that was cut before is complete at once, and no tile is cut`() throws {
        let path = try scene.makeImage("a.jpg")
        try scene.openWhole(path).close()
        let again = try WatchedDocument(path, scene.options)
        again.wait { $0.metadata.format == "JPEG" }
        #expect(again.stages == [.complete])
        #expect(again.document.state.cutTileCount == 0)
        #expect(again.document.state.metadata.format == "JPEG" && again.document.state.metadata.fileBytes ?? 0 > 0)
        let image = again.document.image
        #expect(LoadedTiles(image, pyramid.indices).outcomes.values.allSatisfy { $0 == .loaded })
        #expect(try scene.cacheFolders().count == 1)
    }

    @Test func `an image that has changed is cut again`() throws {
        let path = try scene.makeImage("a.png")
        try scene.openWhole(path).close()
        try scene.makeImage("a.png", width: 400)
        let changed = try scene.openWhole(path)
        #expect(changed.size == PixelSize(width: 400, height: 500))
        #expect(changed.state.cutTileCount > 0)
        #expect(try scene.cacheFolders().count == 2)
    }

    @Test func `an image with no more pixels than the preview is shown as it is, and nothing is cached`() throws {
        let path = try scene.makeImage("a.png", width: 160, height: 125, alpha: true)
        let document = try scene.openWhole(path)
        #expect(document.state.stage == .complete && document.state.cutTileCount == 0)
        let image = document.image
        let loaded = LoadedTiles(image, image.pyramid.indices)
        for halvings in 0...8 {
            let image = try DocumentScene.image(path, halvings: halvings)
            #expect(loaded.image(ofLevel: 8 - halvings) == image.pixels)
        }
        #expect(try scene.cacheFolders() == [])
    }

    @Test func `an interrupted cut is resumed`() throws {
        let path = try scene.makeImage("a.jpg")
        let stored = try cutThreeTiles(of: path) {
            let waiting = try WatchedDocument(path, scene.options)
            waiting.wait { $0.stage == .waiting }
            waiting.document.close()
        }
        let document = try scene.openWhole(path)
        #expect(document.state.stage == .complete)
        #expect(document.state.cutTileCount == pyramid.tileCount - stored)
    }

    @Test func `closing a document while it is cut keeps the finished tiles, and no tile is cut twice`() throws {
        let path = try scene.makeImage("a.png", width: 1500, height: 1100)
        let first = try WatchedDocument(path, scene.options)
        first.wait { $0.cutTileCount >= 3 || !$0.stage.isBusy }
        first.document.close()
        let second = try scene.openWhole(path)
        #expect(second.state.stage == .complete)
        let all = Pyramid(size: second.size).tileCount
        #expect(first.document.state.cutTileCount + second.state.cutTileCount == all)
    }

    /// Cuts 3 tiles as an interrupted run does; calls `body` before that run ends.
    private func cutThreeTiles(of path: String, _ body: () throws -> Void) throws -> Int {
        let key = try #require(PyramidCacheKey(path))
        let entry = try scene.options.cache.entry(for: key)
        let plan = try CutPlan(.file(path), options: scene.options.cutting(for: openImage(.file(path)).info))
        var options = StoreOptions()
        options.fingerprint = plan.fingerprint
        let store = try PyramidFormat.deepZoom.makeStore(
            at: entry.descriptorPath, pyramid: plan.pyramid, format: plan.format, options: options)
        let indices = Array(plan.pyramid.indices).suffix(3)
        for index in indices {
            try store.write([1, 2, 3].span.bytes, format: .jpeg, at: index)
        }
        try body()
        try store.suspend()
        return indices.count
    }

    @Test func `tiles that another process is cutting are adopted when it has finished`() throws {
        let path = try scene.makeImage("a.png", alpha: true)
        let key = try #require(PyramidCacheKey(path))
        let entry = try scene.options.cache.entry(for: key)
        let store = try PyramidFormat.deepZoom.makeStore(at: entry.descriptorPath, pyramid: pyramid, format: .png)
        let watched = try WatchedDocument(path, scene.options)
        watched.wait { $0.stage == .waiting }
        let image = watched.document.image
        let finest = TileIndex(level: 10, column: 0, row: 0)
        let loaded = LoadedTiles(image, [finest])
        #expect(loaded.outcomes[finest] == .absent)
        let pixel = try DocumentScene.tile(PixelSize(width: 256, height: 256))
        try store.write(pixel.span.bytes, format: .png, at: finest)
        try store.finish()
        watched.wait { $0.stage == .complete }
        #expect(watched.document.state.cutTileCount == 0)
        #expect(LoadedTiles(image, [finest]).outcomes[finest] == .loaded)
    }

    // MARK: What goes wrong

    @Test func `a damaged image is shown as far as it goes, with a warning`() throws {
        let path = try scene.makeImage("a.jpg")
        let bytes = try scene.folder.bytes(of: "a.jpg")
        try scene.folder.write(bytes.prefix(bytes.count / 2), to: "a.jpg")
        let document = try scene.openWhole(path)
        #expect(document.state.stage == .complete)
        #expect(document.state.warnings.count == 1)
        #expect(document.state.warnings.first?.contains("the file ends before row") == true)
    }

    @Test(arguments: [("nothing.jpg", nil), ("text.jpg", "no image"), ("empty.png", ""), ("folder", "sub/a")])
    func `a file that cannot be opened is named, with a reason`(name: String, content: String?) throws {
        if name == "folder" {
            try scene.folder.write(Data(), to: "folder/readme.txt")
        } else if let content {
            try scene.folder.write(Data(content.utf8), to: name)
        }
        let path = scene.folder.path(name)
        let error = #expect(throws: (any Error).self) { try scene.openWhole(path) }
        let reason = error.map { "\($0)" } ?? ""
        #expect(reason.hasPrefix(path + ": ") && reason.hasSuffix("."))
    }

    @Test func `a cache that cannot be written leaves the preview and a reason`() throws {
        let scene = try DocumentScene(cachePath: self.scene.makeImage("file.png", width: 9, height: 9) + "/cache")
        let document = try scene.openWhole(scene.makeImage("a.png"))
        guard case .coarse(let reason) = document.state.stage else {
            Issue.record("\(document.state.stage)")
            return
        }
        #expect(reason.contains("tiles cannot be cached here: Not a directory. Set XDG_CACHE_HOME"))
        try expectCoarse(document)
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func `a full disk leaves the preview and a reason`() throws {
        let disk = try SmallDisk(pages: 16)
        let scene = try DocumentScene(cachePath: disk.path + "/cache")
        let document = try scene.openWhole(scene.makeImage("a.png", alpha: true))
        guard case .coarse(let reason) = document.state.stage else {
            Issue.record("\(document.state.stage)")
            return
        }
        #expect(reason.hasPrefix(disk.path + "/cache: tiles cannot be cached here: "))
        #expect(reason.hasSuffix("Free some disk space."))
        try expectCoarse(document)
        withExtendedLifetime(disk) {}
    }

    /// Expects level 7 of 88×63 pixels to be there, and nothing finer.
    private func expectCoarse(_ document: Document) throws {
        let image = document.image
        let loaded = LoadedTiles(image, pyramid.indices)
        for (index, outcome) in loaded.outcomes {
            #expect(outcome == (index.level <= 7 ? .loaded : .absent))
        }
    }

    @Test func `if the cache is emptied while an image is open, its tiles fail with that reason`() throws {
        let document = try scene.openWhole(scene.makeImage("a.jpg"))
        try scene.folder.remove("cache")
        let finest = TileIndex(level: 10, column: 0, row: 0)
        let loaded = LoadedTiles(document.image, [finest])
        guard case .failed(let reason, _, _) = loaded.outcomes[finest] else {
            Issue.record("\(loaded.outcomes)")
            return
        }
        #expect(reason.contains("the folder of the tiles no longer exists"))
    }

    @Test func `a closed document does nothing more`() throws {
        let path = try scene.makeImage("a.jpg")
        let document = try Document(opening: path, options: scene.options)
        document.close()
        #expect(document.state.stage == .closed)
        let changes = Locked(0)
        document.observe { changes.withLock { $0 += 1 } }
        // After this, work that was in progress has ended.
        document.queue.sync {}
        #expect(document.state.stage == .closed && changes.withLock { $0 } == 0)
        // What the document has left is resumed.
        #expect(try scene.openWhole(path).state.stage == .complete)
    }

    @Test func `the tiles of a plain image are exported as they are stored, and those of a small one as PNG`() throws {
        let small = try scene.openWhole(scene.makeImage("small.png", width: 160, height: 125, alpha: true))
        let finest = TileIndex(level: 8, column: 0, row: 0)
        let tile = try #require(try small.source.read(finest))
        let buffer = try PooledTileDecoder.shared.decode(tile, size: small.size, name: "tile")
        let drawn = LoadedTiles(small.image, [finest]).image(ofLevel: 8)
        #expect(buffer.withPixels { Array($0) } == drawn)
        #expect(try small.source.read(TileIndex(level: 7, column: 0, row: 0))?.format == .png)
        #expect(try small.source.read(TileIndex(level: 9, column: 0, row: 0)) == nil)
        let large = try scene.openWhole(scene.makeImage("a.jpg"))
        #expect(try large.source.read(TileIndex(level: 10, column: 2, row: 1))?.format == .jpeg)
    }

    @Test(arguments: [("a.jpg", 700, 500), ("small.png", 160, 125)])
    func `each read of a tile is announced beforehand`(name: String, width: Int, height: Int) throws {
        let path = try scene.makeImage(name, width: width, height: height)
        var options = scene.options
        let reads = Locked(0)
        options.beforeRead = { reads.withLock { $0 += 1 } }
        // A plain image that is being cut, and the same image from the cache.
        for _ in 0..<2 {
            let watched = try WatchedDocument(path, options)
            watched.wait { !$0.stage.isBusy }
            reads.withLock { $0 = 0 }
            let indices = Array(watched.document.image.pyramid.indices)
            #expect(LoadedTiles(watched.document.image, indices).outcomes.values.allSatisfy { $0 == .loaded })
            #expect(reads.withLock { $0 } == indices.count)
            watched.document.close()
        }
    }

    // MARK: Pyramids

    @Test(arguments: ["p.dzi", "p_files", ""])
    func `a pyramid is complete at once, and its tiles fail with its name when it vanishes`(name: String) throws {
        let small = Pyramid(size: PixelSize(width: 20, height: 10), tileSize: 8)
        let store = try PyramidFormat.deepZoom.makeStore(at: scene.folder.path("p.dzi"), pyramid: small, format: .png)
        for index in small.indices {
            let tile = try DocumentScene.tile(small.rect(of: index).size)
            try store.write(tile.span.bytes, format: .png, at: index)
        }
        try store.finish()
        let document = try scene.openWhole(scene.folder.path(name))
        #expect(document.state.stage == .complete)
        #expect(
            document.state.metadata.format == "Deep Zoom, png tiles" && document.state.metadata.size == small.size
                && document.state.metadata.fileBytes == nil)
        let image = document.image
        #expect(image.name == "p.dzi")
        #expect(LoadedTiles(image, small.indices).outcomes.values.allSatisfy { $0 == .loaded })
        try scene.folder.remove("p_files")
        let index = TileIndex(level: 5, column: 0, row: 0)
        guard case .failed(let reason, _, _) = LoadedTiles(image, [index]).outcomes[index] else {
            Issue.record("it did not fail")
            return
        }
        #expect(reason.hasPrefix(scene.folder.path("p_files") + ": "))
    }
}
