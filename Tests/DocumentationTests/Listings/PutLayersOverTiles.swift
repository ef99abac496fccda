import LayerTree
import ScrollLayers
import TiledLayers

// listing
@MainActor
func addPin(at position: Point, to tiles: TiledLayer, in controller: ScrollController) -> Layer {
    let pin = Layer()
    pin.bounds = Rect(x: 0, y: 0, width: 16, height: 16)
    pin.backgroundColor = Color(red: 1, green: 0.2, blue: 0)
    pin.position = position
    tiles.addSublayer(pin)

    // The pin follows the tiles; the inverse of the scale keeps it 16 points wide at every zoom.
    let follow = { @MainActor (scale: Double) in
        Transaction.run(disablesActions: true) { pin.transform = Transform3D(scaleX: 1 / scale, y: 1 / scale) }
    }
    follow(controller.model.view.scale)
    controller.onEvent = { _ in follow(controller.model.view.scale) }
    return pin
}
// end
