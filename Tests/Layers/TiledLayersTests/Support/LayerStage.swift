import Compositing
import LayerTree
import Concurrency
import TilePyramid

@testable import TiledLayers

/// A tiled layer in a scene, all on a manual clock; its picture is drawn by the compositor.
@MainActor
final class LayerStage {
    let clock = ManualClock()
    let executor: ManualTileExecutor
    let loader: TileLoader
    let layer: TiledLayer
    let scene: LayerScene
    private let compositor = Compositor(workerCount: 1)

    /// A stage on which a tile takes `loadTime` seconds to be drawn, and `workers` of them are drawn at a time.
    init(
        _ drawing: any TileDrawing, width: Int = 64, height: Int = 64, loadTime: Double = 0, workers: Int = 2,
        costLimit: Int = 256 << 20, background: Color = .black
    ) {
        executor = ManualTileExecutor(clock: clock) { _ in loadTime }
        loader = TileLoader(
            costLimit: costLimit, concurrency: TileLoaderConcurrency(reads: workers, decodes: workers), clock: clock,
            executor: executor)
        layer = TiledLayer(image: TiledImage(drawing, name: "image"), loader: loader)
        layer.planner.ring = 0
        layer.planner.adjacentLevelTiles = 0
        layer.anchorPoint = .zero
        let root = Layer()
        root.bounds = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        root.anchorPoint = .zero
        root.addSublayer(layer)
        scene = LayerScene(
            root: root, size: PixelSize(width: width, height: height), background: background, clock: clock)
    }

    /// Shows a place of the image in the middle of the picture.
    func look(x: Double, y: Double, scale: Double = 1, angle: Double = 0) {
        let middle = AffineTransform(translationX: Double(scene.size.width) / 2, y: Double(scene.size.height) / 2)
        Transaction.run(disablesActions: true) {
            layer.position = .zero
            layer.affineTransform = middle.rotated(angle).scaled(x: scale, y: scale).translated(x: -x, y: -y)
        }
    }

    /// The picture at this moment.
    func snapshot() -> PixelBuffer { compositor.draw(scene.frame()) }

    /// Lets time pass, in frames of a 60th second.
    func run(seconds: Double = 1) {
        for _ in 0..<Int((seconds * 60).rounded()) {
            _ = scene.frame()
            executor.advance(by: 1.0 / 60)
        }
        _ = scene.frame()
    }

    /// Lets time pass until no frame is needed, and gives the picture then.
    func settledSnapshot() -> PixelBuffer {
        for _ in 0..<600 where scene.needsFrame || !layer.isSettled {
            _ = scene.frame()
            executor.advance(by: 1.0 / 60)
        }
        return snapshot()
    }
}

/// An image whose tiles are drawn by a function of the level and the pixel in it.
func drawnImage(
    _ pyramid: Pyramid, isOpaque: Bool? = nil, _ pixel: @escaping @Sendable (_ level: Int, _ x: Int, _ y: Int) -> UInt32
) -> ClosureTileDrawing {
    ClosureTileDrawing(pyramid: pyramid) { index in
        let rect = pyramid.rect(of: index)
        return PixelBuffer(size: rect.size, isOpaque: isOpaque) { target in
            for y in 0..<rect.size.height {
                for x in 0..<rect.size.width {
                    target[y * rect.size.width + x] = pixel(index.level, rect.x + x, rect.y + y)
                }
            }
        }
    }
}

/// An image each of whose levels is one color, which says the level.
func levelImage(_ pyramid: Pyramid) -> ClosureTileDrawing {
    drawnImage(pyramid, isOpaque: true) { level, _, _ in levelColor(level) }
}

func levelColor(_ level: Int) -> UInt32 { 0xFF00_0000 | UInt32(level + 1) * 0x0A0A0A }

/// A pixel that differs from its neighbors, opaque.
func texture(_ x: Int, _ y: Int) -> UInt32 {
    0xFF00_0000 | UInt32(truncatingIfNeeded: (x &* 7 &+ y &* 3) & 255) << 16
        | UInt32(truncatingIfNeeded: (x ^ y) & 255) << 8 | UInt32(truncatingIfNeeded: (x &* y) & 255)
}

extension PixelBuffer {
    /// The colors in it, without repetition.
    var colors: Set<UInt32> { withPixels { Set($0) } }
}
