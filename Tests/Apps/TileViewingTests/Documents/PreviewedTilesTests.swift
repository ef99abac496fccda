import Concurrency
import Foundation
import LayerTree
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct PreviewedTilesTests {
    /// Writes an image as flat PNG tiles; returns the folder.
    private func cutFlat(
        _ scene: DocumentScene, _ path: String, tileSize: Int, overlap: Int
    ) throws -> String {
        let image = try DocumentScene.image(path, halvings: 0)
        let pyramid = Pyramid(size: image.size, tileSize: tileSize, overlap: overlap, levelCount: 1)
        try scene.folder.write(Data(), to: "flat/readme.txt")
        let store = try PyramidFormat.flat.makeStore(at: scene.folder.path("flat/big"), pyramid: pyramid, format: .png)
        for index in pyramid.indices {
            let rect = pyramid.rect(of: index)
            let tile = PixelBuffer(size: rect.size, isOpaque: false) { pixels in
                for y in 0..<rect.size.height {
                    for x in 0..<rect.size.width {
                        pixels[y * rect.size.width + x] =
                            image.pixels[(rect.y + y) * image.size.width + rect.x + x]
                    }
                }
            }
            let bytes = try tile.encoded(as: .png)
            try store.write(bytes.span.bytes, format: .png, at: index)
        }
        try store.finish()
        return scene.folder.path("flat")
    }

    @Test(arguments: [(64, 0), (63, 0), (60, 3)])
    func `flat tiles get a preview as coarse levels, and are exact at full size`(
        tileSize: Int, overlap: Int
    ) throws {
        let scene = try DocumentScene()
        let path = try scene.makeImage("a.png", width: 700, height: 500)
        let folder = try cutFlat(scene, path, tileSize: tileSize, overlap: overlap)
        let document = try scene.openWhole(folder)
        #expect(document.state.stage == .complete && document.state.metadata.format == "flat tiles, png tiles")
        #expect(document.size == PixelSize(width: 700, height: 500))
        let pyramid = document.image.pyramid
        // 88×63 is the first halving with at most 20,000 pixels, and the last one fits into a tile.
        #expect(pyramid.levels.map(\.size.width) == [44, 88, 700].suffix(pyramid.levels.count))
        #expect(pyramid.levels.map(\.downsample) == [16, 8, 1].suffix(pyramid.levels.count))
        let loaded = LoadedTiles(document.image, pyramid.indices)
        #expect(loaded.outcomes.values.allSatisfy { $0 == .loaded })
        #expect(
            try loaded.image(ofLevel: pyramid.finestLevel.index) == DocumentScene.image(path, halvings: 0).pixels)
        #expect(try loaded.image(ofLevel: 1) == DocumentScene.image(path, halvings: 3).pixels)
        #expect(try loaded.image(ofLevel: 0) == DocumentScene.image(path, halvings: 4).pixels)
        #expect(try scene.cacheFolders() == [])
        let finest = TileIndex(level: pyramid.finestLevel.index, column: 1, row: 1)
        #expect(try document.source.read(finest)?.format == .png)
        #expect(try document.source.read(TileIndex(level: 0, column: 0, row: 0)) == nil)
    }

    @Test func `a Deep Zoom pyramid of only the finest level gets a preview, with missing tiles transparent`() throws {
        let scene = try DocumentScene()
        let pyramid = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 32, levelCount: 1)
        let store = try PyramidFormat.deepZoom.makeStore(at: scene.folder.path("p.dzi"), pyramid: pyramid, format: .png)
        let tile = try DocumentScene.tile(PixelSize(width: 32, height: 32))
        for index in pyramid.indices where index.column < 4 {
            try store.write(tile.span.bytes, format: .png, at: index)
        }
        try store.finish()
        let document = try scene.openWhole(scene.folder.path("p.dzi"))
        let levels = document.image.pyramid.levels
        #expect(levels.map(\.size.width) == [32, 64, 128, 256])
        let loaded = LoadedTiles(document.image, document.image.pyramid.indices)
        let pixels = try #require(loaded.image(ofLevel: 2))
        let left = (0..<pixels.count).filter { $0 % 128 < 64 }.map { pixels[$0] }
        let right = (0..<pixels.count).filter { $0 % 128 >= 64 }.map { pixels[$0] }
        #expect(Set(left) == [0xFF63_6363])
        #expect(Set(right) == [0])
        #expect(loaded.outcomes.values.count { $0 == .absent } == 32)
    }

    @Test(arguments: [1, 32]) func `a huge pyramid with one tile opens at once, and its preview shows the tile`(
        tileSize: Int
    ) throws {
        let scene = try DocumentScene()
        let side = Int(Int32.max)
        let xml = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="0" TileSize="\(tileSize)">
            <Size Width="\(side)" Height="\(side)"/><DisplayRects><DisplayRect MinLevel="31" MaxLevel="31">
            <Rect X="0" Y="0" Width="\(side)" Height="\(side)"/></DisplayRect></DisplayRects></Image>
            """
        try scene.folder.write(Data(xml.utf8), to: "p.dzi")
        let tile = try DocumentScene.tile(PixelSize(width: tileSize, height: tileSize))
        try scene.folder.write(Data(tile), to: "p_files/31/5_7.png")
        let document = try scene.openWhole(scene.folder.path("p.dzi"))
        let pyramid = document.image.pyramid
        #expect(pyramid.levels.suffix(2).map(\.size.width) == [128, side])
        let level = pyramid.levels[pyramid.levels.count - 2]
        let indices = (0..<level.grid.count).map {
            TileIndex(level: level.index, column: $0 % level.grid.columns, row: $0 / level.grid.columns)
        }
        let pixels = try #require(LoadedTiles(document.image, indices).image(ofLevel: level.index))
        #expect(pixels.first == 0xFF63_6363 && pixels.count { $0 != 0 } == 1)
        let own = pyramid.finestLevel.index
        #expect(try document.source.anyTile(of: own) == TileIndex(level: own, column: 5, row: 7))
    }

    @Test func `of a tall level with three tiles, only those are read`() throws {
        let scene = try DocumentScene()
        let size = PixelSize(width: 1, height: 2)
        let rows = 20_000
        let pyramid = Pyramid(size: PixelSize(width: 1, height: 2 * rows), tileSize: 2, levelCount: 1)
        let store = try PyramidFormat.deepZoom.makeStore(at: scene.folder.path("p.dzi"), pyramid: pyramid, format: .png)
        let tile = try DocumentScene.tile(size)
        for row in [0, 7000, rows - 1] {
            let index = TileIndex(level: pyramid.finestLevel.index, column: 0, row: row)
            try store.write(tile.span.bytes, format: .png, at: index)
        }
        try store.finish()
        var options = scene.options
        let reads = Locked(0)
        options.beforeRead = { reads.withLock { $0 += 1 } }
        let watched = try WatchedDocument(scene.folder.path("p.dzi"), options)
        watched.wait { !$0.stage.isBusy }
        #expect(watched.document.state.stage == .complete)
        #expect(reads.withLock { $0 } == 3)
    }

    @Test func `a pyramid of 16 tiles or less needs no preview`() {
        func areNeeded(_ side: Int) -> Bool {
            PreviewedTiles.areNeeded(
                for: Pyramid(size: PixelSize(width: side, height: side), tileSize: 10, levelCount: 1))
        }
        #expect(!areNeeded(40) && areNeeded(41))
        #expect(!PreviewedTiles.areNeeded(for: Pyramid(size: PixelSize(width: 99_999, height: 99_999))))
    }
}
