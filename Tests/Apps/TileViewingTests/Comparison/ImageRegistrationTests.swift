import Georeferencing
import LayerTree
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ImageRegistrationTests {
    private let half = ImageRegistration(
        fitting: PixelSize(width: 500, height: 300), to: PixelSize(width: 1000, height: 800))

    @Test func `an image is fitted to the width of the first one, and keeps its aspect`() {
        #expect(half.transform == AffineTransform(scaleX: 2, y: 2))
        let same = ImageRegistration(fitting: PixelSize(width: 7, height: 9), to: PixelSize(width: 7, height: 5))
        #expect(same.transform == .identity)
    }

    @Test func `it is moved by its own pixels, and dragged by those of the first one`() {
        var registration = half
        registration.move(by: Point(x: 3, y: -1))
        #expect(registration.correction.offset == Point(x: 3, y: -1))
        #expect(registration.transform.apply(to: .zero) == Point(x: 6, y: -2))
        registration.drag(by: Point(x: 10, y: 4))
        #expect(registration.correction.offset == Point(x: 8, y: 1))
    }

    @Test func `enlarged about its center, its offset stays; about another point, that point stays`() {
        var registration = half
        registration.setScale(1.01, about: Point(x: 500, y: 300))
        #expect(registration.correction == RegistrationCorrection(offset: .zero, scale: 1.01))
        registration = half
        registration.move(by: Point(x: 20, y: 10))
        let fixed = Point(x: 140, y: 60)
        let own = registration.transform.inverse?.apply(to: fixed)
        #expect(own == Point(x: 50, y: 20))
        registration.setScale(1.5, about: fixed)
        #expect(registration.transform.apply(to: Point(x: 50, y: 20)) == fixed)
        #expect(registration.correction.scale == 1.5)
        registration.setScale(1, about: fixed)
        #expect(registration.correction == RegistrationCorrection(offset: Point(x: 20, y: 10)))
    }

    @Test func `the scale stays within its limits and on millionths`() {
        var registration = half
        registration.setScale(1000, about: .zero)
        #expect(registration.correction.scale == 100)
        registration.setScale(-1, about: .zero)
        #expect(registration.correction.scale == 0.01)
        registration.setScale(.nan, about: .zero)
        #expect(registration.correction.scale == 0.01)
        registration.setScale(1.1 - 0.01 - 0.01, about: .zero)
        #expect(registration.correction.scale == 1.08)
    }

    @Test func `georeferenced images lie where their coordinates are`() throws {
        func bounds(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> GeoBounds {
            GeoBounds(west: west, south: south, east: east, north: north, crs: .wgs84)
        }
        let first = MapProjection(bounds: bounds(0, 0, 10, 10), size: PixelSize(width: 1000, height: 1000))
        let other = MapProjection(bounds: bounds(5, 2, 9, 4), size: PixelSize(width: 800, height: 200))
        let registration = try #require(ImageRegistration(placing: other, over: first))
        // 10 pixels a degree of the first one for each axis: 400 × 200 of its pixels, of which the corner is at (500, 600).
        #expect(registration.transform.apply(to: .zero) == Point(x: 500, y: 600))
        #expect(registration.transform.apply(to: Point(x: 800, y: 200)) == Point(x: 900, y: 800))
    }

    @Test func `images in degrees and in Web Mercator meet at their corners`() throws {
        let world = GeoBounds.webMercatorExtent
        let mercator = MapProjection(pyramid: Pyramid(mapTilesOf: 0...2), zoom: 2)
        let degrees = MapProjection(
            bounds: GeoBounds(west: world.west, south: -60, east: world.east, north: 60, crs: .wgs84),
            size: PixelSize(width: 360, height: 120))
        let registration = try #require(ImageRegistration(placing: degrees, over: mercator))
        let corner = registration.transform.apply(to: Point(x: 360, y: 120))
        let expected = mercator.pixel(at: Coordinate(latitude: -60, longitude: 180))
        #expect(abs(corner.x - expected.x) < 1e-9 && abs(corner.y - expected.y) < 1e-9)
    }

    /// A document of map tiles; without a zoom its place is unknown.
    private func document(_ pyramid: Pyramid, zoom: Int?) -> Document {
        struct Empty: TileSource {
            let pyramid: Pyramid
            func read(_ index: TileIndex) -> EncodedTile? { nil }
        }
        let source = Empty(pyramid: pyramid)
        var metadata = DocumentMetadata(format: "map", size: pyramid.size)
        metadata.place = zoom.map { ImagePlace(MapProjection(pyramid: pyramid, zoom: $0)) }
        return Document(
            path: "map", options: DocumentOptions(), image: TiledImage(source, name: "map"), source: source,
            state: DocumentState(stage: .complete, metadata: metadata))
    }

    @Test func `documents of maps lie where their tiles do, and are fitted if the place of one is unknown`() {
        let world = Pyramid(mapTilesOf: 0...2)
        let tiles = TileRange(columns: 4..<6, rows: 2..<4)
        let part = TileMatrixSet(tiles, zooms: 3...3, tileSize: PixelSize(width: 256, height: 256)).pyramid
        #expect(part.size == PixelSize(width: 512, height: 512))
        let placed = ImageRegistration(of: document(part, zoom: 3), over: document(world, zoom: 2)).transform
        let low = placed.apply(to: .zero)
        let high = placed.apply(to: Point(x: 512, y: 512))
        #expect(abs(low.x - 512) < 1e-6 && abs(low.y - 256) < 1e-6)
        #expect(abs(high.x - 768) < 1e-6 && abs(high.y - 512) < 1e-6)
        for zooms in [(nil, 2), (3, nil)] as [(Int?, Int?)] {
            let fitted = ImageRegistration(of: document(part, zoom: zooms.0), over: document(world, zoom: zooms.1))
            #expect(fitted.transform == AffineTransform(scaleX: 2, y: 2))
        }
    }
}
