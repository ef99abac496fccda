import ChannelImages
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimited) struct PyramidImageSourceTests {
    static let layouts = [
        PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.rgba), PixelLayout(.rgb, .sixteen),
        PixelLayout(.grayAlpha, .sixteen),
    ]

    /// A store of the tiles of a stub image as PNG.
    private func store(_ pyramid: Pyramid, _ layout: PixelLayout) throws -> MemoryTileStore {
        let store = MemoryTileStore(pyramid: pyramid)
        var encoding = TileEncoding()
        encoding.format = .png
        let png = encoding
        let configuration = CutConfiguration(
            pyramid: pyramid, layout: layout, threads: 2,
            encoders: .interleaved { try png.makeEncoder(for: layout) })
        _ = try configuration.cut(StubSource(size: pyramid.size, layout: layout, rowsPerBand: 16), into: store)
        return store
    }

    private func rows(_ source: any ImageSource) throws -> [[UInt8]] {
        let rowBytes = source.info.size.width * source.info.layout.bytesPerPixel
        var rows: [[UInt8]] = []
        try source.readBands { band in
            #expect(band.rows.lowerBound == rows.count)
            rows += band.rows.map { Array(UnsafeRawBufferPointer(start: band.row($0), count: rowBytes)) }
        }
        return rows
    }

    private func stubRows(_ size: PixelSize, _ layout: PixelLayout) -> [[UInt8]] {
        (0..<size.height).map { StubSource.row($0, width: size.width, layout: layout) }
    }

    private func wide(_ origin: PixelOffset) -> PyramidShape {
        var shape = PyramidShape()
        shape.padsTiles = true
        shape.coarsest = .tile
        shape.origin = origin
        return shape
    }

    @Test(arguments: layouts, [1, 3])
    func `the tiles put together are the image, whatever the overlap and the padding`(
        layout: PixelLayout, threads: Int
    ) throws {
        for (width, height) in [(1, 1), (33, 40), (70, 17)] {
            let size = PixelSize(width: width, height: height)
            for pyramid in [
                Pyramid(size: size, tileSize: 16), Pyramid(size: size, tileSize: 16, overlap: 5),
                Pyramid(size: size, tileSize: 16, shape: wide(.zero)),
                Pyramid(size: size, tileSize: 16, shape: wide(PixelOffset(x: 40, y: 24))),
            ] {
                var options = DecodeOptions()
                options.depth = .sixteen
                let source = try PyramidImageSource(
                    store(pyramid, layout), name: "pyramid", options: options, threads: threads)
                #expect(source.info.size == size)
                #expect(source.info.layout == layout)
                #expect(try rows(source) == stubRows(size, layout))
            }
        }
    }

    @Test func `a coarser level is an image too`() throws {
        let store = try store(Pyramid(size: PixelSize(width: 50, height: 30), tileSize: 8), PixelLayout(.gray))
        let source = try PyramidImageSource(store, level: 5, name: "pyramid")
        #expect(source.info.size == PixelSize(width: 25, height: 15))
        let whole = Pyramid(levels: store.pyramid.levels.map { LevelShape(size: $0.size, tileSize: 100) })
        let expected = ReferenceCutter(whole, layout: PixelLayout(.gray)).tile(TileIndex(level: 5, column: 0, row: 0))
        #expect(try rows(source).flatMap { $0 } == Array(expected.bytes.dropFirst(4)))
    }

    @Test func `where tiles are absent the image is transparent, or background if tiles have no alpha`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 24, height: 8), tileSize: 8)
        let whole = try store(pyramid, PixelLayout(.rgb))
        let sparse = ClosureTileSource(pyramid: pyramid) { $0.column == 1 ? nil : try whole.read($0) }
        let kept = try PyramidImageSource(sparse, name: "pyramid")
        #expect(kept.info.layout == PixelLayout(.rgba))
        let row = try rows(kept)[3]
        let stub = stubRows(pyramid.size, PixelLayout(.rgb))[3]
        #expect(Array(row[32..<64]) == Array(repeating: 0, count: 32))
        #expect(Array(row[0..<4]) == stub[0..<3] + [255])

        var options = DecodeOptions()
        options.alpha = .flatten(RGBColor(red: 1, green: 2, blue: 3))
        let flat = try PyramidImageSource(sparse, name: "pyramid", options: options)
        #expect(flat.info.layout == PixelLayout(.rgb))
        #expect(try rows(flat)[3] == stub[0..<24] + (0..<8).flatMap { _ in [1, 2, 3] as [UInt8] } + stub[48...])
    }

    @Test func `where tiles of elevations are absent there are none, or those of zero without alpha`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 24, height: 8), tileSize: 8)
        let whole = try store(pyramid, PixelLayout(.rgb))
        let sparse = ClosureTileSource(pyramid: pyramid) { $0.column == 1 ? nil : try whole.read($0) }
        func source(_ options: DecodeOptions, mayLackTiles: Bool) throws -> PyramidImageSource {
            try PyramidImageSource(
                mayLackTiles ? sparse : whole, name: "pyramid", options: options, background: .white, threads: 1,
                elevations: StoredElevations(.mapbox, mayLackTiles: mayLackTiles))
        }
        var options = DecodeOptions()
        let complete = try source(options, mayLackTiles: false)
        #expect(complete.info.layout == PixelLayout(.rgb) && complete.info.holdsNumbers)
        let kept = try source(options, mayLackTiles: true)
        #expect(kept.info.layout == PixelLayout(.rgba) && kept.info.holdsNumbers)
        #expect(Array(try rows(kept)[3][32..<64]) == Array(repeating: 0, count: 32))
        options.alpha = .flatten(.white)
        let flat = try source(options, mayLackTiles: true)
        #expect(flat.info.layout == PixelLayout(.rgb) && flat.info.holdsNumbers)
        // Tenths of a meter above -10,000 m.
        #expect(Array(try rows(flat)[3][24..<48]) == (0..<8).flatMap { _ in [1, 134, 160] as [UInt8] })
    }

    @Test func `a tile of another size, a damaged one and a level without tiles are errors that name them`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 24, height: 8), tileSize: 8)
        let whole = try store(pyramid, PixelLayout(.rgb))
        func code(_ answer: @escaping @Sendable (TileIndex) throws -> EncodedTile?) -> (CodecError.Code?, String) {
            let error = #expect(throws: CodecError.self) {
                let source = try PyramidImageSource(
                    ClosureTileSource(pyramid: pyramid, readTile: answer), name: "old.dzi")
                try source.readBands { _ in }
            }
            return (error?.code, error?.description ?? "")
        }
        let small = try #require(try whole.read(TileIndex(level: 0, column: 0, row: 0)))
        let wrong = code { $0.column == 2 ? small : try whole.read($0) }
        #expect(wrong.0 == .damaged)
        #expect(wrong.1 == "old.dzi: tile 5/2_0: the tile has 1×1 pixels where the pyramid says 8×8.")
        let cut = code { index in
            var tile = try whole.read(index)
            if index.column == 1 { tile?.bytes.removeLast(60) }
            return tile
        }
        #expect(cut.0 == .truncated || cut.0 == .damaged)
        #expect(cut.1.hasPrefix("old.dzi: tile 5/1_0: "))
        #expect(code { _ in nil }.1 == "old.dzi: there are no tiles at the level of 24×8 pixels.")
    }

    @Test
    func `a pyramid cut again has the tiles of its image, and finished ones are left alone`()
        async throws
    {
        let first = try store(
            Pyramid(size: PixelSize(width: 100, height: 70), tileSize: 32, overlap: 3), PixelLayout(.rgb))
        var options = CutOptions()
        options.tileSize = 24
        options.format = .fixed(.png)
        options.shape = wide(.zero)
        options.padsWithBackground = true
        let plan = try CutPlan(tilesOf: first, name: "old", identity: "1", options: options)
        #expect(plan.image.layout == PixelLayout(.rgb))
        let expected = try store(plan.pyramid, PixelLayout(.rgb)).state.tiles
        let done = TileIndex(level: plan.pyramid.finestLevel.index, column: 1, row: 1)
        let second = MemoryTileStore(
            pyramid: plan.pyramid, finished: [done: EncodedTile(bytes: [7], format: .png)])
        let summary = try await plan.cut(into: second)
        #expect(summary.resumedTiles == 1)
        #expect(second.state.tiles.filter { $0.key != done } == expected.filter { $0.key != done })
        #expect(second.state.tiles[done]?.bytes == [7])
        #expect(second.state.lifecycleCalls == ["finish"])
        let other = try CutPlan(tilesOf: first, name: "old", identity: "2", options: options)
        #expect(other.fingerprint != plan.fingerprint)
    }
}
