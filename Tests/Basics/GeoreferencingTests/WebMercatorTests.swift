import TestLimits
import Testing

@testable import Georeferencing

@Suite(.timeLimited) struct WebMercatorTests {
    @Test func `the map ends at 20037508.34 meters and 85.05 degrees`() {
        #expect(WebMercator.originShift == 20_037_508.342789244)
        #expect(WebMercator.easting(ofLongitude: 180) == WebMercator.originShift)
        #expect(WebMercator.longitude(ofEasting: -WebMercator.originShift) == -180)
        #expect(abs(WebMercator.latitude(ofNorthing: WebMercator.originShift) - WebMercator.maximumLatitude) < 1e-12)
        #expect(abs(WebMercator.northing(ofLatitude: WebMercator.maximumLatitude) - WebMercator.originShift) < 1e-6)
    }

    @Test func `a latitude that becomes a northing comes back`() {
        for latitude in stride(from: -85.0, through: 85, by: 2.5) {
            let northing = WebMercator.northing(ofLatitude: latitude)
            #expect(abs(WebMercator.latitude(ofNorthing: northing) - latitude) < 1e-12)
        }
    }

    @Test
    func `bounds on the grid of a zoom are the smallest around others, and a twentieth of a pixel does not count`() {
        let matrix = TileMatrix(tileSize: 256, zoom: 14)
        func bounds(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> GeoBounds {
            GeoBounds(
                west: WebMercator.longitude(ofEasting: matrix.easting(ofX: left)),
                south: WebMercator.latitude(ofNorthing: matrix.northing(ofY: bottom)),
                east: WebMercator.longitude(ofEasting: matrix.easting(ofX: right)),
                north: WebMercator.latitude(ofNorthing: matrix.northing(ofY: top)), crs: .wgs84)
        }
        let aligned = matrix.aligned(bounds(100.4, 200.96, 300.04, 400.6))
        for (edge, expected) in zip(aligned.edges, bounds(100, 201, 300, 401).edges) {
            #expect(abs(edge - expected) < 1e-12)
        }
        for (edge, expected) in zip(matrix.aligned(.webMercatorExtent).edges, GeoBounds.webMercatorExtent.edges) {
            #expect(abs(edge - expected) < 1e-12)
        }
    }

    @Test func `pixels of a zoom are counted from the north-west corner`() {
        let matrix = TileMatrix(tileSize: 256, zoom: 3)
        #expect(matrix.side == 2048)
        #expect(matrix.metersPerPixel == 19_567.87924100512)
        #expect(matrix.x(ofEasting: -WebMercator.originShift) == 0)
        #expect(matrix.y(ofNorthing: -WebMercator.originShift) == 2048)
        #expect(matrix.easting(ofX: 1024) == 0)
        #expect(matrix.northing(ofY: 0) == WebMercator.originShift)
    }

    @Test func `the zoom that keeps the detail is the first with pixels that are at most 3 percent larger`() {
        let zoom = { TileMatrix.zoom(forMetersPerPixel: $0, tileSize: 256) }
        #expect(zoom(200_000) == 0)
        #expect(zoom(TileMatrix(tileSize: 256, zoom: 7).metersPerPixel) == 7)
        #expect(zoom(TileMatrix(tileSize: 256, zoom: 7).metersPerPixel * 1.9) == 7)
        #expect(zoom(TileMatrix(tileSize: 256, zoom: 7).metersPerPixel / 1.029) == 7)
        #expect(zoom(TileMatrix(tileSize: 256, zoom: 7).metersPerPixel / 1.031) == 8)
        #expect(zoom(0) == WebMercator.zooms.upperBound)
    }
}
