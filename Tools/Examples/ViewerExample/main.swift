import SDLPresenter
import ScrollLayers
import TileViewing
import TiledLayers

do {
    try LayerWindow(title: "Big image").run { window in
        let image = try await TiledLayer(opening: "big.jpg")
        window.add(ScrollController(for: image))
    }
} catch {
    print(error)
}
