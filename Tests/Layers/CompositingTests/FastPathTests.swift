import LayerTree
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

/// The fast paths for axis-aligned images give the same pixels.
@Suite(.timeLimited) struct FastPathTests {
    private func spans(_ source: some SpanSource, _ rows: Range<Int>, _ columns: Range<Int>) -> [[UInt32]] {
        var source = source
        return rows.map { row in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: columns.count) { scratch in
                guard let base = scratch.baseAddress else { return [] }
                return Array(
                    UnsafeBufferPointer(
                        start: source.pixels(row: row, columns: columns, scratch: base), count: columns.count))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `axis-aligned images are sampled exactly as rotated ones`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<15 {
            let size = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            let projection = Projection(
                AffineTransform(
                    a: number(-3...3), b: 0, c: 0, d: number(-3...3), tx: number(-20...60), ty: number(-20...60)))
            let buffer = PixelBuffer.random(size.0, size.1, seed: UInt64(seed))
            let contents = RenderContents(
                buffer: buffer, source: Rect(x: 0, y: 0, width: Double(size.0), height: Double(size.1)),
                filter: .linear, projection: projection)
            let view = try #require(InverseProjection(contents))
            let texture = try #require(Texture(buffer, part: view.source))
            let linear = SampledTexture(texture, mapping: view.linear(in: texture.plane))
            let nearest = SampledTexture(texture, mapping: view.nearest(in: texture.plane))
            #expect(linear.mapping.isAxisAligned && nearest.mapping.isAxisAligned)
            let rows = 3..<40
            let columns = 5..<57
            // Spans do not keep the texture.
            withExtendedLifetime(texture) {
                #expect(
                    spans(AxisAlignedLinearSpans(linear, columns: columns), rows, columns)
                        == spans(LinearSpans(source: linear), rows, columns))
                #expect(
                    spans(AxisAlignedNearestSpans(nearest, columns: columns), rows, columns)
                        == spans(NearestSpans(source: nearest), rows, columns))
                #expect(
                    spans(AxisAlignedCubicSpans(linear, columns: columns), rows, columns)
                        == spans(CubicSpans(source: linear), rows, columns))
                let sharp = SharpTexture(texture, view, scale: view.magnification)
                #expect(
                    spans(AxisAlignedLinearSpans(sharp, columns: columns), rows, columns)
                        == spans(SharpSpans(source: sharp), rows, columns))
                let means = SupersampledTexture(linear, distances: view.sampleDistances)
                let upright = spans(AxisAlignedSupersampledSpans(means, columns: columns), rows, columns).flatMap(
                    \.self)
                let rotated = spans(SupersampledSpans(source: means), rows, columns).flatMap(\.self)
                // Means are rounded in another order.
                #expect(
                    zip(upright, rotated).allSatisfy { one, other in
                        [UInt32(0), 8, 16, 24].allSatisfy { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= 1 }
                    })
            }
        }
    }

    @Test func `only pixel-aligned, unscaled contents are copied`() throws {
        let buffer = PixelBuffer.random(20, 10, seed: 1)
        func isCopied(_ rect: Rect, _ filter: ContentsFilter) throws -> Bool {
            guard case .quad(let quad) = RenderItem.image(buffer, rect, filter: filter) else { return false }
            let paint = try #require(Paint(quad.fill, bounds: quad.pixelBounds, mipLevels: [:]))
            guard case .copied(_, let column, let row) = paint else { return false }
            #expect(column == 7 && row == -3)
            return true
        }
        for filter in ContentsFilter.allCases {
            #expect(try isCopied(Rect(x: 7, y: -3, width: 20, height: 10), filter))
            #expect(try isCopied(Rect(x: 7.001, y: -3, width: 20, height: 10), filter))
            #expect(try !isCopied(Rect(x: 7, y: -3, width: 22, height: 10), filter))
            #expect(try !isCopied(Rect(x: 7, y: -3, width: 20, height: 9), filter))
        }
        #expect(try !isCopied(Rect(x: 7.25, y: -3, width: 20, height: 10), .linear))
        #expect(try isCopied(Rect(x: 7.25, y: -3, width: 20, height: 10), .nearest))
    }
}
