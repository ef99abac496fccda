import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct FadingTests {
    private func quad(at x: Double) -> RenderItem? {
        PixelPolygon(Rect(x: x, y: 0, width: 2, height: 2), projectedBy: .identity).map { outline in
            .quad(
                RenderQuad(
                    outline: outline, fill: .color(.black), opacity: 1,
                    clip: RenderClip(bounds: PixelRect(x: 0, y: 0, width: 100, height: 100))))
        }
    }

    private func opacities(_ items: [RenderItem]) -> [Double] {
        items.compactMap { item in
            guard case .quad(let quad) = item else { return nil }
            return quad.opacity
        }
    }

    @Test(arguments: [1, 2, 16])
    func `the last items of a frame are faded where they are, and the others are not copied`(count: Int) {
        var items = (0..<32).compactMap { quad(at: Double($0) * 3) }
        let place = items.withUnsafeBufferPointer { $0.baseAddress }
        var builder = RenderTreeBuilder(scale: 1)
        builder.fade(&items, from: 32 - count, opacity: 0.5)
        #expect(items.withUnsafeBufferPointer { $0.baseAddress } == place)
        #expect(opacities(items) == Array(repeating: 1, count: 32 - count) + Array(repeating: 0.5, count: count))
    }

    @Test func `items with common pixels become a group, and the others are not copied`() throws {
        var items = [0.0, 10, 20, 21].compactMap { quad(at: $0) }
        let place = items.withUnsafeBufferPointer { $0.baseAddress }
        var builder = RenderTreeBuilder(scale: 1)
        builder.fade(&items, from: 2, opacity: 0.5)
        #expect(items.withUnsafeBufferPointer { $0.baseAddress } == place)
        #expect(items.count == 3 && opacities(items) == [1, 1])
        guard case .group(let group) = try #require(items.last) else {
            Issue.record("the last item is not a group")
            return
        }
        #expect(group.opacity == 0.5 && opacities(group.items) == [1, 1])
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `a rectangle is not shown by a projection that is not finite`(value: Double) {
        for row in 0..<3 {
            for column in 0..<3 {
                var rows = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
                rows[row][column] = value
                let projection = Projection(rows: (rows[0], rows[1], rows[2]))
                #expect(PixelPolygon(Rect(x: 1, y: 1, width: 2, height: 2), projectedBy: projection) == nil)
            }
        }
    }
}
