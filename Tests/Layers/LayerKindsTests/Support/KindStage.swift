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
    }

    /// Moves the root's anchor point, and so the vanishing point of its perspective, to the center.
    func centerRoot() {
        root.anchorPoint = Point(x: 0.5, y: 0.5)
        root.position = Point(x: root.bounds.size.width / 2, y: root.bounds.size.height / 2)
    }

    /// Makes the frame of a time.
    @discardableResult
    func frame(at time: Double) -> RenderTree {
        clock.advance(by: time - clock.now)
        return scene.frame()
    }

    /// Draws the frame of a time.
    func snapshot(at time: Double = 0) -> PixelBuffer { compositor.draw(frame(at: time)) }

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

/// A layer whose changes show at once.
class StillLayer: Layer {
    override class func defaultAction(for key: ActionKey) -> LayerActionResult { .none }
}

/// Whether two numbers are equal up to rounding errors.
func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }
