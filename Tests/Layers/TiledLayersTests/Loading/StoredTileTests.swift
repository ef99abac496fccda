import Compositing
import Concurrency
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

/// Real files, read and decoded on real Dispatch queues.
@Suite(.timeLimited) struct StoredTileTests {
    /// A pyramid on disk and its loader.
    private struct Scene {
        let folder: TemporaryFolder
        let source: LayoutSource
        let loader = TileLoader(retry: TileRetryPolicy(delays: []))
        let feed: TileFeed
        private let isReady = Locked(false)

        /// Creates a pyramid of 600×400 pixels whose tiles have distinct colors.
        init(format: TileFormat = .png) throws {
            folder = try TemporaryFolder()
            let pyramid = Pyramid(size: PixelSize(width: 600, height: 400), tileSize: 128, overlap: 1)
            let store = try PyramidFormat.deepZoom.makeStore(at: folder.path("a.dzi"), pyramid: pyramid, format: format)
            for index in pyramid.indices {
                let bytes = try Scene.tile(pyramid.rect(of: index).size, color: Scene.color(of: index), format)
                try store.write(bytes.span.bytes, format: format, at: index)
            }
            try store.finish()
            source = try LayoutSource(opening: folder.path("a.dzi"), as: .deepZoom)
            let isReady = isReady
            feed = TileFeed(of: TiledImage(source, name: "a.dzi", decoder: PooledTileDecoder()), from: loader) {
                isReady.withLockAndNotify { $0 = true }
            }
        }

        static func color(of index: TileIndex) -> [UInt8] {
            [UInt8(10 * index.level), UInt8(20 * index.column), UInt8(30 * index.row)]
        }

        static func tile(_ size: PixelSize, color: [UInt8], _ format: TileFormat = .png) throws -> [UInt8] {
            var encoding = TileEncoding()
            encoding.format = format
            let layout = PixelLayout(.rgb)
            let row = (0..<size.width).flatMap { _ in color }
            var tile: [UInt8] = []
            try row.withUnsafeBytes { raw in
                let rows = (0..<size.height).compactMap { _ in raw.baseAddress }
                try rows.withUnsafeBufferPointer { rows in
                    try encoding.makeEncoder(for: layout).encode(TilePixels(size: size, layout: layout, rows: rows)) {
                        tile = $0.withUnsafeBytes { Array($0) }
                    }
                }
            }
            return tile
        }

        /// Requests all tiles of the pyramid and waits until each has arrived, is absent or has failed.
        func loadAll() -> [TileIndex: TileState] {
            let indices = Array(source.pyramid.indices)
            feed.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: indices.map { TileRequest($0, .view) }))
            var outcomes: [TileIndex: TileState] = [:]
            while outcomes.count < indices.count {
                for index in indices {
                    switch feed.state(of: index) {
                    case .loaded, .absent, .failed: outcomes[index] = feed.state(of: index)
                    case .idle, .queued, .reading, .read, .decoding: break
                    }
                }
                guard outcomes.count < indices.count else { break }
                _ = isReady.wait { isThere in
                    defer { isThere = false }
                    return isThere ? true : nil
                }
            }
            return outcomes
        }

        /// The bytes of all tiles on disk.
        func storedBytes() throws -> Int {
            try folder.files().reduce(0) { $0 + ($1.key.hasPrefix("a_files/") ? $1.value.count : 0) }
        }
    }

    @Test(arguments: [TileFormat.png, .jpeg, .webp, .jp2, .jpng])
    func `a Deep Zoom pyramid is loaded off the main thread, and none of its compressed bytes are kept`(
        format: TileFormat
    ) throws {
        let scene = try Scene(format: format)
        let outcomes = scene.loadAll()
        #expect(outcomes.count == 20 + 6 + 2 + 8 && outcomes.values.allSatisfy { $0 == .loaded })
        for index in scene.source.pyramid.indices {
            let buffer = try #require(scene.feed.tile(index)).buffer
            #expect(buffer.size == scene.source.pyramid.rect(of: index).size)
            #expect(buffer.isOpaque)
            guard format == .png else { continue }
            let color = Scene.color(of: index).reduce(UInt32(255)) { $0 << 8 | UInt32($1) }
            #expect(buffer.withPixels { $0.allSatisfy { $0 == color } })
        }
        let statistics = scene.loader.statistics
        #expect(statistics.mainThreadReads == 0 && statistics.mainThreadDecodes == 0)
        #expect(statistics.reads == outcomes.count && statistics.decodes == outcomes.count)
        #expect(try statistics.readBytes == scene.storedBytes())
        #expect(statistics.heldBytes == 0)
    }

    @Test func `KTX tiles are mapped, not read or decoded, and off the main thread`() throws {
        let scene = try Scene(format: .ktx2)
        let outcomes = scene.loadAll()
        #expect(outcomes.count == 36 && outcomes.values.allSatisfy { $0 == .loaded })
        for index in scene.source.pyramid.indices {
            let buffer = try #require(scene.feed.tile(index)).buffer
            #expect(buffer.size == scene.source.pyramid.rect(of: index).size && buffer.isOpaque)
            let color = Scene.color(of: index).reduce(UInt32(255)) { $0 << 8 | UInt32($1) }
            #expect(buffer.withPixels { $0.allSatisfy { $0 == color } })
        }
        let statistics = scene.loader.statistics
        #expect(statistics.decodes == 0 && statistics.reads == 0 && statistics.maps == 36)
        #expect(statistics.mainThreadReads == 0 && statistics.mainThreadDecodes == 0)
    }

    @MainActor
    @Test func `an image of 2048×2048 in one KTX tile is shown from the mapped file, without a decode`() throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: 2048, height: 2048)
        let pyramid = Pyramid(size: size, tileSize: 2048)
        let store = try PyramidFormat.deepZoom.makeStore(at: folder.path("a.dzi"), pyramid: pyramid, format: .ktx2)
        let bytes = try Scene.tile(size, color: [20, 40, 60], .ktx2)
        try store.write(bytes.span.bytes, format: .ktx2, at: tile(11, 0, 0))
        try store.finish()
        #expect(bytes.count == 4096 + 2048 * 2048 * 4)
        let clock = ManualClock()
        let executor = ManualTileExecutor(clock: clock) { _ in 0 }
        let loader = TileLoader(clock: clock, executor: executor)
        let source = try LayoutSource(opening: folder.path("a.dzi"), as: .deepZoom)
        let layer = TiledLayer(image: TiledImage(source, name: "a.dzi"), loader: loader)
        layer.anchorPoint = .zero
        layer.fadeDuration = 0
        layer.planner.adjacentLevelTiles = 0
        let scene = LayerScene(root: layer, size: size, background: .black, clock: clock)
        _ = scene.frame()
        executor.advance()
        let snapshot = Compositor().draw(scene.frame())
        #expect(snapshot.withPixels { $0.allSatisfy { $0 == 0xFF14_283C } })
        let statistics = loader.statistics
        #expect(statistics.maps == 1 && statistics.decodes == 0 && statistics.reads == 0)
        // The pixels that are drawn are those of the file.
        #expect(loader.cache.statistics.bytes == 2048 * 2048 * 4)
    }

    @Test func `damaged, wrongly sized and missing KTX tiles are reported as others are`() throws {
        let scene = try Scene(format: .ktx2)
        let intact = try scene.folder.bytes(of: "a_files/10/0_0.ktx2")
        try scene.folder.write(intact.dropLast(), to: "a_files/10/0_0.ktx2")
        try scene.folder.write(
            Data(Scene.tile(PixelSize(width: 64, height: 64), color: [1, 2, 3], .ktx2)), to: "a_files/10/1_0.ktx2")
        try scene.folder.remove("a_files/10/2_0.ktx2")
        let outcomes = scene.loadAll()
        guard case .failed(let truncated, _, _) = outcomes[tile(10, 0, 0)],
            case .failed(let small, _, _) = outcomes[tile(10, 1, 0)]
        else {
            Issue.record("two tiles fail")
            return
        }
        #expect(truncated.hasSuffix("10/0_0.ktx2: the image ends before its last row."))
        #expect(small == "the tile is 64×64 pixels, not 130×129 as the pyramid says")
        #expect(outcomes[tile(10, 2, 0)] == .absent)
    }

    @Test func `a straight KTX tile of another program is multiplied into memory of its own`() throws {
        let scene = try Scene(format: .ktx2)
        var bytes = try [UInt8](scene.folder.bytes(of: "a_files/10/0_0.ktx2"))
        // The flag of premultiplied alpha is cleared, and the first pixel made half transparent white.
        bytes[119] = 0
        bytes.replaceSubrange(4096..<4100, with: [255, 255, 255, 128])
        let key = Array("TileKit:opaque\0".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: key) })
        bytes[place + key.count] = UInt8(ascii: "0")
        try scene.folder.write(Data(bytes), to: "a_files/10/0_0.ktx2")
        #expect(scene.loadAll()[tile(10, 0, 0)] == .loaded)
        let buffer = try #require(scene.feed.tile(tile(10, 0, 0))).buffer
        #expect(buffer[0, 0] == 0x8080_8080 && !buffer.isOpaque)
    }

    @Test func `a JPNG tile without alpha is shown opaque, with a warning`() throws {
        let decoder = PooledTileDecoder()
        let size = PixelSize(width: 16, height: 16)
        let jpeg = EncodedTile(bytes: try Scene.tile(size, color: [9, 9, 9], .jpeg), format: .jpng)
        for _ in 0..<2 {
            #expect(try decoder.decode(jpeg, size: size, name: "a 3/0_0").isOpaque)
        }
        #expect(decoder.warnings == ["a 3/0_0: the alpha is missing; the tile is shown opaque."])
    }

    @Test func `garbage, empty and wrongly sized tiles report their fault, and a missing one is absent`() throws {
        let scene = try Scene()
        try scene.folder.write(Data("no picture".utf8), to: "a_files/10/0_0.png")
        try scene.folder.write(Data(), to: "a_files/10/1_0.png")
        try scene.folder.write(
            Data(Scene.tile(PixelSize(width: 64, height: 64), color: [1, 2, 3])), to: "a_files/10/2_0.png")
        try scene.folder.remove("a_files/10/3_0.png")
        let outcomes = scene.loadAll()
        func outcome(_ column: Int) -> TileState? { outcomes[tile(10, column, 0)] }
        func failure(_ text: String) -> TileState {
            .failed(reason: "a.dzi \(text)", tries: 1, retryTime: nil)
        }
        guard case .failed(let reason, _, _) = outcome(0) else { return #expect(outcome(0) == nil) }
        #expect(reason.hasPrefix("a.dzi 10/0_0: this is not an image of a kind that can be read: JPEG, PNG, "))
        #expect(outcome(1) == failure("10/1_0: the tile is empty."))
        #expect(outcome(2) == failure("10/2_0: the tile is 64×64 pixels, not 130×129 as the pyramid says"))
        #expect(outcome(3) == .absent)
        #expect(outcomes.values.count { $0 == .loaded } == outcomes.count - 4)
        #expect(scene.loader.statistics.heldBytes == 0)
    }
}
