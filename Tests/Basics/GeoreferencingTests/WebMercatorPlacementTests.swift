import TestLimits
import Testing
import TilePyramid

@testable import Georeferencing

@Suite(.timeLimited) struct WebMercatorPlacementTests {
    static let half = 20_037_508.342789244

    private func fit(
        _ bounds: GeoBounds, _ width: Int, _ height: Int, tileSize: Int = 256,
        _ zooms: (minimum: Int?, maximum: Int?) = (nil, nil)
    ) throws -> WebMercatorPlacement {
        try WebMercatorPlacement(
            bounds, size: PixelSize(width: width, height: height), tileSize: tileSize, zooms: zooms,
            longestSide: 10_000_000)
    }

    private func wgs84(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> GeoBounds {
        GeoBounds(west: west, south: south, east: east, north: north, crs: .wgs84)
    }

    private func meters(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> GeoBounds {
        GeoBounds(west: west, south: south, east: east, north: north, crs: .webMercator)
    }

    @Test func `the picture of tile 11/327/791 is that tile, in degrees and in meters`() throws {
        for bounds in [
            wgs84(-122.51953125, 37.718590325588146, -122.34375, 37.85750715625204),
            meters(-13_638_811.83098057, 4_539_747.983913187, -13_619_243.951739565, 4_559_315.863154193),
        ] {
            let fit = try fit(bounds, 256, 256)
            #expect(fit.matrix.zoom == 11)
            #expect(fit.rect == PixelRect(x: 327 * 256, y: 791 * 256, width: 256, height: 256))
            #expect(fit.levelCount == 1)
            #expect(fit.georeference.zoom == 11)
            #expect(abs(fit.georeference.bounds.west - -122.51953125) < 1e-9)
            #expect(abs(fit.georeference.bounds.north - 37.85750715625204) < 1e-9)
            // Four times the pixels are two zooms more; its quarter is a zoom less, in a part of tile 10/163/395.
            #expect(try self.fit(bounds, 1024, 1024).matrix.zoom == 13)
            #expect(try self.fit(bounds, 1024, 1024).levelCount == 3)
            let coarse = try self.fit(bounds, 128, 128)
            #expect(coarse.rect == PixelRect(x: 163 * 256 + 128, y: 395 * 256 + 128, width: 128, height: 128))
        }
    }

    @Test func `the whole world in meters is zoom 0, and has every tile`() throws {
        let wholeWorld = meters(-Self.half, -Self.half, Self.half, Self.half)
        #expect(try fit(wholeWorld, 256, 256).rect == PixelRect(x: 0, y: 0, width: 256, height: 256))
        let large = try fit(wholeWorld, 4096, 4096)
        #expect(large.matrix.zoom == 4)
        #expect(large.levelCount == 5)
        #expect(try fit(wholeWorld, 4096, 4096, tileSize: 512).matrix.zoom == 3)
        #expect(try fit(wholeWorld, 100, 100).matrix.zoom == 0)
    }

    @Test func `the finest zoom is the first at which the picture keeps its detail, with a tolerance of 3 percent`()
        throws
    {
        let wholeWorld = meters(-Self.half, -Self.half, Self.half, Self.half)
        #expect(try fit(wholeWorld, 8191, 8191).matrix.zoom == 5)
        #expect(try fit(wholeWorld, 8437, 8437).matrix.zoom == 5)
        #expect(abs(try fit(wholeWorld, 8437, 8437).resolution - 8192.0 / 8437) < 1e-12)
        #expect(try fit(wholeWorld, 8439, 8439).matrix.zoom == 6)
        #expect(try fit(wholeWorld, 8000, 8000).matrix.zoom == 5)
        #expect(abs(try fit(wholeWorld, 8000, 8000, (nil, 4)).resolution - 0.512) < 1e-12)
        // The finer direction decides, and in degrees the cosine of the latitude at the center.
        #expect(try fit(wholeWorld, 100, 2048).matrix.zoom == 3)
        #expect(try fit(wgs84(-180, -90, 180, 90), 8192, 4096).matrix.zoom == 5)
        #expect(abs(try fit(wgs84(-180, -90, 180, 90), 8192, 4096).resolution - 1) < 1e-12)
        #expect(try fit(wgs84(0, 50, 36, 70), 100, 50).matrix.zoom == 2)
        #expect(abs(try fit(wgs84(0, 50, 36, 70), 100, 50).resolution - 1.024) < 1e-12)
        #expect(try fit(wgs84(0, 50, 36, 70), 100, 200).matrix.zoom == 3)
        #expect(try fit(wholeWorld, 8000, 8000, (nil, 6)).matrix.zoom == 6)
    }

    @Test func `latitudes beyond 85.05 degrees are cut off`() throws {
        let fit = try fit(wgs84(-180, -90, 180, 90), 8192, 4096)
        #expect(fit.rect.y == 0)
        #expect(fit.rect.size == PixelSize(width: fit.matrix.side, height: fit.matrix.side))
        #expect(abs(fit.georeference.bounds.north - 85.05112877980659) < 1e-9)
        #expect(abs(fit.georeference.bounds.south - -85.05112877980659) < 1e-9)
        #expect(throws: GeoreferencingError.self) { try self.fit(wgs84(0, 86, 10, 89), 100, 100) }
    }

    @Test func `a grid whose pixels are centered on the poles is placed, and its rows keep their latitudes`() throws {
        let grid = try fit(wgs84(-180.25, -90.25, 179.75, 90.25), 720, 361)
        let equator = grid.rect.y + grid.rect.size.height / 2
        #expect(equator == 128 << grid.matrix.zoom)
        let rows = (grid.rows.center(of: equator - grid.rect.y - 1), grid.rows.center(of: equator - grid.rect.y))
        #expect(abs((rows.0 + rows.1) / 2 - 180.5) < 1e-6)
        // Half of a pixel has a quarter of a degree.
        #expect(throws: GeoreferencingError.self) { try self.fit(wgs84(-180, -90.5, 180, 90), 720, 361) }
        #expect(throws: GeoreferencingError.self) { try self.fit(wgs84(-180, -90, 180, 90.1), 720, 360) }
    }

    @Test func `the picture begins at a whole pixel of the coarsest zoom, at which it is no larger than a tile`() throws
    {
        for tileSize in [64, 256] {
            for (west, north) in [(11.3, 48.2), (-0.001, 0.001), (-179.9, 80), (179, -60)] {
                let fit = try fit(wgs84(west, north - 0.7, west + 0.9, north), 3000, 2333, tileSize: tileSize)
                let pixel = 1 << (fit.levelCount - 1)
                #expect(fit.rect.x.isMultiple(of: pixel) && fit.rect.y.isMultiple(of: pixel))
                #expect(max(fit.rect.size.width, fit.rect.size.height) <= tileSize * pixel)
                let inside = fit.columns.inside(fit.rect.size.width)
                #expect(inside.upperBound >= fit.rect.size.width - 1 && inside.lowerBound <= pixel)
            }
        }
    }

    @Test func `zooms can be chosen, coarser ones until too much of nothing would have to be made`() throws {
        let small = wgs84(11, 48, 11.01, 48.01)
        let usual = try fit(small, 1000, 1000)
        #expect(usual.matrix.zoom - usual.levelCount + 1 == 14)
        #expect(try fit(small, 1000, 1000, (8, nil)).levelCount == usual.matrix.zoom - 8 + 1)
        #expect(try fit(small, 1000, 1000, (12, 12)).levelCount == 1)
        let error = #expect(throws: GeoreferencingError.self) { try self.fit(small, 1000, 1000, (0, 20)) }
        #expect(error?.message.contains("from 6 to 20") == true)
        #expect(throws: GeoreferencingError.self) { try self.fit(wgs84(-180, -80, 180, 80), 100, 100, (nil, 30)) }
    }

    @Test func `a picture across the 180th meridian goes on beyond the grid, with no more columns than it has`() throws
    {
        for bounds in [
            wgs84(174.375, -10, 185.625, 10), wgs84(174.375, -10, -174.375, 10), wgs84(-185.625, -10, -174.375, 10),
            meters(
                WebMercator.easting(ofLongitude: 174.375), -1_000_000, WebMercator.easting(ofLongitude: 185.625),
                1_000_000),
        ] {
            // Half a tile of zoom 5 on both sides.
            let fit = try fit(bounds, 512, 512, (nil, 6))
            #expect(fit.rect.columns == 64 * 256 - 256..<64 * 256 + 256)
            #expect(fit.levelCount == 3 && fit.wrappedColumns == nil)
            #expect(fit.columns.inside(512) == 0..<512)
            #expect(abs(fit.columns.center(of: 256) - 256.5) < 1e-9)
            let stored = fit.georeference.bounds
            #expect(stored.crossesAntimeridian && !stored.isOnEarth)
            #expect(abs(stored.west - 174.375) < 1e-9 && abs(stored.east - 185.625) < 1e-9)
            #expect(stored.publishable.west == -180 && stored.publishable.east == 180)
            #expect(abs(stored.wrappedCenter.x - 180) < 1e-9)
        }
        let far = try fit(wgs84(170, 40, -175, 50), 3000, 2000)
        #expect(far.georeference.bounds.wrappedCenter.x == 177.5)
        #expect(far.isFullyCovered || far.rect.size.width < 8000)
    }

    @Test func `a picture from 0 to 360 degrees has two runs of columns on the whole map`() throws {
        let fit = try fit(wgs84(0, -80, 360, 80), 4096, 1800)
        #expect(fit.matrix.zoom == 4 && fit.levelCount == 5 && fit.rect.columns == 0..<4096)
        let runs = fit.columnRuns
        #expect(runs.map(\.inside) == [0..<2048, 2048..<4096])
        // The western half of the map is the eastern half of the picture.
        #expect(abs(runs[0].axis.center(of: 0) - 2048.5) < 1e-9 && abs(runs[1].axis.center(of: 2048) - 0.5) < 1e-9)
        #expect(fit.rect.rows.count < 4096 && fit.columnRuns.reduce(0) { $0 + $1.inside.count } == 4096)
        // Three quarters of the Earth, from 90° east to 0°.
        let part = try self.fit(wgs84(90, -80, 360, 80), 3072, 1800)
        #expect(part.columnRuns.map(\.inside) == [0..<2048, 3072..<4096])
        #expect(!part.isFullyCovered)
    }

    @Test func `zoom 0, where both runs lie in one tile, takes rows around the Earth, and is refused at fine zooms`()
        throws
    {
        let bounds = wgs84(175, 0, 185, 10)
        let coarse = try fit(bounds, 300, 300, (0, 6))
        #expect(coarse.rect.columns == 0..<64 * 256 && coarse.levelCount == 7)
        #expect(try fit(bounds, 300, 300, (1, 12)).levelCount == 12)
        let error = #expect(throws: GeoreferencingError.self) { try self.fit(bounds, 300, 300, (0, 12)) }
        #expect(error?.message.contains("from 1 to 12") == true)
    }

    @Test func `bounds that are none, or wider than the Earth, are errors`() {
        for bounds in [
            wgs84(170, 0, 170, 10), wgs84(-190, 0, 171, 10), wgs84(540, 0, 550, 10), wgs84(200, 0, 190, 10),
            meters(20_000_000, 0, 61_000_000, 1000),
        ] {
            let error = #expect(throws: GeoreferencingError.self) { try self.fit(bounds, 10, 10) }
            #expect(error?.message.contains("not part of the Earth") == true)
        }
        for bounds in [
            wgs84(0, 10, 10, 0), wgs84(0, 0, .nan, 10), wgs84(0, -91, 10, 0), wgs84(0, 0, 10, 90.5),
            wgs84(0, 0, 10, .infinity),
        ] {
            #expect(throws: GeoreferencingError.self) { try self.fit(bounds, 10, 10) }
        }
    }

    @Test func `bounds are read as people write them`() {
        let bounds = GeoBounds("-10.5, 40,0.25,1e1", crs: .wgs84)
        #expect(bounds == wgs84(-10.5, 40, 0.25, 10))
        for text in ["", "1,2,3", "1,2,3,4,5", "1,2,x,4", "1,,3,4"] {
            #expect(GeoBounds(text, crs: .wgs84) == nil)
        }
    }
}
