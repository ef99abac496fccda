import Concurrency
import Georeferencing
import ImageCodecs
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileCutting

/// Rows from the middle of an image that is placed on a tile grid.
@Suite(.timeLimited) struct SourceRowRangeTests {
    private static let size = PixelSize(width: 40, height: 61)

    private func stub(_ channels: PixelLayout.Channels = .rgb) -> StubSource {
        StubSource(size: Self.size, layout: PixelLayout(channels), rowsPerBand: 7)
    }

    /// Compares each range of rows, from an even one on, with the rows of the whole image.
    private func expectSameRows(_ makeSource: () throws -> any ImageSource) throws {
        let whole = try rows(of: makeSource(), nil)
        let height = try makeSource().info.size.height
        #expect(whole.count == height)
        for first in stride(from: 0, to: height, by: 2) {
            for end in [first + 1, first + 2, first + 13, first + 32, height] where end <= height {
                let part = try rows(of: makeSource(), first..<end)
                #expect(part.elementsEqual(whole[first..<end]), "\(first..<end)")
            }
        }
    }

    private func rows(of source: any ImageSource, _ range: Range<Int>?) throws -> [[UInt8]] {
        let first = range?.lowerBound ?? 0
        var rows: [[UInt8]] = []
        func add(_ band: PixelBand) {
            #expect(band.rows.lowerBound == first + rows.count)
            rows += band.rows.map { y in
                let count = source.info.size.width * source.info.layout.bytesPerPixel
                return Array(UnsafeRawBufferPointer(start: band.row(y), count: count))
            }
        }
        if let range {
            try source.readBands(rows: range, add)
        } else {
            try source.readBands(add)
        }
        return rows
    }

    @Test func `any image is read from the top, and no further than to the last of the rows`() throws {
        try expectSameRows { stub() }
        var bands: [Range<Int>] = []
        let source = StubSource(size: Self.size, layout: PixelLayout(.gray), rowsPerBand: 7) { bands.append($0) }
        try source.readBands(rows: 16..<20) { #expect($0.rows == 16..<20) }
        #expect(bands == [0..<7, 7..<14, 14..<21])
        #expect(source.rowAccess == .sequential)
    }

    @Test func `alpha, margins and cropping leave rows where they are`() throws {
        try expectSameRows { AlphaSource(stub()) }
        for margin in [PixelOffset(x: 3, y: 0), PixelOffset(x: 0, y: 5), PixelOffset(x: 2, y: 20)] {
            try expectSameRows { PaddedSource(stub(), margin: margin, background: .white) }
            try expectSameRows { CroppedSource(stub(), margin: margin) }
            try expectSameRows {
                CroppedSource(PaddedSource(stub(), margin: margin, background: .white), margin: margin)
            }
        }
    }

    @Test(arguments: [
        GeoBounds(west: 5, south: 30, east: 25, north: 70, crs: .wgs84),
        GeoBounds(west: -180, south: -85.06, east: 180, north: 85.06, crs: .wgs84),
        GeoBounds(west: 1_000_000, south: 200_000, east: 1_003_000, north: 204_500, crs: .webMercator),
    ])
    func `rows on the tile grid of a map are those of the whole map`(bounds: GeoBounds) throws {
        let placement = try WebMercatorPlacement(
            bounds, size: Self.size, tileSize: 16, zooms: (nil, nil), longestSide: ImageInfo.longestSide)
        for channels in [PixelLayout.Channels.rgb, .rgba] {
            try expectSameRows { WebMercatorResampler(stub(channels), placement: placement, background: .white) }
        }
    }

    @Test func `rows of a pyramid need only the tiles that show them`() throws {
        let pyramid = Pyramid(size: Self.size, tileSize: 16, overlap: 1)
        let store = MemoryTileStore(pyramid: pyramid)
        var encoding = TileEncoding()
        encoding.format = .png
        let configuration = CutConfiguration(
            pyramid: pyramid, layout: PixelLayout(.rgb), threads: 2,
            encoders: .interleaved { [encoding] in try encoding.makeEncoder(for: PixelLayout(.rgb)) })
        _ = try configuration.cut(stub(), into: store)
        try expectSameRows { try PyramidImageSource(store, name: "cut", threads: 1) }
        let asked = Locked<Set<Int>>([])
        let recording = ClosureTileSource(pyramid: pyramid) { index in
            asked.withLock { _ = $0.insert(index.row) }
            return try store.read(index)
        }
        let source = try PyramidImageSource(recording, name: "cut", threads: 1)
        #expect(source.rowAccess == .random)
        asked.withLock { $0 = [] }
        try source.readBands(rows: 32..<48) { #expect($0.rows == 32..<48) }
        #expect(asked.withLock { $0 } == [2])
    }
}
