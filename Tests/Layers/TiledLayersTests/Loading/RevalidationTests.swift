import Foundation
import ImageCodecs
import ImageSources
import LayerTree
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import VectorDrawing

@testable import TiledLayers

/// A pyramid in a folder whose files change.
@Suite(.timeLimited) struct RevalidationTests {
    private let folder: TemporaryFolder
    private let executor: ManualTileExecutor
    private let loader: TileLoader
    private let feed: TileFeed
    private let indices: [TileIndex]

    init() throws {
        folder = try TemporaryFolder()
        let pyramid = Pyramid(size: PixelSize(width: 512, height: 384), tileSize: 128)
        let path = folder.path("a.dzi")
        let store = try PyramidFormat.deepZoom.makeStore(at: path, pyramid: pyramid, format: .png)
        for index in pyramid.indices {
            let bytes = try Self.encodedTile(pyramid.rect(of: index).size, gray: 10)
            try store.write(bytes.span.bytes, format: .png, at: index)
        }
        try store.finish()
        let clock = ManualClock()
        executor = ManualTileExecutor(clock: clock)
        loader = TileLoader(clock: clock, executor: executor)
        let source = try LayoutSource(opening: path, as: .deepZoom)
        feed = TileFeed(of: TiledImage(source, name: "a.dzi"), from: loader)
        indices = Array(pyramid.levels[9].indices)
        #expect(indices.count == 12)
        feed.setDemand(TilePlan(level: 9, sharpLevel: 9, requests: indices.map { TileRequest($0, .view) }))
        executor.advance()
        #expect(loader.statistics.reads == 12)
    }

    private static func encodedTile(_ size: PixelSize, gray: UInt8) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .png
        let encoder = try encoding.makeEncoder(for: PixelLayout(.gray))
        return try [UInt8](repeating: gray, count: size.area).withUnsafeBytes { raw in
            let rows = (0..<size.height).compactMap { y in raw.baseAddress.map { $0 + y * size.width } }
            return try rows.withUnsafeBufferPointer { rows in
                var bytes: [UInt8] = []
                try encoder.encode(TilePixels(size: size, layout: PixelLayout(.gray), rows: rows)) {
                    bytes = $0.withUnsafeBytes { Array($0) }
                }
                return bytes
            }
        }
    }

    /// Writes a tile's file, as of some time later.
    private func rewrite(_ name: String, gray: UInt8, later seconds: Double) throws {
        try folder.write(Data(Self.encodedTile(PixelSize(width: 128, height: 128), gray: gray)), to: name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: folder.path(name))
    }

    private func shown(_ index: TileIndex) -> UInt32? { feed.tile(index)?.buffer[0, 0] }

    @Test(arguments: [60.0, -86_400])
    func `a tile whose file has another date is reloaded, and no other`(later: Double) throws {
        try rewrite("a_files/9/2_1.png", gray: 200, later: later)
        // The size of the file is the same.
        #expect(shown(tile(9, 2, 1)) == 0xFF0A_0A0A)
        feed.revalidate()
        executor.advance()
        #expect(loader.statistics.reads == 13 && loader.statistics.decodes == 13)
        #expect(shown(tile(9, 2, 1)) == 0xFFC8_C8C8)
        #expect(feed.tile(tile(9, 2, 1))?.isOutdated == false)
        #expect(indices.filter { shown($0) == 0xFF0A_0A0A }.count == 11)
    }

    @Test func `without a change nothing is read, however often`() {
        for _ in 0..<3 {
            feed.revalidate()
            executor.advance()
        }
        #expect(loader.statistics.reads == 12)
    }

    @Test func `a tile that is reloaded has its new stamp`() throws {
        for (step, gray) in [UInt8(50), 90, 130].enumerated() {
            try rewrite("a_files/9/0_0.png", gray: gray, later: 60 * Double(step + 1))
            feed.revalidate()
            executor.advance()
            feed.revalidate()
            executor.advance()
            #expect(loader.statistics.reads == 13 + step)
            #expect(shown(tile(9, 0, 0)).map { $0 & 255 } == UInt32(gray))
        }
    }

    @Test func `the old pixels stay until the new ones arrive`() throws {
        try rewrite("a_files/9/1_1.png", gray: 200, later: 60)
        feed.revalidate()
        #expect(shown(tile(9, 1, 1)) == 0xFF0A_0A0A)
        executor.advance()
        #expect(shown(tile(9, 1, 1)) == 0xFFC8_C8C8)
    }

    @Test func `a source without stamps finds no change`() {
        let scene = LoadingScene()
        _ = scene.load(Viewport(x: 0, y: 0, width: 512, height: 512))
        scene.feed.revalidate()
        scene.executor.advance()
        #expect(scene.source.takeReads().isEmpty)
    }

    @Test func `a server's validator is compared like a date`() {
        #expect(TileStamp(validator: "a") != TileStamp(validator: "b"))
        #expect(TileStamp(validator: "a") == TileStamp(validator: "a"))
        let stamp = TileStamp(modifiedAt: 5, nanoseconds: 1, byteCount: 9)
        #expect(stamp != TileStamp(modifiedAt: 5, nanoseconds: 2, byteCount: 9))
        #expect(stamp != TileStamp(modifiedAt: 5, nanoseconds: 1, byteCount: 8))
    }
}
