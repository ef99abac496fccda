import Compositing
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// The index of the image that a cell shows.
private enum ImageIndex: LayerValueKey {
    typealias Value = Int
}

/// A strip of ten cells of 40×40 points, each with one tiled layer of one tile, over twenty images.
@MainActor
@Suite(.timeLimited) struct CellReuseTests {
    private let clock = ManualClock()
    private let executor: ManualTileExecutor
    private let loader: TileLoader
    private let images: [TiledImage]
    private let cells: [TiledLayer]
    private let scene: LayerScene
    private let compositor = Compositor(workerCount: 1)

    init() {
        executor = ManualTileExecutor(clock: clock) { _ in 0.05 }
        loader = TileLoader(
            concurrency: TileLoaderConcurrency(reads: 2, decodes: 2), clock: clock, executor: executor)
        let pyramid = Pyramid(size: PixelSize(width: 40, height: 40), tileSize: 40, levelCount: 1)
        images = (0..<20).map { number in
            TiledImage(drawnImage(pyramid, isOpaque: true) { _, _, _ in Self.color(number) }, name: "image \(number)")
        }
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: 400, height: 40)
        cells = (0..<10).map { [loader, images] number in
            let cell = TiledLayer(image: images[number], loader: loader)
            cell.anchorPoint = .zero
            cell.position = Point(x: 40 * Double(number), y: 0)
            cell[ImageIndex.self] = number
            // Without fading, every frame shows a whole image or none.
            cell.fadeDuration = 0
            root.addSublayer(cell)
            return cell
        }
        scene = LayerScene(root: root, size: PixelSize(width: 400, height: 40), background: .black, clock: clock)
    }

    private nonisolated static func color(_ number: Int) -> UInt32 { 0xFF00_0000 | UInt32(number + 1) * 0x0A0A0A }

    /// Reuses every cell for the image that is a page further on.
    private func turnPage() {
        for cell in cells {
            let number = (cell[ImageIndex.self] ?? 0) + 10
            cell[ImageIndex.self] = number
            cell.image = images[number]
            cell.setNeedsDisplay()
        }
    }

    private func middles() -> [UInt32] {
        let snapshot = compositor.draw(scene.frame())
        return (0..<10).map { snapshot[40 * $0 + 20, 20] }
    }

    private func run(_ check: ([UInt32]) -> Void) {
        for _ in 0..<120 {
            check(middles())
            executor.advance(by: 1.0 / 60)
        }
    }

    @Test func `each cell shows its own image, and after reuse no frame shows the former one`() {
        run { _ in }
        #expect(middles() == (0..<10).map(Self.color))
        #expect(loader.statistics.delivered == 10)
        turnPage()
        var sawPlaceholder = false
        run { colors in
            sawPlaceholder = sawPlaceholder || colors[9] == 0xFF00_0000
            for (number, color) in colors.enumerated() {
                #expect(color == 0xFF00_0000 || color == Self.color(number + 10))
            }
        }
        #expect(sawPlaceholder)
        #expect(middles() == (10..<20).map(Self.color))
        #expect(loader.statistics.delivered == 20)
    }

    @Test func `a cell that is reused while its image loads shows the newer one only`() {
        middles().forEach { #expect($0 == 0xFF00_0000) }
        executor.advance(by: 0.01)
        turnPage()
        run { colors in
            for (number, color) in colors.enumerated() {
                #expect(color == 0xFF00_0000 || color == Self.color(number + 10))
            }
        }
        #expect(middles() == (10..<20).map(Self.color))
        // Two of the first page were being drawn; the others were dropped before.
        #expect(loader.statistics.droppedBeforeRead == 8)
    }
}
