import Concurrency
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// A grid of thumbnails that are decoded in the background.
@MainActor
@Suite(.timeLimited) struct PhotoGridTests {
    /// Decodes to one color, and counts.
    private final class CountingDecoding: ImageDecoding {
        let names = Locked<[String]>([])

        func decode(
            _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
        ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
            names.withLock { $0.append(name) }
            let full = PixelSize(width: 3000, height: 3000)
            return (PixelBuffer(size: shownSize(full), isOpaque: true) { $0.update(repeating: 0xFF20_4060) }, full)
        }
    }

    @Test func `a fling through 10,000 photos decodes those where it ends, and not those that it passes`() {
        let clock = ManualClock()
        let executor = ManualTileExecutor(clock: clock)
        let queue = ImageQueue(width: 2, executor: executor)
        let decoder = CountingDecoding()
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: 400, height: 300)
        let scene = LayerScene(
            root: root, size: PixelSize(width: 400, height: 300), background: .black, clock: clock)
        let layout = GridLayout(
            itemCount: 10_000, minimumCellWidth: 80, spacing: 10, insets: EdgeInsets(top: 5, left: 5, right: 5))
        let grid = GridController<ImageLayer>(layout: layout, clock: clock) {
            let cell = ImageLayer()
            cell.masksToBounds = true
            return cell
        } configure: { cell, item in
            cell.image = LazyImage(name: "\(item)", decoder: decoder, queue: queue) { [] }
            cell.prefetch()
        }
        grid.layer.frame = root.bounds
        root.addSublayer(grid.layer)
        func frame() {
            grid.update()
            _ = scene.frame()
        }
        frame()
        // The first 16 items: three rows in view, and the next one.
        #expect(queue.count == 16)
        executor.advance()
        #expect(Set(decoder.names.withLock { $0 }) == Set((0..<16).map(String.init)))
        // 500 rows, 20 points in each frame, while nothing is decoded.
        for step in 1...2500 {
            clock.advance(by: 1 / 60)
            grid.scrolling.change { $0.scroll(toOffset: Point(x: 0, y: 20 * Double(step)), animated: false, at: $1) }
            frame()
            #expect(queue.count <= 24)
        }
        executor.advance()
        let decoded = decoder.names.withLock { $0 }.dropFirst(16)
        #expect(Set(decoded) == Set(grid.items.map(String.init)))
        #expect(decoded.count == grid.items.count)
        #expect(grid.statistics.created <= 24)
        // Those in view are decoded first.
        let visible = grid.layout.items(in: grid.layer.bounds.minY...(grid.layer.bounds.minY + 300))
        #expect(Set(decoded.prefix(visible.count)) == Set(visible.map(String.init)))
    }
}
