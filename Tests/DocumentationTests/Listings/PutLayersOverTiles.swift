import LayerTree
import TiledLayers
import VectorDrawing

// listing
@MainActor
func addPin(at position: Point, to tiles: TiledLayer) -> Layer {
    let pin = Layer()
    pin.bounds = Rect(x: 0, y: 0, width: 16, height: 16)
    pin.backgroundColor = Color(red: 1, green: 0.2, blue: 0)
    pin.position = position
    pin.keepsScreenSize = true
    tiles.addSublayer(pin)
    return pin
}
// end
