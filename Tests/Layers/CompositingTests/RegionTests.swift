import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct RegionTests {
    /// A frame with all kinds of items.
    private func tree(seed: UInt64) throws -> RenderTree {
        var random = SeededRandom(seed: seed)
        let filters = ContentsFilter.allCases
        var clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: 120, height: 150))
        let view = Projection.random(using: &random, isAffine: true)
        clip = clip.intersection(
            try #require(PixelPolygon(Rect(x: 0, y: 0, width: 120, height: 120), projectedBy: view)))
        func item(_ index: Int) -> RenderItem {
            let buffer = PixelBuffer.random(30 + index * 9, 50, seed: UInt64(index), isOpaque: index % 2 == 0)
            let rect = Rect(x: Double(index * 10), y: 0, width: 60, height: 100)
            let projection =
                index % 4 == 3
                ? Projection(translationX: 3.3, y: Double(index))
                : Projection.random(using: &random, isAffine: index % 4 == 1)
            return .image(
                buffer, rect, projectedBy: projection, filter: filters[index % filters.count],
                opacity: index % 5 == 0 ? 1 : 0.7,
                clip: index % 3 == 0 ? clip : .everything)
        }
        let items = (0..<9).map(item)
        let bounds = PixelRect(x: 5, y: 3, width: 100, height: 140)
        return RenderTree(
            120, 150, over: Color(250, 240, 200),
            Array(items[..<3])
                + [
                    .group(Array(items[3..<6]), opacity: 0.6, bounds: bounds),
                    .group(
                        [items[6], .group([items[7]], opacity: 0.5, blendMode: .add, bounds: bounds)], opacity: 0.8,
                        bounds: bounds), items[8], .color(Color(0, 90, 0), Rect(x: 60, y: 70, width: 30, height: 70)),
                ])
    }

    @Test(arguments: [1, 2, 8])
    func `effects are equal with any number of workers, cached or not`(workers: Int) {
        let tree = EffectScenes.all
        let expected = Compositor(workerCount: 1).draw(tree).pixels
        let compositor = Compositor(workerCount: workers)
        #expect(compositor.draw(tree).pixels == expected)
        #expect(compositor.draw(tree).pixels == expected)
        #expect(Set(expected).count > 1000)
    }

    @Test func `any region of a frame with effects is drawn as in the whole`() {
        let tree = EffectScenes.all
        let compositor = Compositor(workerCount: 2)
        let whole = compositor.draw(tree)
        for (x, y, width, height) in [
            (0, 0, 160, 120), (3, 30, 5, 3), (70, 1, 1, 118), (20, 31, 100, 34), (90, 64, 70, 56), (0, 90, 160, 1),
        ] {
            let region = PixelRect(x: x, y: y, width: width, height: height)
            var memory = [UInt32](repeating: 0x1234_5678, count: 160 * 120)
            memory.withUnsafeMutableBufferPointer {
                Compositor(workerCount: 2).draw(tree, into: $0, stride: 160, region: region)
            }
            let isRight = memory.indices.allSatisfy { index in
                let column = index % 160
                let row = index / 160
                let isInside = region.columns.contains(column) && region.rows.contains(row)
                return memory[index] == (isInside ? whole[column, row] : 0x1234_5678)
            }
            #expect(isRight, "\(region)")
        }
    }

    @Test(arguments: 0..<9)
    func `what changes between frames with effects lies in their dirty region`(changed: Int) {
        var tree = EffectScenes.all
        let compositor = Compositor(workerCount: 2)
        let former = compositor.draw(tree)
        tree.items[changed % tree.items.count] = EffectScenes.all.items[changed % tree.items.count]
            .moved(columns: 5, rows: -3)
        let latter = compositor.draw(tree)
        let region = tree.dirtyRegion(since: EffectScenes.all)
        #expect(!region.isEmpty)
        let isRight = (0..<160 * 120).allSatisfy { index in
            let column = index % 160
            let row = index / 160
            return former[column, row] == latter[column, row]
                || region.rects.contains { $0.columns.contains(column) && $0.rows.contains(row) }
        }
        #expect(isRight)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `frames are equal with 1, 2 and 7 workers`(seed: UInt64) throws {
        let tree = try tree(seed: seed)
        let one = Compositor(workerCount: 1).draw(tree).pixels
        #expect(Compositor(workerCount: 2).draw(tree).pixels == one)
        #expect(Compositor(workerCount: 7).draw(tree).pixels == one)
        #expect(Set(one).count > 1000)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a region is drawn as in the whole frame, and nothing else is touched`(seed: UInt64) throws {
        let tree = try tree(seed: seed)
        let compositor = Compositor(workerCount: 2)
        let whole = compositor.draw(tree)
        let canary: UInt32 = 0x1234_5678
        let stride = 131
        for (x, y, width, height) in [
            (0, 0, 120, 150), (7, 31, 1, 1), (13, 5, 61, 90), (40, 33, 200, 64), (-9, -9, 20, 30), (119, 0, 1, 150),
            (10, 149, 90, 9), (20, 20, 0, 10), (300, 300, 5, 5),
        ] {
            let region = PixelRect(x: x, y: y, width: width, height: height)
            var memory = Array(repeating: canary, count: stride * 149 + 120)
            memory.withUnsafeMutableBufferPointer { compositor.draw(tree, into: $0, stride: stride, region: region) }
            let drawn = region.intersection(tree.bounds)
            let isRight = memory.indices.allSatisfy { index in
                let column = index % stride
                let row = index / stride
                let isInside = drawn.columns.contains(column) && drawn.rows.contains(row)
                return memory[index] == (isInside ? whole[column, row] : canary)
            }
            #expect(isRight, "\(region)")
        }
    }

    @Test func `frames can be drawn from several threads at a time`() async throws {
        let tree = try tree(seed: 4)
        let compositor = Compositor()
        let expected = compositor.draw(tree).pixels
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 {
                group.addTask { compositor.draw(tree).pixels == expected }
            }
            for await isEqual in group {
                #expect(isEqual)
            }
        }
    }

    @Test func `what an opaque quad hides does not show through, and images outside the frame are not drawn`() {
        let wall = PixelBuffer.random(50, 50, seed: 1, isOpaque: true)
        let tree = RenderTree(
            50, 50, over: .white,
            [
                .color(.pureRed, Rect(x: 0, y: 0, width: 50, height: 50)),
                .image(wall, Rect(x: 0, y: 0, width: 50, height: 50)),
                .image(wall, Rect(x: -500, y: 0, width: 50, height: 50)),
                .image(wall, Rect(x: 0, y: 0, width: 0.2, height: 50)),
            ])
        #expect(Compositor().draw(tree).pixels == wall.pixels)
    }
}
