import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct LayerPoolTests {
    /// 100 × 100 × 10 squares of 100 points, 150 points apart, seen from a distance of 500.
    private struct Matrix {
        struct Cell: Hashable {
            var x, y, z: Int
        }

        static let size = 100.0
        static let spacing = 150.0
        static let distance = 500.0

        /// The cells that a viewport shows: those in front are seen larger, so fewer of them.
        static func cells(in viewport: Rect) -> [Cell] {
            (0..<10).reversed().flatMap { z -> [Cell] in
                let scale = distance / (Double(z) * spacing + distance)
                let width = viewport.size.width + size
                let height = viewport.size.height + size
                let left = viewport.minX - size / 2 - (width / scale - width) / 2
                let top = viewport.minY - size / 2 - (height / scale - height) / 2
                func indices(_ low: Double, _ length: Double) -> [Int] {
                    (0..<100).filter { Double($0) * spacing >= low && Double($0) * spacing < low + length }
                }
                let columns = indices(left, width / scale)
                return indices(top, height / scale).flatMap { y in columns.map { Cell(x: $0, y: y, z: z) } }
            }
        }

        @MainActor static func pool(in superlayer: Layer) -> LayerPool<Cell> {
            LayerPool(in: superlayer) {
                Layer()
            } configure: { layer, cell in
                layer.bounds.size = Size(width: size, height: size)
                layer.position = Point(x: Double(cell.x) * spacing, y: Double(cell.y) * spacing)
                layer.zPosition = -Double(cell.z) * spacing
            }
        }
    }

    @Test(
        arguments: zip(
            [(320.0, 480.0), (800, 600), (1024, 768), (1280, 800)],
            [(341, 679), (863, 1737), (1347, 2750), (1691, 3435)])
    ) func `of 100,000 squares only those in view have layers`(size: (Double, Double), counts: (Int, Int)) {
        let root = Layer()
        let pool = Matrix.pool(in: root)
        var viewport = Rect(x: 0, y: 0, width: size.0, height: size.1)
        #expect(pool.show(Matrix.cells(in: viewport)).shown == counts.0)
        viewport.origin = Point(x: 3000, y: 3000)
        #expect(pool.show(Matrix.cells(in: viewport)).shown == counts.1)
        #expect(root.sublayers.count == counts.1)
    }

    @Test func `layers are recycled before others are made, and kept for later`() {
        let root = Layer()
        let pool = Matrix.pool(in: root)
        func update(_ x: Double, _ y: Double) -> [Int] {
            let update = pool.show(Matrix.cells(in: Rect(x: x, y: y, width: 800, height: 600)))
            return [update.shown, update.recycled, update.created]
        }
        #expect(update(0, 0) == [863, 0, 863])
        #expect(update(3000, 3000) == [1737, 863, 874])
        #expect(update(0, 0) == [863, 863, 0])
        #expect(pool.spareCount == 874 && root.sublayers.count == 863)
        #expect(update(0, 0) == [863, 0, 0])
    }

    @Test func `a pan of 1,000 steps makes no more layers than are visible at once, and one margin`() {
        let root = Layer()
        let pool = LayerPool<Int>(in: root) {
            Layer()
        } configure: {
            $0.position.x = 256 * Double($1)
        }
        // Rows of 4 tiles in a viewport that is 6 tiles wide at most.
        var created = 0
        var largest = 0
        for step in 0..<1000 {
            let first = step * 37 / 256
            let update = pool.show((first..<first + 6).flatMap { column in (0..<4).map { column * 4 + $0 } })
            created += update.created
            largest = max(largest, update.shown)
        }
        #expect(largest == 24 && created == 24)
    }

    @Test func `layers that stay keep their item, actions are off, and repeated items count once`() {
        let root = Layer()
        root.bounds.size = Size(width: 100, height: 100)
        let scene = LayerScene(root: root, size: PixelSize(width: 100, height: 100), clock: ManualClock())
        var configured: [Int] = []
        let pool = LayerPool<Int>(in: root) {
            Layer()
        } configure: {
            configured.append($1)
            $0.position.x = Double($1)
        }
        pool.show([1, 2, 2])
        _ = scene.frame()
        let first = pool.layer(for: 1)
        pool.show([1, 3])
        #expect(configured == [1, 2, 3] && pool.layer(for: 1) === first && pool.layer(for: 2) == nil)
        #expect(root.sublayers.allSatisfy { $0.animationKeys.isEmpty })
    }

    @Test func `beyond the limit spare layers are released`() {
        let pool = LayerPool<Int>(in: Layer()) {
            Layer()
        } configure: { _, _ in
        }
        pool.spareLimit = 3
        pool.show(0..<10)
        pool.show([])
        #expect(pool.spareCount == 3)
        pool.spareLimit = 1
        #expect(pool.spareCount == 1)
    }
}
