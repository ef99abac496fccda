import Compositing
import Concurrency
import LayerTree
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A tiled layer in a scene on a manual clock, drawn by the compositor.
@MainActor
final class LayerStage {
    let clock = ManualClock()
    let executor: ManualTileExecutor
    let loader: TileLoader
    let layer: TiledLayer
    let scene: LayerScene
    private let compositor = Compositor(workerCount: 1)

    /// Creates a stage on which drawing a tile takes `loadTime` seconds, with `workers` of them at a time.
    convenience init(
        _ drawing: any TileDrawing, width: Int = 64, height: Int = 64, loadTime: Double = 0, workers: Int = 2,
        costLimit: Int = 256 << 20, background: Color = .black
    ) {
        self.init(
            TiledImage(drawing, name: "image"), width: width, height: height, loadTime: loadTime, workers: workers,
            costLimit: costLimit, background: background)
    }

    /// Creates a stage that shows an image.
    init(
        _ image: TiledImage, width: Int = 64, height: Int = 64, loadTime: Double = 0, workers: Int = 2,
        costLimit: Int = 256 << 20, background: Color = .black
    ) {
        executor = ManualTileExecutor(clock: clock) { _ in loadTime }
        loader = TileLoader(
            costLimit: costLimit, concurrency: TileLoaderConcurrency(reads: workers, decodes: workers), clock: clock,
            executor: executor)
        layer = TiledLayer(image: image, loader: loader)
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

    /// Shows a point of the image in the center.
    func look(x: Double, y: Double, scale: Double = 1, angle: Double = 0) {
        let middle = AffineTransform(translationX: Double(scene.size.width) / 2, y: Double(scene.size.height) / 2)
        Transaction.run(disablesActions: true) {
            layer.position = .zero
            layer.affineTransform = middle.rotated(angle).scaled(x: scale, y: scale).translated(x: -x, y: -y)
        }
    }

    /// A snapshot of the current frame.
    func snapshot() -> PixelBuffer { compositor.draw(scene.frame()) }

    /// Advances the time in frames of 1/60 s.
    func run(seconds: Double = 1) {
        for _ in 0..<Int((seconds * 60).rounded()) {
            _ = scene.frame()
            executor.advance(by: 1.0 / 60)
        }
        _ = scene.frame()
    }

    /// Advances the time until no frame is needed, and returns a snapshot.
    func settledSnapshot() -> PixelBuffer {
        for _ in 0..<600 where scene.needsFrame || !layer.isSettled {
            _ = scene.frame()
            executor.advance(by: 1.0 / 60)
        }
        return snapshot()
    }
}

/// An image whose tiles are drawn by a function of level and pixel.
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

/// An image whose levels have one color each, which identifies the level.
func levelImage(_ pyramid: Pyramid) -> ClosureTileDrawing {
    drawnImage(pyramid, isOpaque: true) { level, _, _ in levelColor(level) }
}

func levelColor(_ level: Int) -> UInt32 { 0xFF00_0000 | UInt32(level + 1) * 0x0A0A0A }

/// An opaque pixel that differs from its neighbors.
func texture(_ x: Int, _ y: Int) -> UInt32 {
    0xFF00_0000 | UInt32(truncatingIfNeeded: (x &* 7 &+ y &* 3) & 255) << 16
        | UInt32(truncatingIfNeeded: (x ^ y) & 255) << 8 | UInt32(truncatingIfNeeded: (x &* y) & 255)
}

extension PixelBuffer {
    /// The distinct colors.
    var colors: Set<UInt32> { withPixels { Set($0) } }
}
