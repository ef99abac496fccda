import Georeferencing
import LayerTree
import MapLayers
import SDLPresenter
import TileViewing
import TiledLayers
import VectorDrawing

func makeWorld(_ image: TiledImage) -> MapImage {
    // listing
    let world = MapImage(image, projection: MapProjection(pyramid: image.pyramid, zoom: 19))
    // end
    return world
}

@MainActor
func showMap(_ image: MapImage, in window: LayerWindow) {
    // listing
    let map = MapView([image])
    map.addPins([MapPin(at: Coordinate(latitude: 47.4211, longitude: 10.9853), title: "Zugspitze")])
    window.add(map)
    // end
}

@MainActor
func addPin(to map: MapView) {
    // listing
    let pin = MapPin(at: Coordinate(latitude: 47.4211, longitude: 10.9853), title: "Zugspitze", subtitle: "2962 m")
    map.addPins([pin])
    // end
}

@MainActor
func addRoute(to map: MapView, over start: Coordinate, _ pass: Coordinate, _ hut: Coordinate) {
    // listing
    let route = RouteLayer([start, pass, hut], color: Color(red: 0.1, green: 0.4, blue: 0.9))
    map.addRoute(route)
    // end
}

@MainActor
func openMap() async throws -> MapView {
    // listing
    let map = MapView([try await MapImage.open("alps.pmtiles")])
    // end
    return map
}

@MainActor
func fit(_ map: MapView, to route: RouteLayer) {
    // listing
    if let bounds = GeoBounds(enclosing: route.coordinates) { map.fit(bounds) }
    // end
}
