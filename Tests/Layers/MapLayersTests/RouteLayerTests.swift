import Georeferencing
import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import MapLayers

@MainActor
@Suite(.timeLimited) struct RouteLayerTests {
    /// A walk of 10,000 coordinates.
    private static let coordinates: [Coordinate] = {
        var random = SeededRandom(seed: 21)
        var place = Coordinate(latitude: 47, longitude: 11)
        return (0..<10_000).map { _ in
            place.latitude += .random(in: -0.01...0.01, using: &random)
            place.longitude += .random(in: -0.01...0.01, using: &random)
            return place
        }
    }()

    @Test func `a route keeps its width on the screen, and is within half a pixel of its coordinates`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...14)])
        let route = RouteLayer(Self.coordinates, width: 6)
        window.map.addRoute(route)
        let line = try #require(route.sublayers.last as? ShapeLayer)
        for zoom in [3.2, 7, 9.9] {
            window.map.fly(to: Coordinate(latitude: 47, longitude: 11), zoom: zoom, animated: false)
            let scale = try #require(line.convert(Rect(x: 0, y: 0, width: 1, height: 1), to: window.map.layer)).size
                .width
            #expect(abs(line.lineWidth * scale - 6) < 1e-6)
            let points = try #require(line.path).elements.compactMap { element -> Point? in
                switch element {
                case .move(let point), .line(let point): line.convert(point, to: window.map.layer)
                default: nil
                }
            }
            guard zoom < 8 else { continue }
            // The whole route is in the window.
            for coordinate in Self.coordinates.enumerated().filter({ $0.offset.isMultiple(of: 37) }).map(\.element) {
                let place = window.map.point(at: coordinate)
                let distance = zip(points, points.dropFirst())
                    .map { place.squaredDistance(toSegmentFrom: $0, to: $1) }.min()
                #expect(try #require(distance).squareRoot() <= 0.5 + 1e-6)
            }
        }
    }

    @Test func `a route has fewer points the less of it is seen, and the smaller it is`() {
        let window = MapWindow([TestMap.world(zooms: 0...14)])
        let route = RouteLayer(Self.coordinates)
        window.map.addRoute(route)
        window.map.fly(to: Coordinate(latitude: 47, longitude: 11), zoom: 3, animated: false)
        #expect(route.pointCount < 300)
        window.map.fly(to: Coordinate(latitude: 47, longitude: 11), zoom: 16, animated: false)
        #expect(route.pointCount < 200)
        window.map.fly(to: Coordinate(latitude: -40, longitude: -100), zoom: 16, animated: false)
        #expect(route.pointCount == 0)
    }

    @Test func `the path stays while the map is dragged a little, and changes with whole zooms`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...14)])
        let route = RouteLayer(Self.coordinates)
        window.map.addRoute(route)
        window.map.fly(to: Coordinate(latitude: 47, longitude: 11), zoom: 9, animated: false)
        let line = try #require(route.sublayers.last as? ShapeLayer)
        let path = try #require(line.path)
        window.map.fly(to: Coordinate(latitude: 47.01, longitude: 11.01), animated: false)
        #expect(line.path == path)
        let former = line.lineWidth
        window.map.fly(to: Coordinate(latitude: 47.01, longitude: 11.01), zoom: 8.9, animated: false)
        #expect(line.path == path && line.lineWidth > former)
        window.map.fly(to: Coordinate(latitude: 47.01, longitude: 11.01), zoom: 7.5, animated: false)
        #expect(line.path != path)
    }

    @Test func `coordinates that are not finite are left out, and a route without any is empty`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let route = RouteLayer([
            Coordinate(latitude: 0, longitude: -10), Coordinate(latitude: .nan, longitude: 5),
            Coordinate(latitude: 0, longitude: .infinity), Coordinate(latitude: 0, longitude: 10),
        ])
        window.map.addRoute(route)
        window.settle()
        #expect(route.pointCount == 2)
        route.coordinates = []
        window.map.update()
        #expect(route.pointCount == 0)
    }

    @Test func `a route is hit on its line, a few points beside it, and no farther`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let middle = Coordinate(latitude: 0, longitude: 0)
        window.map.fly(to: middle, zoom: 6, animated: false)
        let route = RouteLayer([
            Coordinate(latitude: 0, longitude: -1), middle, Coordinate(latitude: 0, longitude: 1),
        ])
        var taps = 0
        route.addGesture(TapRecognizer { _ in taps += 1 })
        window.map.addRoute(route)
        window.settle()
        for (y, expected) in [(150.0, 1), (155, 2), (158, 2), (120, 2)] {
            window.tap(Point(x: 210, y: y))
            #expect(taps == expected)
        }
        window.map.removeRoute(route)
        window.tap(Point(x: 210, y: 150))
        #expect(taps == 2 && window.map.routes.isEmpty)
    }

    @Test func `a callout that the tap of a route opens stays open`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let middle = Coordinate(latitude: 0, longitude: 0)
        window.map.fly(to: middle, zoom: 6, animated: false)
        let route = RouteLayer([Coordinate(latitude: 0, longitude: -1), Coordinate(latitude: 0, longitude: 1)])
        let map = window.map
        route.addGesture(TapRecognizer { [unowned map] _ in map.showCallout("Pass", at: middle) })
        var taps = 0
        map.onTap = { _ in taps += 1 }
        map.addRoute(route)
        window.settle()
        window.tap(Point(x: 210, y: 150))
        #expect(map.callout != nil && taps == 0)
    }

    @Test func `a route that is added to another map leaves the first`() {
        let first = MapWindow([TestMap.world()])
        let second = MapWindow([TestMap.world()])
        let route = RouteLayer(Self.coordinates)
        first.map.addRoute(route)
        second.map.addRoute(route)
        #expect(first.map.routes.isEmpty && second.map.routes.first === route)
        first.map.removeRoute(route)
        #expect(route.superlayer === second.map.world)
    }
}
