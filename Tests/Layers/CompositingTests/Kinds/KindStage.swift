import Compositing
import LayerTree
import TilePyramid
import VectorDrawing

/// A scene with a manual clock in which layers of a kind are drawn.
@MainActor
struct KindStage {
    let root = Layer()
    let clock = ManualClock()
    let scene: LayerScene
    let compositor = Compositor()

    init(_ width: Int, _ height: Int, scale: Double = 1, background: Color = .white) {
        root.anchorPoint = .zero
        // Layers appear and disappear at once.
        root.actions[.sublayers] = .none
        root.bounds = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let size = PixelSize(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
        scene = LayerScene(root: root, size: size, scale: scale, background: background, clock: clock)
        scene.collectsStatistics = true
    }

    /// Draws the frame of a time.
    func snapshot(at time: Double = 0) -> PixelBuffer {
        clock.advance(by: time - clock.now)
        return compositor.draw(scene.frame())
    }

    /// Adds a layer without its actions.
    @discardableResult
    func add<Kind: Layer>(_ layer: Kind, _ frame: Rect, to parent: Layer? = nil) -> Kind {
        layer.frame = frame
        (parent ?? root).addSublayer(layer)
        return layer
    }
}

extension Layer {
    /// A layer of one color.
    convenience init(_ color: Color, frame: Rect = .zero) {
        self.init()
        self.backgroundColor = color
        self.frame = frame
    }
}

extension PixelBuffer {
    /// The number of pixels that are not of a color.
    func count(otherThan color: UInt32) -> Int { pixels.count { $0 != color } }
}
