import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Frames compared with the reference compositor.
@Suite(.timeLimited) struct ReferenceTests {
    /// A random quad over a background, with contents of a random size.
    private func tree(
        filter: ContentsFilter, projection: Projection, seed: Int, using random: inout SeededRandom
    ) -> RenderTree {
        let width = Int.random(in: 1...150, using: &random)
        let height = Int.random(in: 1...150, using: &random)
        let buffer = PixelBuffer.random(width, height, seed: UInt64(seed), isOpaque: seed % 3 == 0)
        let left = Double.random(in: 0..<Double(width), using: &random)
        let top = Double.random(in: 0..<Double(height), using: &random)
        let part = Rect(
            x: left, y: top, width: (Double(width) - left) * Double.random(in: 0.1...1, using: &random),
            height: (Double(height) - top) * Double.random(in: 0.1...1, using: &random))
        let opacity = Double(UInt8.random(in: 1...255, using: &random)) / 255
        return RenderTree(
            100, 100, over: Color(30, 200, 90),
            [
                .image(
                    buffer, part: seed % 2 == 0 ? nil : part, Rect(x: 0, y: 0, width: 100, height: 100),
                    projectedBy: projection, filter: filter, opacity: opacity)
            ])
    }

    /// Between extreme pixels, cubic interpolation is steeper, so a rounded position makes a larger difference.
    private func tolerance(_ filter: ContentsFilter) -> Double { filter == .cubic ? 3 : 2 }

    @Test(arguments: ContentsFilter.allCases, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    func `a rotated and sheared image is near the reference`(filter: ContentsFilter, seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let projection = Projection.random(using: &random, isAffine: true)
        let tree = tree(filter: filter, projection: projection, seed: seed, using: &random)
        var reference = ReferenceCompositor(tree)
        #expect(reference.difference(of: Compositor().draw(tree)) <= tolerance(filter))
    }

    @Test(arguments: ContentsFilter.allCases, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    func `an image in perspective is near the reference`(filter: ContentsFilter, seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let projection = Projection.random(using: &random, isAffine: false)
        let tree = tree(filter: filter, projection: projection, seed: seed, using: &random)
        var reference = ReferenceCompositor(tree)
        #expect(reference.difference(of: Compositor().draw(tree)) <= tolerance(filter))
    }

    @Test(arguments: ContentsFilter.allCases, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    func `an axis-aligned image, perhaps mirrored, is near the reference`(filter: ContentsFilter, seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let mirror = Bool.random(using: &random) ? -1.0 : 1
        let projection = Projection(
            AffineTransform(
                a: mirror * number(0.1...1), b: 0, c: 0, d: number(-1...1), tx: mirror < 0 ? 95 : number(-20...20),
                ty: number(0...100)))
        let tree = tree(filter: filter, projection: projection, seed: seed, using: &random)
        var reference = ReferenceCompositor(tree)
        #expect(reference.difference(of: Compositor().draw(tree)) <= tolerance(filter))
    }

    @Test(arguments: ContentsFilter.allCases)
    func `images of all small sizes, drawn in all small sizes, are near the reference`(
        filter: ContentsFilter
    ) {
        let compositor = Compositor(workerCount: 1)
        for (width, height) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 5), (4, 2)] {
            let buffer = PixelBuffer.random(width, height, seed: UInt64(width * 10 + height))
            for columns in 1...9 {
                for offset in [0, 0.3] {
                    let rect = Rect(x: offset, y: 1 - offset, width: Double(columns), height: Double(10 - columns))
                    let tree = RenderTree(10, 11, [.image(buffer, rect, filter: filter)])
                    var reference = ReferenceCompositor(tree)
                    #expect(reference.difference(of: compositor.draw(tree)) <= tolerance(filter))
                }
            }
        }
    }
}
