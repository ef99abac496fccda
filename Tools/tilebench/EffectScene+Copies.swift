internal import Compositing
internal import LayerKinds
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension EffectScene {
    /// A layer that is replicated, and moves by fractions of a pixel: a frame is built and drawn.
    static func replicator(_ name: String, _ layer: Layer, on canvas: EffectCanvas) -> EffectScene {
        let root = Layer()
        root.bounds = Rect(x: 0, y: 0, width: 1280, height: 800)
        root.anchorPoint = .zero
        root.addSublayer(layer)
        let scene = LayerScene(
            root: root, size: PixelSize(width: 1280, height: 800), background: .white, clock: ManualClock())
        return EffectScene(name: name) { number in
            canvas.measure {
                Transaction.run(disablesActions: true) {
                    layer.position = Point(x: Double(number % 8) / 8, y: Double(number % 8) / 8)
                }
                canvas.compositor.draw(scene.frame(), into: canvas.memory, stride: scene.size.width)
            }
        }
    }

    /// A replicator with 10,000 copies of a rounded layer on a line, each in another color.
    static func replicatedLine() -> ReplicatorLayer {
        let line = copies(10_000, stepX: 0.1265, y: 0.079, of: roundedLayer())
        line.instanceRedOffset = -1e-4
        line.instanceGreenOffset = -5e-5
        return line
    }

    /// A replicator with 100 copies of another one with 100 copies of a rounded layer, each in another color.
    static func replicatedGrid() -> ReplicatorLayer {
        let row = copies(100, stepX: 12.8, y: 0, of: roundedLayer())
        row.instanceRedOffset = -0.01
        let grid = copies(100, stepX: 0, y: 8, of: row)
        grid.instanceGreenOffset = -0.01
        return grid
    }

    private static func copies(_ count: Int, stepX x: Double, y: Double, of layer: Layer) -> ReplicatorLayer {
        let replicator = ReplicatorLayer()
        replicator.bounds = Rect(x: 0, y: 0, width: 1280, height: 800)
        replicator.anchorPoint = .zero
        replicator.instanceCount = count
        replicator.instanceTransform = Transform3D(translationX: x, y: y)
        replicator.addSublayer(layer)
        return replicator
    }

    private static func roundedLayer() -> Layer {
        let layer = Layer()
        layer.anchorPoint = .zero
        layer.bounds = Rect(x: 0, y: 0, width: 12, height: 8)
        layer.cornerRadius = 3
        layer.backgroundColor = .white
        return layer
    }
}
