import Georeferencing
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import MapLayers

@MainActor
@Suite(.timeLimited) struct MapPinTests {
    private let window = MapWindow([TestMap.world(zooms: 0...9)])
    private let place = Coordinate(latitude: 47, longitude: 11)

    private var map: MapView { window.map }

    init() {
        map.fly(to: place, zoom: 6, animated: false)
    }

    @Test func `a pin's tip is at its coordinate, at any zoom`() {
        let pin = MapPin(at: place)
        map.addPins([pin])
        for zoom in [3.0, 6, 9] {
            map.fly(to: place, zoom: zoom, animated: false)
            let frame = map.pinsLayer.frame(of: pin)
            #expect(frame.size == Size(width: 26, height: 36))
            #expect(abs(frame.minX - 187) < 1e-6 && abs(frame.maxY - 151) < 1e-6)
        }
    }

    @Test func `a tap on a pin opens its callout, and a tap elsewhere closes it`() {
        let pin = MapPin(at: place, title: "Summit", subtitle: "2962 m")
        map.addPins([pin])
        var taps = 0
        map.onTap = { _ in taps += 1 }
        window.tap(Point(x: 200, y: 130))
        #expect(map.calloutPin === pin && map.callout != nil && taps == 0)
        // On the callout itself nothing happens.
        window.tap(Point(x: 200, y: 90))
        #expect(map.calloutPin === pin && taps == 0)
        window.tap(Point(x: 50, y: 250))
        #expect(map.callout == nil && map.calloutPin == nil && taps == 1)
    }

    @Test func `a tap beside all pins says its coordinate`() {
        map.addPins([MapPin(at: place, title: "Summit")])
        var tapped: Coordinate?
        map.onTap = { tapped = $0 }
        window.tap(Point(x: 200, y: 250))
        #expect(tapped == map.coordinate(at: Point(x: 200, y: 250)))
    }

    @Test func `a pin with an action has no callout`() {
        var tapped: [MapPin] = []
        let pin = MapPin(at: place, title: "Summit") { tapped.append($0) }
        map.addPins([pin])
        window.tap(Point(x: 200, y: 130))
        #expect(tapped.count == 1 && tapped.first === pin && map.callout == nil)
    }

    @Test func `a double click on a pin does not zoom, one beside it does`() {
        map.addPins([MapPin(at: place, title: "Summit")])
        for (y, zoom) in [(130.0, 6.0), (250, 7)] {
            for click in 1...2 {
                window.pointer(.down(.primary, clicks: click), Point(x: 200, y: y))
                window.pointer(.up(.primary, clicks: click), Point(x: 200, y: y))
                window.clock.advance(by: 0.05)
            }
            window.settle()
            #expect(abs(map.zoom - zoom) < 1e-9)
        }
    }

    @Test func `a drag that begins on a pin moves the map, and opens nothing`() {
        map.addPins([MapPin(at: place, title: "Summit")])
        window.pointer(.down(.primary, clicks: 1), Point(x: 200, y: 130))
        for x in [210.0, 230, 260] {
            window.clock.advance(by: 0.2)
            window.pointer(.moved, Point(x: x, y: 130))
        }
        window.clock.advance(by: 1)
        window.pointer(.up(.primary, clicks: 1), Point(x: 260, y: 130))
        window.settle()
        #expect(abs(map.point(at: place).x - 260) < 1e-6 && map.callout == nil)
    }

    @Test func `of pins over each other the southern one is on top`() {
        let north = MapPin(at: Coordinate(latitude: 47.01, longitude: 11), title: "north")
        let south = MapPin(at: place, title: "south")
        map.addPins([south, north])
        #expect(map.pin(at: Point(x: 200, y: 130)) === south)
        south.coordinate.latitude = 48
        #expect(map.pin(at: Point(x: 200, y: 148)) === north)
        #expect(map.pins.map(\.title) == ["south", "north"])
    }

    @Test func `a pin is hit a few points beside it, and no farther`() {
        let pin = MapPin(at: place)
        map.addPins([pin])
        #expect(map.pin(at: Point(x: 184, y: 130)) === pin && map.pin(at: Point(x: 182, y: 130)) == nil)
        #expect(map.pinsLayer.contains(Point(x: 200, y: 130)) && !map.pinsLayer.contains(Point(x: 100, y: 130)))
    }

    @Test func `a removed pin is gone with its callout, and may be added to another map`() {
        let pin = MapPin(at: place, title: "Summit")
        map.addPins([pin, pin])
        #expect(map.pins.count == 1)
        map.showCallout(for: pin)
        map.removePins([pin])
        #expect(map.pins.isEmpty && map.callout == nil && map.pin(at: Point(x: 200, y: 130)) == nil)
        let other = MapWindow([TestMap.world()])
        map.addPins([pin])
        other.map.addPins([pin])
        #expect(map.pins.isEmpty && other.map.pins.first === pin)
    }

    @Test func `a callout follows its pin, and stays in view`() throws {
        let pin = MapPin(at: place, title: "Summit", subtitle: "2962 m")
        map.addPins([pin])
        map.showCallout(for: pin)
        let above = try #require(map.callout?.placement)
        #expect(!above.isBelow && abs(above.tip.x - 200) < 1e-6 && abs(above.tip.y - 115) < 1e-6)
        // The pin moves to the top of the view.
        let next = try #require(map.coordinate(at: Point(x: 200, y: 250)))
        map.fly(to: next, animated: false)
        #expect(try #require(map.callout?.placement).isBelow)
    }

    @Test func `a callout without a pin points at its coordinate`() throws {
        map.showCallout("Here", at: place)
        let tip = try #require(map.callout?.placement).tip
        #expect(abs(tip.x - 200) < 1e-6 && abs(tip.y - 150) < 1e-6 && map.calloutPin == nil)
        map.showCallout(for: MapPin(at: place))
        #expect(map.callout != nil)
        map.closeCallout()
        #expect(map.callout == nil)
    }

    @Test func `Esc closes the callout, and without one is for others`() {
        map.showCallout("Here", at: place)
        let escape = InputEvent.key(KeyEvent(time: 0, key: .escape, isDown: true))
        #expect(map.handle(escape) && map.callout == nil)
        #expect(!map.handle(escape))
    }

    @Test func `the pins are listed from north to south at once`() {
        map.addPins([47.0, 49, 48].map { MapPin(at: Coordinate(latitude: $0, longitude: 11)) })
        #expect(map.pins.map(\.coordinate.latitude) == [49, 48, 47])
    }

    @Test func `a pin that is added to another map takes its callout away`() {
        let pin = MapPin(at: place, title: "Summit")
        map.addPins([pin])
        map.showCallout(for: pin)
        let other = MapWindow([TestMap.world()])
        other.map.addPins([pin])
        #expect(map.callout == nil && map.calloutPin == nil)
    }

    @Test func `a pin that a tap removes is not a tap on the map`() {
        map.addPins([MapPin(at: place) { [map] in map.removePins([$0]) }])
        var taps = 0
        map.onTap = { _ in taps += 1 }
        window.tap(Point(x: 200, y: 130))
        #expect(map.pins.isEmpty && taps == 0)
    }

    @Test func `a tap on a layer over the map leaves its callout`() {
        let bar = Layer()
        bar.frame = Rect(x: 0, y: 260, width: 400, height: 40)
        map.layer.addSublayer(bar)
        map.showCallout("Here", at: place)
        var taps = 0
        map.onTap = { _ in taps += 1 }
        window.tap(Point(x: 200, y: 280))
        #expect(map.callout != nil && taps == 0)
        window.tap(Point(x: 50, y: 200))
        #expect(map.callout == nil && taps == 1)
    }

    @Test func `a long press is not a tap on the map`() {
        map.layer.addGesture(LongPressRecognizer { _ in })
        var taps = 0
        map.onTap = { _ in taps += 1 }
        let point = Point(x: 50, y: 200)
        window.pointer(.down(.primary, clicks: 1), point)
        window.clock.advance(by: 1)
        window.dispatcher.update()
        window.pointer(.up(.primary, clicks: 1), point)
        window.settle()
        #expect(taps == 0)
    }

    @Test func `each of a hundred looks in view is drawn once`() {
        map.addPins(
            (0..<100).map { number in
                MapPin(at: place, style: MapPinStyle(color: Color(red: Double(number) / 100, green: 0, blue: 0)))
            })
        _ = window.scene.frame()
        #expect(map.pinsLayer.drawnImageCount == 100)
        map.fly(to: place, zoom: 6.5, animated: false)
        _ = window.scene.frame()
        #expect(map.pinsLayer.drawnImageCount == 100)
    }
}
