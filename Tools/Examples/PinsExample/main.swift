import LayerTree
import SDLPresenter
import ScrollLayers
import TileViewing
import TiledLayers
import VectorDrawing

/// A pin of 20 × 20 points at every zoom, which can be clicked and dragged.
@MainActor
func makePin(at position: Point) -> Layer {
    let pin = Layer()
    pin.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    pin.backgroundColor = Color(red: 1, green: 0, blue: 0)
    pin.position = position
    pin.keepsScreenSize = true
    pin.hitInsets = EdgeInsets(-6)
    pin.cursor = .pointingHand

    pin.addGesture(
        TapRecognizer { [unowned pin] _ in
            Task {
                pin.backgroundColor = try await color(of: pin)
            }
        })
    var start = Point.zero
    pin.addGesture(
        PanRecognizer { [unowned pin] pan in
            if pan.state == .began { start = pin.position }
            guard let translation = pan.translation() else { return }
            Transaction.run(disablesActions: true) { pin.position = start + translation }
        })
    return pin
}

/// Stands for a request to a server.
@MainActor
func color(of pin: Layer) async throws -> Color {
    try await Task.sleep(for: .milliseconds(20))
    return Color(red: 0, green: 1, blue: 0)
}

do {
    try LayerWindow(title: "Pins").run { window in
        window.onEvent = { event in
            guard case .key(let key) = event.kind, key.key == .escape, key.isDown else { return false }
            window.close()
            return true
        }
        let image = try await TiledLayer(opening: "big.jpg")
        image.addSublayer(makePin(at: Point(x: 600, y: 450)))
        window.add(ScrollController(for: image))
    }
} catch {
    print(error)
}
