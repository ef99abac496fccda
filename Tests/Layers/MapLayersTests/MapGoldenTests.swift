import Compositing
import Georeferencing
import LayerTree
import MapLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// Maps as people see them.
@MainActor
@Suite(.timeLimited) struct MapGoldenTests {
    private static let region = TestMap.graticule(
        TileRange(columns: 16..<18, rows: 10..<12), zooms: 5...7, tileSize: 512, color: 0xFFA0_6030)

    @Test func `a region of other zooms and tiles continues the lines of the world`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...4), Self.region], size: Size(width: 480, height: 320))
        window.map.fly(to: Coordinate(latitude: 46, longitude: 10), zoom: 3.2, animated: false)
        window.map.bearing = 20
        try expectSnapshot(window.snapshot(), matches: "aligned")
    }

    @Test func `a map half as opaque shows the one below`() throws {
        let window = MapWindow([TestMap.world(zooms: 0...4), Self.region], size: Size(width: 240, height: 160))
        window.map.fly(to: Coordinate(latitude: 46, longitude: 10), zoom: 2.5, animated: false)
        Transaction.run(disablesActions: true) { window.map.tileLayers[1].opacity = 0.5 }
        try expectSnapshot(window.snapshot(), matches: "blended")
    }

    @Test(arguments: [1, 2])
    func `pins and a route are drawn over a map`(scale: Int) throws {
        let window = MapWindow(
            [TestMap.world(zooms: 0...4)], size: Size(width: 240, height: 160), scale: Double(scale))
        window.map.fly(to: Coordinate(latitude: 46, longitude: 10), zoom: 4, animated: false)
        let places = [(43.0, 4.0), (47, 7), (44.5, 12), (48, 17)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
        window.map.addRoute(RouteLayer(places))
        let colors = [MapPinStyle.red, Color(red: 0.1, green: 0.5, blue: 0.2), Color(red: 0.2, green: 0.3, blue: 0.8)]
        window.map.addPins(zip(places, colors).map { MapPin(at: $0, style: MapPinStyle(color: $1)) })
        try expectSnapshot(window.snapshot(), matches: "pins-at-\(scale)")
    }

    @Test(.enabled(if: hasDejaVu, "DejaVu Sans is not installed"), arguments: ["above", "below", "corner"])
    func `a callout points at its pin, and stays in view`(name: String) throws {
        let window = MapWindow(
            [TestMap.world(zooms: 0...4, attribution: "© Contributors of the graticule")],
            size: Size(width: 400, height: 240), scale: 2)
        let place = Coordinate(latitude: 46, longitude: 10)
        window.map.fly(to: place, zoom: 4, animated: false)
        let pin = MapPin(
            at: place, title: "Zugspitze", subtitle: "The highest mountain of the country, 2962 m, with a cable car")
        window.map.addPins([pin])
        let point = ["above": Point(x: 200, y: 200), "below": Point(x: 200, y: 60), "corner": Point(x: 360, y: 70)]
        let target = try #require(point[name])
        let center = window.map.coordinate(at: Point(x: 400 - target.x, y: 240 - target.y))
        window.map.fly(to: try #require(center), animated: false)
        window.map.showCallout(for: pin)
        try expectSnapshot(
            window.snapshot().quartered, matches: "callout-\(name)", tolerance: PixelBuffer.textTolerance)
    }
}

private let hasDejaVu: Bool = {
    func mask(_ family: String) -> TextMask? {
        try? TextRenderer.draw("Rag 109", font: TextFont(family: family, size: 20))
    }
    return mask("DejaVu Sans") != mask("DejaVu Serif")
}()
