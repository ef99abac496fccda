import Controls
import LayerTree
import SDLPresenter
import ScrollLayers
import TileViewing
import TiledLayers
import VectorDrawing

/// The stops of the tour: what is said, and a part of the picture in shares of its size.
let stops = [
    ("The upper left, and what is there", Rect(x: 0.05, y: 0.05, width: 0.3, height: 0.3)),
    ("The middle, from close by", Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)),
    ("The lower right, at the end of the tour", Rect(x: 0.6, y: 0.6, width: 0.35, height: 0.35)),
]

do {
    try LayerWindow(title: "Kiosk").run { window in
        let image = try await TiledLayer(opening: "big.jpg")
        let photo = ScrollController(for: image)
        window.add(photo)

        let controls = ControlController()
        let messages = MessageBar(in: controls.environment)
        messages.bottomInset = 70
        let size = image.bounds.size
        let tour = ScrollTour(
            stops.map { _, part in
                let rect = Rect(
                    x: part.minX * size.width, y: part.minY * size.height, width: part.size.width * size.width,
                    height: part.size.height * size.height)
                return ScrollTour.Stop(rect, flight: 3, pause: 5)
            }, repeats: true)
        photo.onEvent = { event in
            guard case .didReachStop(let stop) = event else { return }
            messages.post(Message(.information, stops[stop].0, duration: 4))
        }

        var plus = ButtonIcon()
        plus.lines.move(to: Point(x: 5, y: 12))
        plus.lines.addLine(to: Point(x: 19, y: 12))
        plus.lines.move(to: Point(x: 12, y: 5))
        plus.lines.addLine(to: Point(x: 12, y: 19))
        let buttons = ButtonBar(
            [
                Button("Larger", icon: plus) { photo.perform(.zoomIn) },
                Button("All of it") { photo.perform(.fit) },
                Button("Tour") { photo.start(tour) },
                Button("About") {
                    messages.post(Message(.information, "Drag the picture to move it.", duration: 5))
                },
            ], in: controls.environment)
        controls.add(messages)
        controls.add(buttons)
        window.add(controls)

        // After a minute without input the tour begins by itself; Esc ends it, and so does whatever moves the picture.
        var lastInput = ContinuousClock.now
        window.onEvent = { event in
            if event.input != nil { lastInput = .now }
            if case .key(let key) = event.kind, key.key == .escape, key.isDown { photo.endTour() }
            return false
        }
        window.perform {
            while true {
                try await Task.sleep(for: .seconds(5))
                if photo.model.tourStop == nil, .now - lastInput > .seconds(60) { photo.start(tour) }
            }
        }
    }
} catch {
    print(error)
}
