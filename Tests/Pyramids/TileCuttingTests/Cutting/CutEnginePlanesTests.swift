import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// A stub image of luma, and of chroma at half the size, in bands of 16 rows.
private final class PlanarStubSource: PlanarImageSource {
    /// The stub row that each plane begins with, so that no two are alike.
    static let firstRows = [0, 1_000_000, 2_000_000]

    let info: ImageInfo
    let hasPlanes = true
    let warnings: [String] = []

    init(size: PixelSize) {
        info = ImageInfo(size: size, layout: PixelLayout(.rgb), container: "stub")
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        Issue.record("pixels are read instead of planes")
    }

    func readPlanes(_ body: (PlanarBand) throws -> Void) throws {
        for top in stride(from: 0, to: info.size.height, by: 16) {
            let rows = top..<min(top + 16, info.size.height)
            try lend(0, rows) { luma in
                try lend(1, rows) { cb in
                    try lend(2, rows) { cr in
                        try body(PlanarBand(luma: luma, cb: cb, cr: cr))
                    }
                }
            }
        }
    }

    private func lend(_ number: Int, _ rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let plane = PlaneFormat.yCbCr420[number]
        let own = plane.span(rows)
        let width = plane.length(info.size.width)
        let bytes = own.flatMap {
            StubSource.row(Self.firstRows[number] + $0, width: width, layout: plane.layout)
        }
        try bytes.withUnsafeBytes { buffer in
            let base = try #require(buffer.baseAddress)
            try body(PixelBand(base: base, stride: width, rows: own))
        }
    }
}

/// Encodes a tile as its planes, one after the other.
private final class RawPlanarEncoder: PlanarTileEncoder {
    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        Issue.record("pixels are encoded instead of planes")
    }

    func encode(planes: [TilePixels], size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        let bytes = planes.flatMap { plane in
            RawEncoder.bytes(
                width: plane.size.width,
                rows: plane.rows.map { Array(UnsafeRawBufferPointer(start: $0, count: plane.rowBytes)) })
        }
        try body(bytes.span.bytes)
    }
}

@Suite(.timeLimited) struct CutEnginePlanesTests {
    @Test(arguments: [1, 3], [(16, 0), (16, 2), (18, 4), (64, 10), (256, 0)])
    func `every plane of every tile equals the tile of the plane cut alone`(
        threads: Int, tiles: (size: Int, overlap: Int)
    )
        throws
    {
        for size in [(1, 1), (2, 1), (1, 2), (3, 3), (16, 16), (17, 15), (33, 70), (100, 51), (255, 131)] {
            let size = PixelSize(width: size.0, height: size.1)
            let pyramid = Pyramid(size: size, tileSize: tiles.size, overlap: tiles.overlap)
            let store = MemoryTileStore(pyramid: pyramid)
            let configuration = CutConfiguration(
                pyramid: pyramid, threads: threads, encoders: .planar { RawPlanarEncoder() })
            _ = try configuration.cut(PlanarStubSource(size: size), into: store)
            #expect(store.state.tiles.mapValues(\.bytes) == expected(pyramid), "\(size)")
        }
    }

    /// Returns the tiles that an engine with planar encoders makes of an image.
    private func planarTiles(
        _ pyramid: Pyramid, from source: any ImageSource, reduced: [Int: any ImageSource] = [:]
    ) throws -> [TileIndex: [UInt8]] {
        let store = MemoryTileStore(pyramid: pyramid)
        let configuration = CutConfiguration(pyramid: pyramid, threads: 2, encoders: .planar { RawPlanarEncoder() })
        _ = try configuration.cut(source, reduced: reduced, into: store)
        return store.state.tiles.mapValues(\.bytes)
    }

    /// Delivers the planes of a source, and records an issue if its pixels are read.
    private final class Planes: PlanarImageSource {
        let base: any PlanarImageSource
        init(_ base: any PlanarImageSource) { self.base = base }
        var info: ImageInfo { base.info }
        var hasPlanes: Bool { base.hasPlanes }
        var warnings: [String] { base.warnings }
        func readBands(_ body: (PixelBand) throws -> Void) throws { Issue.record("pixels are read instead of planes") }
        func readPlanes(_ body: (PlanarBand) throws -> Void) throws { try base.readPlanes(body) }
    }

    @Test(arguments: [1, 7, nil])
    func `an RGB image is converted to YCbCr and cut like one that is stored as planes`(rowsPerBand: Int?) throws {
        for (width, height) in [(1, 1), (3, 3), (33, 70), (100, 51)] {
            let pyramid = Pyramid(size: PixelSize(width: width, height: height), tileSize: 16)
            func source() -> StubSource {
                StubSource(size: pyramid.size, layout: PixelLayout(.rgb), rowsPerBand: rowsPerBand)
            }
            let tiles = try planarTiles(pyramid, from: source())
            #expect(tiles.count == pyramid.tileCount)
            #expect(try tiles == planarTiles(pyramid, from: Planes(YCbCr420Source(source()))))
        }
    }

    @Test func `tiles that overlap or are padded are made of converted planes like others`() throws {
        let size = PixelSize(width: 53, height: 71)
        var padded = PyramidShape()
        padded.padsTiles = true
        padded.coarsest = .tile
        let pyramids = [
            Pyramid(size: size, tileSize: 16, overlap: 2), Pyramid(size: size, tileSize: 16, shape: padded),
        ]
        for pyramid in pyramids {
            let tiles = try planarTiles(
                pyramid, from: StubSource(size: size, layout: PixelLayout(.rgb), rowsPerBand: 7))
            // The planes of the whole image.
            var planes: [[UInt8]] = [[], [], []]
            try YCbCr420Source(StubSource(size: size, layout: PixelLayout(.rgb), rowsPerBand: nil)).readPlanes {
                for (number, plane) in $0.planes.enumerated() {
                    for y in plane.rows {
                        planes[number] += UnsafeRawBufferPointer(
                            start: plane.row(y), count: PlaneFormat.yCbCr420[number].length(size.width))
                    }
                }
            }
            let level = pyramid.finestLevel
            for column in 0..<level.grid.columns {
                for row in 0..<level.grid.rows {
                    let index = TileIndex(level: level.index, column: column, row: row)
                    let rect = pyramid.rect(of: index)
                    let stored = pyramid.storedSize(of: index)
                    let expected = zip(PlaneFormat.yCbCr420, planes).flatMap { plane, samples -> [UInt8] in
                        let width = plane.length(size.width)
                        let columns = plane.span(rect.columns)
                        let rows = plane.span(rect.rows)
                        let across = plane.length(stored.width)
                        let white: UInt8 = plane.number == 0 ? 255 : 128
                        let shownRows = rows.map { y in
                            samples[y * width + columns.lowerBound..<y * width + columns.upperBound]
                                + Array(repeating: white, count: across - columns.count)
                        }
                        let below = Array(
                            repeating: Array(repeating: white, count: across),
                            count: plane.length(stored.height) - rows.count)
                        return RawEncoder.bytes(width: across, rows: shownRows.map { Array($0) } + below)
                    }
                    #expect(tiles[index] == expected, "\(index)")
                }
            }
        }
    }

    @Test func `reduced RGB images of the file are converted and cut below a full size that is stored as planes`()
        throws
    {
        let pyramid = Pyramid(size: PixelSize(width: 100, height: 51), tileSize: 16)
        let level = pyramid.finestLevel.index - 1
        func smaller() -> StubSource {
            StubSource(size: pyramid.levels[level].size, layout: PixelLayout(.rgb), rowsPerBand: 5) { _ in
            } row: {
                StubSource.row(5_000_000 + $0, width: pyramid.levels[level].size.width, layout: PixelLayout(.rgb))
            }
        }
        let tiles = try planarTiles(pyramid, from: PlanarStubSource(size: pyramid.size), reduced: [level: smaller()])
        let finest = expected(pyramid).filter { $0.key.level > level }
        let others = try planarTiles(pyramid.prefix(through: level), from: smaller())
        #expect(tiles == finest.merging(others) { finest, _ in finest })
        #expect(tiles.count == pyramid.tileCount)
    }

    /// An image whose last rows are missing.
    private final class CutOff: ImageSource {
        let base: StubSource
        let end: Int
        init(_ base: StubSource, at end: Int) {
            self.base = base
            self.end = end
        }
        var info: ImageInfo { base.info }
        var warnings: [String] { base.warnings }
        func readBands(_ body: (PixelBand) throws -> Void) throws {
            try base.readBands { if $0.rows.upperBound <= end { try body($0) } }
        }
    }

    @Test(arguments: [0, 1, 32, 33, 49, 50])
    func `an image with missing rows is an error when it is converted to planes`(rows: Int) throws {
        let pyramid = Pyramid(size: PixelSize(width: 40, height: 51), tileSize: 16)
        let source = CutOff(StubSource(size: pyramid.size, layout: PixelLayout(.rgb), rowsPerBand: 1), at: rows)
        let error = #expect(throws: CodecError.self) { try planarTiles(pyramid, from: source) }
        #expect(error?.code == .truncated)
    }

    @Test func `gray, 16-bit and transparent images, and those whose blank tiles are skipped, are cut from pixels`()
        throws
    {
        let pyramid = Pyramid(size: PixelSize(width: 33, height: 33), tileSize: 16)
        let cases: [(PixelLayout, Int?, Bool)] = [
            (PixelLayout(.rgb), nil, true), (PixelLayout(.rgb), 0, false), (PixelLayout(.gray), nil, false),
            (PixelLayout(.rgba), nil, false), (PixelLayout(.rgb, .sixteen), nil, false),
        ]
        for (layout, blankTolerance, hasPlanes) in cases {
            let configuration = CutConfiguration(
                pyramid: pyramid, layout: layout, blankTolerance: blankTolerance, threads: 1,
                encoders: .planar { RawPlanarEncoder() })
            let source = StubSource(size: pyramid.size, layout: layout, rowsPerBand: nil)
            let inputs = try CutInputs(configuration, source: source, into: MemoryTileStore(pyramid: pyramid))
            #expect(inputs.planes == (hasPlanes ? PlaneFormat.yCbCr420 : PlaneFormat.interleaved(layout)))
            let arePlanar = inputs.levels.map { if case .planar = $0.input { true } else { false } }
            #expect(arePlanar == [hasPlanes], "\(layout)")
        }
    }

    @Test func `planes are padded with the background's luma and chroma, and are rounded down like the image`()
        throws
    {
        var shape = PyramidShape()
        shape.padsTiles = true
        shape.coarsest = .tile
        let background = RGBColor(red: 255, green: 0, blue: 0)
        for rounding in PyramidShape.Rounding.allCases {
            shape.rounding = rounding
            for (width, height) in [(1, 1), (16, 16), (33, 70), (35, 35), (39, 100), (71, 67)] {
                let pyramid = Pyramid(size: PixelSize(width: width, height: height), tileSize: 16, shape: shape)
                let store = MemoryTileStore(pyramid: pyramid)
                let configuration = CutConfiguration(
                    pyramid: pyramid, background: background, threads: 2, encoders: .planar { RawPlanarEncoder() })
                _ = try configuration.cut(PlanarStubSource(size: pyramid.size), into: store)
                let luma = ReferenceCutter(pyramid, layout: PixelLayout(.gray), background: [76])
                let colors = zip(PlanarStubSource.firstRows.dropFirst(), [85, 255]).map { firstRow, sample in
                    ReferenceCutter(
                        Pyramid(
                            levels: pyramid.levels.map { LevelShape(size: $0.size.halved, tileSize: 8) },
                            padsTiles: true),
                        layout: PixelLayout(.gray), firstRow: firstRow, background: [sample])
                }
                for index in luma.indices {
                    let expected = luma.tile(index).bytes + colors.flatMap { $0.tile(index).bytes }
                    #expect(store.state.tiles[index]?.bytes == expected, "\(width)×\(height) \(rounding) \(index)")
                }
            }
        }
    }

    @Test func `an image that begins at an odd pixel of a level is cut from pixels`() {
        for (x, acceptsPlanarYCbCr) in [(8, true), (4, true), (2, false)] {
            var shape = PyramidShape()
            shape.padsTiles = true
            shape.coarsest = .tile
            shape.origin = PixelOffset(x: x, y: 0)
            let configuration = CutConfiguration(
                pyramid: Pyramid(size: PixelSize(width: 32, height: 30), tileSize: 16, shape: shape), threads: 1,
                encoders: .planar { RawPlanarEncoder() })
            #expect(configuration.acceptsPlanarYCbCr == acceptsPlanarYCbCr)
        }
    }

    /// The chroma of an image is an image of half its size, cut into tiles of half the size; its smallest level serves
    /// two levels of the whole image.
    private func expected(_ pyramid: Pyramid) -> [TileIndex: [UInt8]] {
        let half = Pyramid(size: pyramid.size.halved, tileSize: pyramid.tileSize / 2, overlap: pyramid.overlap / 2)
        let luma = ReferenceCutter(pyramid, layout: PixelLayout(.gray))
        let colors = PlanarStubSource.firstRows.dropFirst().map {
            ReferenceCutter(half, layout: PixelLayout(.gray), firstRow: $0)
        }
        let skipped = pyramid.levels.count - half.levels.count
        return Dictionary(
            uniqueKeysWithValues: luma.indices.map { index in
                var own = index
                own.level = max(0, index.level - skipped)
                return (index, luma.tile(index).bytes + colors.flatMap { $0.tile(own).bytes })
            })
    }

    @Test(arguments: [(15, 0), (17, 0), (8, 0), (64, 3)])
    func `tiles that begin at odd pixels, or are lower than a band, are cut from pixels`(
        tiles: (size: Int, overlap: Int)
    ) {
        let pyramid = Pyramid(
            size: PixelSize(width: 100, height: 100), tileSize: tiles.size, overlap: tiles.overlap)
        let configuration = CutConfiguration(pyramid: pyramid, threads: 1, encoders: .planar { RawPlanarEncoder() })
        #expect(!configuration.acceptsPlanarYCbCr)
    }
}
