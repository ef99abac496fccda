import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Tests of the place of an image on the Earth.
@Suite(.timeLimited) struct ImagePlaceTests {
    private func place(_ west: Double, _ south: Double, _ east: Double, _ north: Double, _ side: Int) -> ImagePlace {
        ImagePlace(
            MapProjection(
                bounds: GeoBounds(west: west, south: south, east: east, north: north, crs: .wgs84),
                size: PixelSize(width: side, height: side)))
    }

    @Test(arguments: [
        (1000, 2, "52.52° N 13.38° E"), (1001, 3, "52.516° N 13.378° E"), (100_000, 4, "52.5163° N 13.3777° E"),
        (10, 0, "53° N 13° E"),
    ])
    func `digits follow the size of a pixel on the ground`(side: Int, digits: Int, text: String) {
        let place = place(10, 45, 20, 55, side)
        #expect(place.digits == digits)
        #expect(place.text(Coordinate(latitude: 52.5163, longitude: 13.3777)) == text)
    }

    @Test func `hemispheres are named, and longitudes go on after the date line`() throws {
        let place = place(175, -20, 195, 0, 2000)
        let coordinate = try #require(place.coordinate(ofX: 1000.6, y: 1000.6))
        #expect(place.text(coordinate) == "10.01° S 174.99° W")
        #expect(place.bounds == GeoBounds(west: 175, south: -20, east: 195, north: 0, crs: .wgs84))
        #expect(place.coordinate(ofX: 0, y: -20_000) == nil)
    }

    @Test func `the whole map in Web Mercator has the equator in its middle`() throws {
        let pyramid = Pyramid(mapTilesOf: 0...10)
        let place = ImagePlace(MapProjection(pyramid: pyramid, zoom: 10))
        #expect(place.center == Coordinate(latitude: 0, longitude: 0))
        #expect(place.digits == 3)
        #expect(abs(place.bounds.north - WebMercator.maximumLatitude) < 1e-9 && abs(place.bounds.west + 180) < 1e-9)
    }

    @Test func `the data of a map is the part of its grid of tiles that the bounds name`() throws {
        let pyramid = Pyramid(mapTilesOf: 0...2)
        let bounds = GeoBounds(west: -90, south: 0, east: 45, north: 40, crs: .wgs84)
        let rect = try #require(ImagePlace(MapProjection(pyramid: pyramid, zoom: 2), bounds: bounds).dataRect)
        #expect(rect.minX == 256 && abs(rect.maxX - 640) < 1e-9 && abs(rect.maxY - 512) < 1e-9)
        #expect(abs(rect.minY - 387.665057) < 1e-5)
    }

    @Test func `bounds that are those of the grid leave all of it`() {
        let pyramid = Pyramid(mapTilesOf: 0...10)
        #expect(ImagePlace(MapProjection(pyramid: pyramid, zoom: 10)).dataRect == nil)
        #expect(place(10, 45, 20, 55, 1000).dataRect == nil)
    }

    @Test func `bounds beyond the grid leave all of it`() {
        let bounds = GeoBounds(west: 30, south: 10, east: 40, north: 20, crs: .wgs84)
        #expect(ImagePlace(place(0, 0, 10, 10, 9).projection, bounds: bounds).dataRect == nil)
    }

    @Test func `data from 0 to 360 degrees are where the tiles of the world are`() throws {
        let projection = MapProjection(pyramid: Pyramid(mapTilesOf: 0...2), zoom: 2)
        let bounds = GeoBounds(west: 0, south: -60, east: 360, north: 60, crs: .wgs84)
        let place = ImagePlace(projection, bounds: bounds)
        #expect(abs(place.bounds.west + 180) < 1e-9 && abs(place.bounds.east - 180) < 1e-9)
        #expect(place.bounds.south == -60 && place.bounds.north == 60)
        let rect = try #require(place.dataRect)
        #expect(abs(rect.minX) < 1e-6 && abs(rect.maxX - 1024) < 1e-6)
        // A part of it has one place in the image.
        let east = ImagePlace(projection, bounds: GeoBounds(west: 190, south: 0, east: 200, north: 10, crs: .wgs84))
        #expect(east.bounds.west == -170 && east.bounds.east == -160)
    }

    @Test(arguments: 1...8)
    func `an image that its orientation rotates has no place, and no false one`(orientation: Int) throws {
        let folder = try TemporaryFolder()
        var image = GeoTIFFFixture(epsg: 4326, corner: (10, 50), pixel: 0.1, width: 20, height: 10)
        image.isGeographic = true
        image.orientation = orientation
        try folder.write(Data(image.encoded()), to: "a.tif")
        let info = try openImage(.file(folder.path("a.tif"))).info
        let place = ImagePlace(of: folder.path("a.tif"), page: 1, size: info.size, image: info)
        #expect((place != nil) == (orientation == 1))
    }
}
