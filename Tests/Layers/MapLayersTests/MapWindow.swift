import Compositing
import Georeferencing
import LayerTree
import MapLayers
import ScrollLayers
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

/// A map in a scene with a clock and a pointer that the test moves.
@MainActor
struct MapWindow {
    let clock = ManualClock()
    let map: MapView
    let scene: LayerScene
    let dispatcher: InputDispatcher

    init(_ maps: [MapImage], size: Size = Size(width: 400, height: 300), scale: Double = 1) {
        let root = Layer()
        root.frame = Rect(origin: .zero, size: size)
        map = MapView(
            maps, loader: TileLoader(clock: clock, executor: ImmediateTileExecutor()),
            drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)), clock: clock)
        map.layer.frame = root.frame
        root.addSublayer(map.layer)
        scene = LayerScene(
            root: root,
            size: PixelSize(width: Int(size.width * scale), height: Int(size.height * scale)), scale: scale,
            background: .black, clock: clock)
        dispatcher = InputDispatcher(scene: scene)
        dispatcher.add(map)
        map.update()
    }

    /// Lets time pass until nothing moves any more.
    func settle() {
        for _ in 0..<600 {
            clock.advance(by: 1.0 / 60)
            dispatcher.update()
            _ = scene.frame()
            if dispatcher.nextUpdateTime == nil, scene.nextFrameTime == nil { return }
        }
    }

    /// The pixels of the present frame.
    func snapshot() -> PixelBuffer {
        settle()
        return Compositor(workerCount: 1).draw(scene.frame())
    }

    func pointer(_ phase: PointerEvent.Phase, _ position: Point) {
        dispatcher.handle(.pointer(PointerEvent(time: clock.now, phase: phase, position: position)))
        dispatcher.update()
    }

    /// Presses and releases the button, and waits for as long as a second tap could follow.
    func tap(_ position: Point) {
        pointer(.moved, position)
        pointer(.down(.primary, clicks: 1), position)
        pointer(.up(.primary, clicks: 1), position)
        clock.advance(by: 1)
        dispatcher.update()
    }
}
