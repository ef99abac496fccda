import Georeferencing
import MapLayers
import SDLPresenter
import TileViewing

do {
    try LayerWindow(title: "Map").run { window in
        let map = MapView([try await MapImage.open("alps.pmtiles")])
        let summit = MapPin(
            at: Coordinate(latitude: 47.4211, longitude: 10.9853), title: "Zugspitze", subtitle: "2962 m")
        map.addPins([summit])
        map.fly(to: summit.coordinate, zoom: 9, animated: false)
        map.showCallout(for: summit)
        window.add(map)
    }
} catch {
    print(error)
}
