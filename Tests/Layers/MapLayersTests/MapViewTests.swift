import Foundation
import Georeferencing
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import MapLayers

@MainActor
@Suite(.timeLimited) struct MapViewTests {
    private func isNear(_ first: Coordinate, _ second: Coordinate, _ tolerance: Double = 1e-9) -> Bool {
        abs(first.latitude - second.latitude) < tolerance && abs(first.longitude - second.longitude) < tolerance
    }

    @Test func `at first all of the world is in view`() {
        let window = MapWindow([TestMap.world()])
        #expect(isNear(window.map.center, Coordinate(latitude: 0, longitude: 0)))
        // 300 of 512 points.
        #expect(abs(window.map.zoom - ViewScale.zoom(of: 300.0 / 512)) < 1e-12)
    }

    @Test func `a zoom is that of MapLibre: 512 points for the Earth at zoom 0`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        window.map.fly(to: Coordinate(latitude: 0, longitude: 0), zoom: 4, animated: false)
        let west = window.map.point(at: Coordinate(latitude: 0, longitude: -180))
        #expect(abs(200 - west.x - 256 * 16) < 1e-6 && abs(west.y - 150) < 1e-6)
    }

    @Test func `points and coordinates are inverse, at any zoom and bearing`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...19)])
        var random = SeededRandom(seed: 5)
        for zoom in [2.0, 5.5, 12, 18] {
            window.map.fly(to: Coordinate(latitude: 47.4211, longitude: 10.9853), zoom: zoom, animated: false)
            window.map.bearing = .random(in: 0..<360, using: &random)
            for _ in 0..<50 {
                let point = Point(
                    x: .random(in: 0...400, using: &random), y: .random(in: 0...300, using: &random))
                let back = window.map.point(at: try #require(window.map.coordinate(at: point)))
                #expect(abs(back.x - point.x) < 1e-4 && abs(back.y - point.y) < 1e-4)
            }
        }
    }

    @Test func `the bearing is the direction that is up`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        window.map.fly(to: Coordinate(latitude: 0, longitude: 0), zoom: 4, animated: false)
        window.map.bearing = 90
        #expect(window.map.bearing == 90)
        // East is up.
        let east = window.map.point(at: Coordinate(latitude: 0, longitude: 1))
        #expect(abs(east.x - 200) < 1e-6 && east.y < 130)
        window.map.bearing = -30
        #expect(abs(window.map.bearing - 330) < 1e-9)
    }

    @Test func `beyond the date line and the poles there are no coordinates, and the poles are at the edge`() {
        let window = MapWindow([TestMap.world()])
        let map = window.map
        #expect(map.coordinate(at: Point(x: 40, y: 150)) == nil && map.coordinate(at: Point(x: 360, y: 150)) == nil)
        #expect(map.coordinate(at: Point(x: 200, y: -1)) == nil)
        let north = map.point(at: Coordinate(latitude: 90, longitude: 0))
        #expect(abs(north.x - 200) < 1e-9 && abs(north.y) < 1e-9)
        #expect(abs(map.point(at: Coordinate(latitude: -90, longitude: 180)).x - 350) < 1e-9)
        map.fly(to: Coordinate(latitude: 90, longitude: 180), zoom: 3, animated: false)
        #expect(map.center.latitude < 85.06 && map.center.longitude <= 180)
    }

    @Test func `maps of other zooms, tile sizes and bounds show each coordinate at the same point`() throws {
        let window = MapWindow([
            TestMap.world(),
            TestMap.graticule(
                TileRange(columns: 8..<10, rows: 5..<6), zooms: 4...6, tileSize: 512, color: 0xFFA0_6030),
        ])
        let place = Coordinate(latitude: 50, longitude: 20)
        // At zoom 7 a pixel of the second map is a point.
        for (zoom, bearing) in [(3.3, 33.0), (6, 0), (7, 0), (8, 0)] {
            window.map.fly(to: place, zoom: zoom, animated: false)
            window.map.bearing = bearing
            for layer in window.map.tileLayers {
                let point = try #require(layer.convert(layer.map.projection.point(at: place), to: window.map.layer))
                #expect(abs(point.x - 200) < 1e-6 && abs(point.y - 150) < 1e-6)
            }
        }
    }

    @Test func `the limits are those of all maps together, unless others are set`() {
        let region = TestMap.graticule(
            TileRange(columns: 8..<10, rows: 5..<6), zooms: 4...6, tileSize: 512, color: 0xFFA0_6030)
        let window = MapWindow([region])
        // 2 of 16 tiles are 64 points wide at zoom 0.
        #expect(abs(window.map.zoom - ViewScale.zoom(of: 400.0 / 64)) < 1e-12)
        window.map.fly(to: Coordinate(latitude: 0, longitude: -100), animated: false)
        #expect(window.map.center.longitude > 0 && window.map.center.latitude > 40)
        window.map.add(TestMap.world())
        window.map.fly(to: Coordinate(latitude: 0, longitude: -100), zoom: 2, animated: false)
        #expect(isNear(window.map.center, Coordinate(latitude: 0, longitude: -100)))
        let center = Coordinate(latitude: 10, longitude: 10)
        window.map.fly(to: center, zoom: 6, animated: false)
        window.map.limits = GeoBounds(west: 0, south: 0, east: 20, north: 20, crs: .wgs84)
        #expect(isNear(window.map.center, center) && abs(window.map.zoom - 6) < 1e-9)
        window.map.fly(to: Coordinate(latitude: 0, longitude: -100), animated: false)
        #expect(window.map.center.longitude >= 0)
        window.map.maximumZoom = 7
        window.map.zoom = 12
        #expect(abs(window.map.zoom - 7) < 1e-9)
    }

    @Test func `bounds are fitted with their padding`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let bounds = TileRange(columns: 16..<18, rows: 10..<11).bounds(at: 5)
        window.map.fit(bounds, padding: 40, animated: false)
        let left = window.map.point(at: Coordinate(latitude: bounds.north, longitude: bounds.west))
        let right = window.map.point(at: Coordinate(latitude: bounds.south, longitude: bounds.east))
        #expect(abs(left.x - 40) < 1e-6 && abs(right.x - 360) < 1e-6)
        #expect(abs(left.y - 70) < 1e-6 && abs(right.y - 230) < 1e-6)
        let view = window.map.scrollController.model.view
        window.map.fit(GeoBounds(west: 170, south: 0, east: -170, north: 10, crs: .wgs84))
        #expect(window.map.scrollController.model.view == view)
    }

    @Test func `a flight ends where it should, and then no frame is made`() {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let place = Coordinate(latitude: 47, longitude: 11)
        window.map.fly(to: place, zoom: 6)
        #expect(window.map.nextFrameTime != nil)
        window.settle()
        #expect(isNear(window.map.center, place) && abs(window.map.zoom - 6) < 1e-9)
        #expect(window.map.nextFrameTime == nil && window.scene.nextFrameTime == nil && !window.scene.needsFrame)
        for _ in 0..<10 {
            window.clock.advance(by: 1)
            window.dispatcher.update()
            #expect(!window.scene.needsFrame)
        }
    }

    @Test func `dragging moves the coordinate under the pointer, and the wheel zooms about it`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        window.map.fly(to: Coordinate(latitude: 47, longitude: 11), zoom: 6, animated: false)
        let start = try #require(window.map.coordinate(at: Point(x: 150, y: 100)))
        window.pointer(.down(.primary, clicks: 1), Point(x: 150, y: 100))
        for step in 1...10 {
            window.clock.advance(by: 0.1)
            window.pointer(.moved, Point(x: 150 + 10 * Double(step), y: 100 + 5 * Double(step)))
        }
        let end = try #require(window.map.coordinate(at: Point(x: 250, y: 150)))
        #expect(isNear(start, end, 1e-6))
        window.clock.advance(by: 1)
        window.pointer(.up(.primary, clicks: 1), Point(x: 250, y: 150))
        window.dispatcher.handle(
            .wheel(WheelEvent(time: window.clock.now, delta: Point(x: 0, y: 2), position: Point(x: 250, y: 150))))
        window.settle()
        #expect(abs(window.map.zoom - 6.5) < 1e-9)
        #expect(isNear(try #require(window.map.coordinate(at: Point(x: 250, y: 150))), start, 1e-6))
    }

    @Test func `two fingers turn the map about the place between them, and what is on it stays upright`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let place = Coordinate(latitude: 47, longitude: 11)
        window.map.fly(to: place, zoom: 6, animated: false)
        let pin = MapPin(at: place)
        window.map.addPins([pin])
        func touch(_ phase: TouchEvent.Phase, angle: Double) {
            for (finger, side) in [(1, -1.0), (2, 1.0)] {
                let radians = angle * .pi / 180
                let position = Point(x: 200 + side * 80 * cos(radians), y: 150 + side * 80 * sin(radians))
                window.dispatcher.handle(
                    .touch(TouchEvent(time: window.clock.now, phase: phase, finger: finger, position: position)))
            }
            window.clock.advance(by: 1.0 / 60)
            window.dispatcher.update()
        }
        touch(.down, angle: 0)
        for step in 1...50 { touch(.moved, angle: 2 * Double(step)) }
        touch(.up, angle: 100)
        window.settle()
        // The first degrees are taken for the tremor of a hand, and near a right angle the map snaps to it.
        #expect(window.map.bearing == 270)
        let point = window.map.point(at: place)
        #expect(abs(point.x - 200) < 1 && abs(point.y - 150) < 1)
        #expect(window.map.pinsLayer.frame(of: pin).size == Size(width: 26, height: 36))
    }

    @Test func `the attribution is that of the maps that are shown`() {
        let window = MapWindow([
            TestMap.world(attribution: "© A"), TestMap.world(attribution: "© B"), TestMap.world(attribution: "© A"),
        ])
        #expect(window.map.attribution == "© A | © B")
        window.map.tileLayers[1].opacity = 0
        #expect(window.map.attribution == "© A")
        window.map.tileLayers[2].isHidden = true
        window.map.update()
        #expect(window.map.attributionLabel.layer.text == "© A")
    }

    @Test func `a change of a map's opacity fades`() {
        let window = MapWindow([TestMap.world(), TestMap.world()])
        window.settle()
        let layer = window.map.tileLayers[1]
        layer.opacity = 0
        _ = window.scene.frame()
        window.clock.advance(by: Transaction.duration / 2)
        _ = window.scene.frame()
        #expect((0.1...0.9).contains(layer.presented.opacity))
        window.settle()
        #expect(layer.presented.opacity == 0 && !window.scene.needsFrame)
    }

    @Test func `a layer at a coordinate keeps its size and stays upright`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...9)])
        let mark = Layer()
        mark.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
        let place = Coordinate(latitude: 47, longitude: 11)
        window.map.add(mark, at: place)
        for (zoom, bearing) in [(2.0, 0.0), (7, 120)] {
            window.map.fly(to: place, zoom: zoom, animated: false)
            window.map.bearing = bearing
            window.settle()
            let corner = try #require(mark.convert(Point.zero, to: window.map.layer))
            let point = window.map.point(at: place)
            #expect(abs(corner.x - point.x + 5) < 1e-6 && abs(corner.y - point.y + 5) < 1e-6)
        }
    }

    @Test func `an image in degrees says how far its pixels are from their places`() {
        let image = TestMap.world().image
        func distortion(_ south: Double, _ north: Double) -> Double {
            MapImage(
                image,
                projection: MapProjection(
                    bounds: GeoBounds(west: 0, south: south, east: 1, north: north, crs: .wgs84),
                    size: PixelSize(width: 1000, height: 1000))
            ).distortion
        }
        #expect(TestMap.world().distortion == 0)
        #expect(distortion(-0.5, 0.5) < 0.02)
        #expect(distortion(47, 48) > 1 && distortion(47, 48) < 5)
        #expect(distortion(0, 80) > 100)
        #expect(distortion(-1e308, 1e308) == .infinity)
    }
}
