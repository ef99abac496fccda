import Georeferencing
import ImageMetadata
import LayerTree
import MapLayers
import SDLPresenter
import TextLayers
import TextRendering
import TileCutting
import TilePyramid
import TileStores
import TileViewing
import VectorDrawing

// MARK: Places

/// A place that a pin of the demo marks.
struct Place {
    var name: String
    var about: String
    var coordinate: Coordinate

    init(_ name: String, _ about: String, _ latitude: Double, _ longitude: Double) {
        self.name = name
        self.about = about
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Places of the sample map, which shows no part of the Earth and lies in the Gulf of Guinea.
    static let ofSample = [
        Place("Isafjord", "The northern fort, above the old coast road", 17.967, 10.543),
        Place("Valmomar", "A market town where four roads meet", 3.678, 11.216),
        Place("Salvesund", "The bridge below the southern snowfields", -7.256, -0.331),
        Place("Ullvik", "Where the river reaches the bay, and the route ends", -16.721, 5.831),
    ]
    /// Places of the Earth, for all other maps.
    static let ofEarth = [
        Place("Berlin", "52.52° north, on the Spree", 52.5200, 13.4050),
        Place("Prague", "50.09° north, on the Vltava", 50.0875, 14.4213),
        Place("Vienna", "48.21° north, on the Danube", 48.2082, 16.3738),
        Place("Zugspitze", "2962 m above the sea", 47.4211, 10.9853),
    ]
}

// MARK: The sample map

/// A picture as a map in the cache, cut when the demo runs for the first time.
func sampleMap(_ name: String, zoom: Int, format: TileFormat) async throws -> MapImage {
    let path = PyramidCache().path(ofFile: "\(name).pmtiles")
    if let map = try? await MapImage.open(path) { return map }

    // Whole tiles of zoom 5, so that the map ends where the picture does.
    var target = PyramidTarget(.pmtiles)
    var options = CutOptions()
    options.shape = target.shape
    options.bounds = TileRange(columns: 13..<19, rows: 14..<18).bounds(at: 5)
    options.minimumZoom = 5
    options.maximumZoom = zoom
    options.format = .fixed(format)
    let picture = "SampleImages/\(name).\(format == .jpeg ? "jpg" : "png")"
    let plan = try CutPlan(.file(picture), options: options)
    target.georeference = plan.georeference
    target.isSparse = true
    let store = try target.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
    _ = try await plan.cut(into: store)
    return try await MapImage.open(path)
}

// MARK: The demo

/// A map with pins, a route, two layers to switch between, and a status line.
@MainActor
final class MapDemo {
    let map = MapView()
    private let status = TextLayer(style: MapDemo.statusStyle)
    private var names: [String] = []
    private var pins: [MapPin] = []
    private var pointer: Point?

    private static let statusStyle = TextStyle(
        font: TextFont(size: 13), color: .white,
        panel: TextStyle.Panel(color: Color(red: 0, green: 0, blue: 0, alpha: 0.7)))

    /// Opens the maps, the second one over the first and invisible; without any, the sample.
    func open(_ paths: [String]) async throws {
        var maps: [MapImage] = []
        for path in paths.prefix(2) {
            maps.append(try await MapImage.open(path))
        }
        if maps.isEmpty {
            maps.append(try await sampleMap("terrain", zoom: 7, format: .jpeg))
            maps.append(try await sampleMap("terrain-alpha", zoom: 5, format: .png))
            for index in maps.indices { maps[index].attribution = "© TileKit's fictional survey" }
        }
        for map in maps {
            self.map.add(map, opacity: names.isEmpty ? 1 : 0)
            names.append(map.image.name)
        }
        addPlaces(paths.isEmpty ? Place.ofSample : Place.ofEarth)
        map.layer.addSublayer(status)
    }
}

// MARK: Pins and a route

extension MapDemo {
    private func addPlaces(_ places: [Place]) {
        map.addRoute(RouteLayer(places.map(\.coordinate)))
        pins = places.map { MapPin(at: $0.coordinate, title: $0.name, subtitle: $0.about) }
        map.addPins(pins)

        // A long press sets a pin of another color, which a tap removes.
        let press = LongPressRecognizer { [unowned self] press in
            guard press.state == .began, let point = press.location(),
                let coordinate = map.coordinate(at: point)
            else { return }
            let green = MapPinStyle(color: Color(red: 0.1, green: 0.55, blue: 0.25))
            let pin = MapPin(at: coordinate, style: green) { [unowned map] in map.removePins([$0]) }
            map.addPins([pin])
        }
        map.layer.addGesture(press)
    }

    /// Flies to one of the first pins, and opens its callout.
    private func visit(_ key: Key) {
        guard case .character(let digit) = key, let number = digit.wholeNumberValue,
            let pin = pins.dropFirst(number - 1).first
        else { return }
        map.fly(to: pin.coordinate, zoom: 6)
        map.showCallout(for: pin)
    }
}

// MARK: Switching between the maps

extension MapDemo {
    /// Shows the other map, with a fade.
    private func switchMaps() {
        guard let upper = map.tileLayers.dropFirst().first else { return }
        upper.opacity = upper.opacity < 0.5 ? 1 : 0
    }

    /// Makes the upper map more or less visible.
    private func blend(by difference: Double) {
        guard let upper = map.tileLayers.dropFirst().first else { return }
        let percent = (upper.opacity + difference) * 100
        upper.opacity = min(max(percent.rounded() / 100, 0), 1)
    }
}

// MARK: Events

extension MapDemo {
    /// Handles the demo's own keys, and remembers where the pointer is; the map gets all the rest.
    func handle(_ event: WindowEvent, in window: LayerWindow) -> Bool {
        switch event.kind {
        case .pointer(let event):
            pointer = event.phase == .exited ? nil : event.position
        case .key(let event) where event.isDown:
            switch event.key {
            case .character("m"): switchMaps()
            case .character("["): blend(by: -0.1)
            case .character("]"): blend(by: 0.1)
            case .character("1"..."4"): visit(event.key)
            case .escape where map.callout == nil: window.close()
            default: return false
            }
            return true
        default: break
        }
        return false
    }
}

// MARK: The status line

extension MapDemo {
    /// Says where the pointer is, or the middle of the map without one.
    func updateStatus() {
        let place = pointer.map(map.coordinate) ?? map.center
        let zoom = (map.zoom * 10).rounded() / 10
        var parts = [place?.text(digits: 4) ?? "beyond the map", "zoom \(zoom)"]
        if let upper = map.tileLayers.dropFirst().first {
            let percent = Int((upper.opacity * 100).rounded())
            parts.append(percent == 0 ? names[0] : "\(names[1]) \(percent) %")
        }
        if map.tileLayers.contains(where: \.map.isOffline) { parts.append("offline") }
        status.text = parts.joined(separator: "   ")
        status.place(Point(x: 8, y: map.layer.bounds.size.height - status.bounds.size.height - 8))
    }
}

// MARK: The program

let help = """
    Show one map, or two over each other: files, folders or addresses of maps.

    USAGE: mapdemo [MAP] [UPPER MAP]

    Without maps, it shows the sample map of SampleImages, which it cuts when it runs first.
    Drag and scroll to move, click a pin for its callout, press long to set one.
    M switches the maps, [ and ] blend them, 1 to 4 fly to a pin, Esc closes.
    """

do {
    let maps = Array(CommandLine.arguments.dropFirst())
    if maps.contains(where: ["--help", "-h"].contains) {
        print(help)
    } else {
        try LayerWindow(title: "Maps").run { window in
            let demo = MapDemo()
            try await demo.open(maps)
            window.onEvent = { [unowned window] in demo.handle($0, in: window) }
            window.onUpdate = { demo.updateStatus() }
            window.add(demo.map)
        }
    }
} catch {
    print(error)
}
