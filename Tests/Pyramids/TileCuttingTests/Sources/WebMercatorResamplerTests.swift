import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// The positions of an image's pixels in Web Mercator.
@Suite(.timeLimited) struct WebMercatorResamplerTests {
    /// An image of soft spots, dark on white, at positions in pixels.
    private struct Spots {
        let size: PixelSize
        let positions: [(x: Double, y: Double)]
        static let radius = 4.0

        func row(_ y: Int) -> [UInt8] {
            (0..<size.width).map { x in
                let dark = positions.reduce(0.0) { sum, position in
                    let dx = Double(x) + 0.5 - position.x
                    let dy = Double(y) + 0.5 - position.y
                    return sum + 250 * exp(-(dx * dx + dy * dy) / (2 * Self.radius * Self.radius))
                }
                return UInt8(max(0, 255 - dark))
            }
        }
    }

    private func resampled(_ spots: Spots, _ placement: WebMercatorPlacement, rowsPerBand: Int) throws -> [[UInt8]] {
        let base = StubSource(
            size: spots.size, layout: PixelLayout(.gray), rowsPerBand: rowsPerBand, row: spots.row)
        let source = WebMercatorResampler(base, placement: placement, background: .white)
        #expect(source.info.size == placement.rect.size)
        var rows: [[UInt8]] = []
        try source.readBands { band in
            #expect(band.rows.lowerBound == rows.count)
            rows += band.rows.map {
                Array(UnsafeRawBufferPointer(start: band.row($0), count: placement.rect.size.width))
            }
        }
        #expect(rows.count == placement.rect.size.height)
        return rows
    }

    /// Returns the center of the dark pixels around a position.
    private func center(_ rows: [[UInt8]], near position: (x: Double, y: Double), within: Int) -> (x: Double, y: Double)
    {
        var sum = 0.0
        var x = 0.0
        var y = 0.0
        for row in max(0, Int(position.y) - within)..<min(rows.count, Int(position.y) + within) {
            for column in max(0, Int(position.x) - within)..<min(rows[row].count, Int(position.x) + within) {
                let dark = Double(255 - rows[row][column])
                sum += dark
                x += dark * (Double(column) + 0.5)
                y += dark * (Double(row) + 0.5)
            }
        }
        return (x / sum, y / sum)
    }

    @Test(arguments: [1, 16, 333])
    func `spots in degrees lie where Mercator's formula has them, to a tenth of a pixel`(rowsPerBand: Int) throws {
        let bounds = GeoBounds(west: 5, south: 30, east: 25, north: 70, crs: .wgs84)
        let spots = Spots(
            size: PixelSize(width: 500, height: 1000), positions: [(60, 80), (250.3, 500), (440, 930), (100, 700.7)])
        let placement = try WebMercatorPlacement(
            bounds, size: spots.size, tileSize: 256, zooms: (nil, 4), longestSide: ImageInfo.longestSide)
        let rows = try resampled(spots, placement, rowsPerBand: rowsPerBand)
        for position in spots.positions {
            let longitude = 5 + position.x / 500 * 20
            let latitude = (70 - position.y / 1000 * 40) * .pi / 180
            let side = Double(256 << placement.matrix.zoom)
            // Pixels of the world map by the textbook: x = (λ + 180) / 360, y = (1 - ln(tan φ + sec φ) / π) / 2.
            let expected = (
                x: (longitude + 180) / 360 * side - Double(placement.rect.x),
                y: (1 - log(tan(latitude) + 1 / cos(latitude)) / .pi) / 2 * side - Double(placement.rect.y)
            )
            let found = center(rows, near: expected, within: 14)
            #expect(abs(found.x - expected.x) < 0.1, "\(position)")
            #expect(abs(found.y - expected.y) < 0.1, "\(position)")
        }
    }

    @Test func `an image across the 180th meridian has the pixels that it has elsewhere`() throws {
        let layout = PixelLayout(.rgba)
        let size = PixelSize(width: 300, height: 200)
        func pixels(from west: Double, to east: Double) throws -> [[UInt8]] {
            let placement = try WebMercatorPlacement(
                GeoBounds(west: west, south: -25, east: east, north: -10, crs: .wgs84), size: size, tileSize: 256,
                zooms: (nil, nil), longestSide: ImageInfo.longestSide)
            return try Self.rows(
                of: WebMercatorResampler(
                    StubSource(size: size, layout: layout, rowsPerBand: 7), placement: placement, background: .white))
        }
        // 90° are whole pixels of every zoom.
        let elsewhere = try pixels(from: 80, to: 102.5)
        #expect(try pixels(from: 170, to: 192.5) == elsewhere)
        #expect(try pixels(from: -190, to: -167.5) == elsewhere)
        #expect(try pixels(from: 170, to: -167.5) == elsewhere)
    }

    @Test func `an image from 0 to 360 degrees has the pixels of one from -180 to 180, but for its edges`() throws {
        let size = PixelSize(width: 360, height: 160)
        let row = (0..<360).map { UInt8(20 + ($0 * 7) % 211) }
        func pixels(_ row: [UInt8], from west: Double) throws -> [[UInt8]] {
            let placement = try WebMercatorPlacement(
                GeoBounds(west: west, south: -80, east: west + 360, north: 80, crs: .wgs84), size: size, tileSize: 256,
                zooms: (nil, nil), longestSide: ImageInfo.longestSide)
            let base = StubSource(size: size, layout: PixelLayout(.gray), rowsPerBand: 7, row: { _ in row })
            return try Self.rows(of: WebMercatorResampler(base, placement: placement, background: .white))
        }
        let whole = try pixels(row, from: 0)
        let usual = try pixels(Array(row[180...] + row[..<180]), from: -180)
        #expect(whole.count == usual.count)
        for (found, expected) in zip(whole, usual) {
            #expect(found.count == 512)
            #expect(found[4..<252] == expected[4..<252] && found[260..<508] == expected[260..<508])
        }
    }

    private static func rows(of source: WebMercatorResampler) throws -> [[UInt8]] {
        var rows: [[UInt8]] = []
        try source.readBands { band in
            for y in band.rows {
                let count = source.info.size.width * source.info.layout.bytesPerPixel
                rows.append(Array(UnsafeRawBufferPointer(start: band.row(y), count: count)))
            }
        }
        return rows
    }

    @Test func `spots in meters lie in proportion, enlarged and reduced`() throws {
        let bounds = GeoBounds(
            west: 1_000_000, south: 2_000_000, east: 1_300_000, north: 2_240_000, crs: .webMercator)
        let spots = Spots(size: PixelSize(width: 500, height: 400), positions: [(40, 30), (250, 200.6), (455.5, 350)])
        for zoom in [7, 8, 9] {
            let placement = try WebMercatorPlacement(
                bounds, size: spots.size, tileSize: 256, zooms: (zoom, zoom),
                longestSide: ImageInfo.longestSide)
            let rows = try resampled(spots, placement, rowsPerBand: 7)
            let pixel = 2 * 20_037_508.342789244 / Double(256 << zoom)
            for position in spots.positions {
                let expected = (
                    x: (1_000_000 + position.x * 600 + 20_037_508.342789244) / pixel - Double(placement.rect.x),
                    y: (20_037_508.342789244 - 2_240_000 + position.y * 600) / pixel - Double(placement.rect.y)
                )
                let found = center(rows, near: expected, within: 1 + Int(16 * 600 / pixel))
                #expect(abs(found.x - expected.x) < 0.1, "zoom \(zoom), \(position)")
                #expect(abs(found.y - expected.y) < 0.1, "zoom \(zoom), \(position)")
            }
        }
    }

    @Test(arguments: [PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.rgb, .sixteen)])
    func `an image that is aligned with the grid is not changed`(layout: PixelLayout) throws {
        let pixel = 2 * 20_037_508.342789244 / Double(256 << 11)
        let x = 327 * 256 + 40
        let y = 791 * 256 + 100
        let bounds = GeoBounds(
            west: Double(x) * pixel - 20_037_508.342789244, south: 20_037_508.342789244 - Double(y + 333) * pixel,
            east: Double(x + 300) * pixel - 20_037_508.342789244, north: 20_037_508.342789244 - Double(y) * pixel,
            crs: .webMercator)
        let size = PixelSize(width: 300, height: 333)
        let placement = try WebMercatorPlacement(
            bounds, size: size, tileSize: 256, zooms: (nil, nil), longestSide: ImageInfo.longestSide)
        #expect(placement.matrix.zoom == 11)
        #expect(placement.rect == PixelRect(x: x, y: y, width: 300, height: 333))
        let source = WebMercatorResampler(
            StubSource(size: size, layout: layout, rowsPerBand: 5), placement: placement, background: .white)
        var rows = 0
        try source.readBands { band in
            for y in band.rows {
                let row = Array(UnsafeRawBufferPointer(start: band.row(y), count: 300 * layout.bytesPerPixel))
                #expect(row == StubSource.row(y, width: 300, layout: layout))
            }
            rows += band.rows.count
        }
        #expect(rows == 333)
    }

    @Test(arguments: [PixelLayout(.grayAlpha), PixelLayout(.rgba), PixelLayout(.rgba, .sixteen)], [5, 6, 7])
    func `a pixel is valid if the image's pixel at its center is, and no color comes from invalid ones`(
        layout: PixelLayout, zoom: Int
    ) throws {
        let bounds = GeoBounds(west: 5, south: 40, east: 8, north: 44, crs: .wgs84)
        let size = PixelSize(width: 150, height: 200)
        func isValid(_ x: Int, _ y: Int) -> Bool { (x / 7 + y / 5) % 3 != 0 && (x * y) % 11 != 1 }
        let sampleBytes = layout.depth.rawValue / 8
        let colorBytes = (layout.channels.rawValue - 1) * sampleBytes
        func row(_ y: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            for x in 0..<size.width {
                // Invalid pixels have a color that would show.
                bytes += [UInt8](repeating: isValid(x, y) ? 90 : 250, count: colorBytes)
                bytes += [UInt8](repeating: isValid(x, y) ? 255 : 0, count: sampleBytes)
            }
            return bytes
        }
        let base = StubSource(size: size, layout: layout, rowsPerBand: 9, row: row)
        let placement = try WebMercatorPlacement(
            bounds, size: size, tileSize: 256, zooms: (zoom, zoom), longestSide: ImageInfo.longestSide)
        let source = WebMercatorResampler(base, placement: placement, background: .white)
        let pixelBytes = layout.bytesPerPixel
        var wrong = 0
        var transparent = 0
        try source.readBands { band in
            for y in band.rows {
                for x in 0..<placement.rect.size.width {
                    let column = placement.columns.center(of: x)
                    let row = placement.rows.center(of: y)
                    let pixel = (0..<pixelBytes).map {
                        band.row(y).load(fromByteOffset: x * pixelBytes + $0, as: UInt8.self)
                    }
                    let isInside = column >= 0 && column < 150 && row >= 0 && row < 200
                    let color = [UInt8](repeating: 90, count: pixelBytes - sampleBytes)
                    let full = [UInt8](repeating: 255, count: sampleBytes)
                    if isInside, isValid(Int(column), Int(row)) {
                        wrong += pixel == color + full ? 0 : 1
                    } else {
                        wrong += pixel.allSatisfy { $0 == 0 } ? 0 : 1
                        transparent += isInside ? 1 : 0
                    }
                }
            }
        }
        #expect(wrong == 0)
        #expect(transparent > 100)
    }

    @Test(arguments: [PixelLayout(.grayAlpha), PixelLayout(.rgba)], [5, 7])
    func `alpha is that of the image's pixel at the center, however it changes`(layout: PixelLayout, zoom: Int) throws {
        let bounds = GeoBounds(west: 5, south: 40, east: 8, north: 44, crs: .wgs84)
        let size = PixelSize(width: 150, height: 200)
        func alpha(_ x: Int, _ y: Int) -> UInt8 { [0, 1, 2, 40, 255][(x * 7 + y * 13 + x * y) % 5] }
        let channels = layout.channels.rawValue
        func row(_ y: Int) -> [UInt8] {
            (0..<size.width).flatMap { [UInt8](repeating: 90, count: channels - 1) + [alpha($0, y)] }
        }
        let base = StubSource(size: size, layout: layout, rowsPerBand: 9, row: row)
        let placement = try WebMercatorPlacement(
            bounds, size: size, tileSize: 256, zooms: (zoom, zoom), longestSide: ImageInfo.longestSide)
        var wrong = 0
        try WebMercatorResampler(base, placement: placement, background: .white).readBands { band in
            for y in band.rows {
                for x in 0..<placement.rect.size.width {
                    let column = placement.columns.center(of: x)
                    let row = placement.rows.center(of: y)
                    guard column >= 0, column < 150, row >= 0, row < 200 else { continue }
                    let found = band.row(y).load(fromByteOffset: (x + 1) * channels - 1, as: UInt8.self)
                    wrong += found == alpha(Int(column), Int(row)) ? 0 : 1
                }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `a plan with bounds has the tiles inside them, transparent around the image, and no others`()
        async throws
    {
        var options = CutOptions()
        options.bounds = GeoBounds(west: 11.2, south: 48, east: 11.3, north: 48.08, crs: .wgs84)
        options.format = .fixed(.png)
        let plan = try CutPlan(.bytes(TestJPEG.make(width: 700, height: 800), name: "map"), options: options)
        let georeference = try #require(plan.georeference)
        #expect(georeference.zoom == 14)
        #expect(plan.image.layout == PixelLayout(.rgba))
        let finest = plan.pyramid.finestLevel
        let side = Double(1 << 14)
        #expect(finest.firstTile.x <= Int((11.2 + 180) / 360 * side))
        #expect(plan.pyramid.padsTiles)
        let store = MemoryTileStore(pyramid: plan.pyramid)
        let summary = try await plan.cut(into: store)
        #expect(summary.tiles == store.state.tiles.count)
        #expect(summary.tiles + summary.skippedTiles == plan.pyramid.tileCount)
        // A point of the image is in the tile that the usual formula gives.
        let longitude = 11.21
        let latitude = 48.07 * Double.pi / 180
        let column = Int((longitude + 180) / 360 * side) - finest.firstTile.x
        let row = Int((1 - asinh(tan(latitude)) / .pi) / 2 * side) - finest.firstTile.y
        let tile = try store.read(TileIndex(level: finest.index, column: column, row: row))
        #expect(tile != nil)
        let again = try CutPlan(.bytes(TestJPEG.make(width: 700, height: 800), name: "map"), options: options)
        #expect(again.fingerprint == plan.fingerprint)
        options.bounds?.west = 11.1
        let moved = try CutPlan(.bytes(TestJPEG.make(width: 700, height: 800), name: "map"), options: options)
        #expect(moved.fingerprint != plan.fingerprint)
    }
}
