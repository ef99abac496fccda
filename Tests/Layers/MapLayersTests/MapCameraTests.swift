import Georeferencing
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import MapLayers

/// The view of a map before it is in a window, and at the edges of the world.
@MainActor
@Suite(.timeLimited) struct MapCameraTests {
    private let place = Coordinate(latitude: 47, longitude: 11)
    private let bounds = TileRange(columns: 16..<18, rows: 10..<11).bounds(at: 5)

    private func isNear(_ first: Coordinate, _ second: Coordinate) -> Bool {
        abs(first.latitude - second.latitude) < 1e-9 && abs(first.longitude - second.longitude) < 1e-9
    }

    /// A map that is in no window yet.
    private func makeMap(_ maps: [MapImage] = [TestMap.world(zooms: 0...9)]) -> MapView {
        MapView(maps, drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)), clock: ManualClock())
    }

    private func show(_ map: MapView) {
        map.layer.bounds = Rect(x: 0, y: 0, width: 400, height: 300)
        map.update()
    }

    // MARK: In a window

    @Test func `a map flies to a place in the time that is given`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        window.map.fly(to: place, zoom: 6, duration: 2)
        window.clock.advance(by: 1)
        window.map.update()
        #expect(window.map.nextFrameTime != nil && !isNear(window.map.center, place))
        window.clock.advance(by: 1)
        window.map.update()
        #expect(isNear(window.map.center, place))
        #expect(abs(window.map.zoom - 6) < 1e-9 && window.map.nextFrameTime == nil)
    }

    // MARK: Before it is in a window

    @Test(arguments: [2.5, 6, 9])
    func `a map flies where it should before it is in a window`(zoom: Double) {
        let map = makeMap()
        map.fly(to: place, zoom: zoom)
        #expect(map.center == place && map.zoom == zoom)
        show(map)
        #expect(isNear(map.center, place) && abs(map.zoom - zoom) < 1e-9 && map.nextFrameTime == nil)
    }

    @Test func `a zoom, a place and maps may come in any order before the window`() {
        let map = makeMap([])
        map.zoom = 5
        map.center = place
        map.add(TestMap.world(zooms: 0...9))
        map.bearing = 90
        map.fly(to: Coordinate(latitude: .nan, longitude: 0))
        show(map)
        #expect(isNear(map.center, place) && abs(map.zoom - 5) < 1e-9 && map.bearing == 90)
    }

    @Test func `a map of the world from 0 to 360 degrees starts in the middle of its tiles`() {
        let world = TestMap.world(zooms: 0...9)
        let bounds = GeoBounds(west: 0, south: -60, east: 360, north: 60, crs: .wgs84)
        let map = makeMap([MapImage(world.image, projection: world.projection, bounds: bounds)])
        show(map)
        #expect(isNear(map.center, Coordinate(latitude: 0, longitude: 0)))
        // 512 points at zoom 0, of which 400 are there.
        #expect(abs(map.point(at: Coordinate(latitude: 0, longitude: -180)).x) < 1e-6)
        #expect(abs(map.point(at: Coordinate(latitude: 0, longitude: 180)).x - 400) < 1e-6)
    }

    @Test func `bounds are fitted when the map gets its size, and the last request counts`() {
        let map = makeMap()
        map.fly(to: place, zoom: 8)
        map.fit(bounds)
        show(map)
        let left = map.point(at: Coordinate(latitude: bounds.north, longitude: bounds.west))
        #expect(abs(left.x - 40) < 1e-6 && abs(left.y - 70) < 1e-6)
        let other = makeMap()
        other.fit(bounds)
        other.fly(to: place)
        show(other)
        #expect(isNear(other.center, place) && abs(other.zoom - map.zoom) < 1e-9)
    }

    @Test func `a map of which nothing was asked shows all, also if maps are added before the window`() {
        let map = makeMap([])
        map.add(TestMap.world())
        show(map)
        #expect(abs(map.zoom - ViewScale.zoom(of: 300.0 / 512)) < 1e-12)
    }

    // MARK: Fitting

    @Test func `padding leaves a tenth of a small map, and a single place is shown at the finest zoom`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        window.map.fit(bounds, padding: 1000, animated: false)
        let left = window.map.point(at: Coordinate(latitude: bounds.north, longitude: bounds.west))
        let right = window.map.point(at: Coordinate(latitude: bounds.south, longitude: bounds.east))
        #expect(abs(left.x - 180) < 1e-6 && abs(right.x - 220) < 1e-6)
        window.map.fit(GeoBounds(west: 11, south: 47, east: 11, north: 47, crs: .wgs84), animated: false)
        // The 512 · 2⁸ pixels of zoom 9, whose tiles have 256 of them.
        #expect(isNear(window.map.center, place) && abs(window.map.zoom - 8) < 1e-9)
    }

    @Test func `the bounds in view are those of the world at most, and can be fitted`() throws {
        let map = makeMap()
        #expect(map.visibleBounds == nil)
        show(map)
        let all = try #require(map.visibleBounds)
        #expect(zip(all.edges, GeoBounds.webMercatorExtent.edges).allSatisfy { abs($0 - $1) < 1e-9 })
        map.fly(to: place, zoom: 6, animated: false)
        let seen = try #require(map.visibleBounds)
        let corner = try #require(map.coordinate(at: .zero))
        #expect(isNear(corner, Coordinate(latitude: seen.north, longitude: seen.west)))
        map.zoom = 3
        map.fit(seen, padding: 0, animated: false)
        #expect(isNear(map.center, place) && abs(map.zoom - 6) < 1e-9)
    }

    // MARK: The edges of the world

    /// A map of 20° around the date line, in meters.
    private static let pacific: MapImage = {
        let degree = WebMercator.easting(ofLongitude: 1)
        return MapImage(
            TestMap.world().image,
            projection: MapProjection(
                bounds: GeoBounds(
                    west: 170 * degree, south: -10 * degree, east: 190 * degree, north: 10 * degree, crs: .webMercator),
                size: TestMap.world().image.pyramid.size))
    }()

    @Test func `a map across the date line has the coordinates of both sides`() throws {
        let window = MapWindow([Self.pacific])
        let fiji = Coordinate(latitude: -5, longitude: -175)
        window.map.fly(to: fiji, zoom: 8.5, animated: false)
        window.map.zoom = 8
        #expect(isNear(window.map.center, fiji))
        let point = window.map.point(at: fiji)
        #expect(abs(point.x - 200) < 1e-6 && abs(point.y - 150) < 1e-6)
        #expect(isNear(try #require(window.map.coordinate(at: point)), fiji))
        let pin = MapPin(at: fiji)
        window.map.addPins([pin])
        #expect(abs(window.map.pinsLayer.frame(of: pin).minX - 187) < 1e-6)
        window.map.center = window.map.center
        #expect(isNear(window.map.center, fiji))
        let seen = try #require(window.map.visibleBounds)
        #expect(seen.west > 180 && seen.east < 190)
    }

    @Test func `edges that are nowhere do no harm`() {
        for bounds in [
            GeoBounds(west: -1e308, south: -1e308, east: 1e308, north: 1e308, crs: .webMercator),
            GeoBounds(west: 1e300, south: 1e300, east: 1e301, north: 1e301, crs: .webMercator),
            GeoBounds(west: -1e308, south: -1e308, east: 1e308, north: 1e308, crs: .wgs84),
        ] {
            let image = TestMap.world().image
            let map = MapImage(image, projection: MapProjection(bounds: bounds, size: image.pyramid.size))
            #expect(!map.isOnMap)
            let window = MapWindow([map])
            window.map.fly(to: place, zoom: 5, animated: false)
            window.settle()
            #expect(window.map.center.latitude.isFinite && window.map.zoom.isFinite)
        }
        #expect(TestMap.world().isOnMap && Self.pacific.isOnMap)
    }

    @Test func `limits and bounds that are not valid are ignored`() {
        let wrong = GeoBounds(west: 170, south: .nan, east: -170, north: 10, crs: .wgs84)
        let window = MapWindow([TestMap.world()])
        let view = window.map.scrollController.model.view
        window.map.limits = wrong
        #expect(window.map.scrollController.model.view == view)
        let image = TestMap.world()
        #expect(MapImage(image.image, projection: image.projection, bounds: wrong).bounds == image.projection.bounds)
    }
}
