import Controls
import LayerTree
import SDLPresenter
import ScrollLayers
import TileViewing
import TiledLayers
import VectorDrawing

do {
    try LayerWindow(title: "Kiosk").run { window in
        let photo = ScrollController(for: try await TiledLayer(opening: "big.jpg"))
        window.add(photo)

        let controls = ControlController()
        let messages = MessageBar(in: controls.environment)
        messages.bottomInset = 70
        var plus = ButtonIcon()
        plus.lines.move(to: Point(x: 5, y: 12))
        plus.lines.addLine(to: Point(x: 19, y: 12))
        plus.lines.move(to: Point(x: 12, y: 5))
        plus.lines.addLine(to: Point(x: 12, y: 19))
        let buttons = ButtonBar(
            [
                Button("Larger", icon: plus) {
                    photo.change { $0.perform(.zoomIn, at: $1) }
                },
                Button("All of it") {
                    photo.change { $0.perform(.fit, at: $1) }
                },
                Button("About") {
                    messages.post(Message(.information, "Drag the picture to move it.", duration: 5))
                },
            ], in: controls.environment)
        controls.add(messages)
        controls.add(buttons)
        window.add(controls)
    }
} catch {
    print(error)
}
