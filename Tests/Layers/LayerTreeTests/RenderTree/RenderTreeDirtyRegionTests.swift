import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct RenderTreeDirtyRegionTests {
    private static let size = PixelSize(width: 40, height: 30)
    private static let whole = PixelRect(x: 0, y: 0, width: 40, height: 30)

    private func quad(_ rect: PixelRect, red: Double = 1, opacity: Double = 1) throws -> RenderItem {
        let outline = try #require(
            PixelPolygon(
                Rect(
                    x: Double(rect.x), y: Double(rect.y), width: Double(rect.size.width),
                    height: Double(rect.size.height)), projectedBy: .identity))
        return .quad(
            RenderQuad(
                outline: outline, fill: .color(Color(red: red, green: 0, blue: 0)), opacity: opacity,
                clip: RenderClip(bounds: Self.whole)))
    }

    /// Quads of 4 × 4 pixels in a row, one for each number, which is encoded in the red component.
    private func tree(_ numbers: [Int]) throws -> RenderTree {
        RenderTree(
            size: Self.size,
            items: try numbers.map {
                try quad(PixelRect(x: $0 * 5, y: 0, width: 4, height: 4), red: Double($0) / 10)
            })
    }

    private func group(_ items: [RenderItem], opacity: Double = 0.5) -> RenderItem {
        .group(RenderGroup(items: items, opacity: opacity, bounds: Self.whole))
    }

    @Test func `equal frames have an empty dirty region`() throws {
        #expect(try tree([1, 2, 3]).dirtyRegion(since: tree([1, 2, 3])).isEmpty)
    }

    @Test func `another size or background makes the whole frame dirty`() throws {
        let old = try tree([1, 2])
        var new = old
        new.background = .white
        #expect(new.dirtyRegion(since: old).rects == [Self.whole])
        new = old
        new.size = PixelSize(width: 50, height: 20)
        #expect(new.dirtyRegion(since: old).rects == [PixelRect(x: 0, y: 0, width: 50, height: 20)])
    }

    @Test(arguments: [
        ([1, 2, 3], [1, 2, 3, 4], [4]), ([1, 2, 3], [2, 3], [1]), ([1, 2, 3, 4, 5], [1, 2, 4, 5], [3]),
        ([1, 2, 4, 5], [1, 2, 3, 4, 5], [3]), ([1, 2, 3, 4, 5, 6], [2, 3, 5, 6, 7], [1, 4, 7]), ([], [2], [2]),
        ([3], [], [3]), ([6, 1, 2, 3, 4], [1, 2, 3, 4, 6], [6]), ([1, 2, 3, 4, 6], [6, 1, 2, 3, 4], [6]),
        ([1, 1, 2], [1, 2], [1]),
    ])
    func `inserted, removed and reordered items are dirty, and the others are not`(
        old: [Int], new: [Int], changed: [Int]
    ) throws {
        var expected = PixelRegion()
        for item in try tree(changed).items {
            guard case .quad(let quad) = item else { continue }
            expected.insert(quad.pixelBounds)
        }
        let region = try tree(new).dirtyRegion(since: tree(old))
        #expect(Set(region.rects) == Set(expected.rects))
    }

    @Test func `a quad that moves makes its old and new pixels dirty`() throws {
        let old = RenderTree(size: Self.size, items: [try quad(PixelRect(x: 0, y: 0, width: 4, height: 4))])
        let new = RenderTree(size: Self.size, items: [try quad(PixelRect(x: 20, y: 20, width: 4, height: 4))])
        #expect(new.dirtyRegion(since: old).area == 32)
    }

    @Test func `other contents in the same rectangle make it dirty, the same buffer does not`() throws {
        func tree(_ buffer: PixelBuffer) throws -> RenderTree {
            let rect = Rect(x: 8, y: 8, width: 10, height: 10)
            let contents = RenderContents(
                buffer: buffer, source: Rect(x: 0, y: 0, width: 1, height: 1), filter: .nearest, projection: .identity)
            return RenderTree(
                size: Self.size,
                items: [
                    .quad(
                        RenderQuad(
                            outline: try #require(PixelPolygon(rect, projectedBy: .identity)),
                            fill: .contents(contents),
                            opacity: 1, clip: RenderClip(bounds: Self.whole)))
                ])
        }
        let first = PixelBuffer(size: PixelSize(width: 1, height: 1)) { _ in }
        let second = PixelBuffer(size: PixelSize(width: 1, height: 1)) { _ in }
        #expect(try tree(first).dirtyRegion(since: tree(first)).isEmpty)
        #expect(
            try tree(second).dirtyRegion(since: tree(first)).rects == [PixelRect(x: 8, y: 8, width: 10, height: 10)])
    }

    @Test func `in a group only what differs is dirty, unless its opacity differs`() throws {
        let items = try tree([1, 2, 3]).items
        let fewer = try tree([1, 3]).items
        let old = RenderTree(size: Self.size, items: [group(items)])
        let new = RenderTree(size: Self.size, items: [group(fewer)])
        #expect(new.dirtyRegion(since: old).rects == [PixelRect(x: 10, y: 0, width: 4, height: 4)])
        let faded = RenderTree(size: Self.size, items: [group(items, opacity: 0.6)])
        #expect(faded.dirtyRegion(since: old).rects == [Self.whole])
    }

    @Test func `the dirty region is clipped to the frame`() throws {
        let out = PixelRect(x: 35, y: 25, width: 20, height: 20)
        let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: 100, height: 100))
        let item = RenderItem.quad(
            RenderQuad(
                outline: try #require(PixelPolygon(Rect(x: 35, y: 25, width: 20, height: 20), projectedBy: .identity)),
                fill: .color(.white), opacity: 1, clip: clip))
        let new = RenderTree(size: Self.size, items: [item])
        #expect(new.dirtyRegion(since: RenderTree(size: Self.size)).rects == [out.intersection(Self.whole)])
    }

    /// A hash of everything painted over each pixel.
    private func paint(_ items: [RenderItem]) -> [Int] {
        var pixels = Array(repeating: 0, count: Self.size.area)
        for item in items {
            let (bounds, value): (PixelRect, (Int) -> Int)
            switch item {
            case .quad(let quad):
                bounds = quad.pixelBounds
                value = { _ in quad.fill.hashValue }
            case .group(let group):
                let inside = paint(group.items)
                bounds = group.bounds
                value = { inside[$0] &* 7 &+ group.opacity.hashValue }
            case .shape, .shadow, .sprites, .raster:
                bounds = item.pixelBounds
                value = { _ in item.hashValue }
            }
            for row in bounds.rows {
                for column in bounds.columns {
                    let index = row * Self.size.width + column
                    pixels[index] = pixels[index] &* 31 &+ value(index)
                }
            }
        }
        return pixels
    }

    private func randomItems(depth: Int, using random: inout SeededRandom) throws -> [RenderItem] {
        var items: [RenderItem] = []
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            if depth > 0, Int.random(in: 0..<4, using: &random) == 0 {
                let inside = try randomItems(depth: depth - 1, using: &random)
                items.append(group(inside, opacity: Bool.random(using: &random) ? 0.25 : 0.5))
            } else {
                let rect = PixelRect(
                    x: .random(in: 0..<4, using: &random) * 8, y: .random(in: 0..<3, using: &random) * 8, width: 8,
                    height: 8)
                items.append(try quad(rect, red: Double.random(in: 0..<3, using: &random).rounded() / 3))
            }
        }
        return items
    }

    @Test(arguments: 0..<200)
    func `every pixel that differs is in the dirty region`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let old = RenderTree(size: Self.size, items: try randomItems(depth: 2, using: &random))
        var new = old
        if seed % 2 == 0 {
            new.items = try randomItems(depth: 2, using: &random)
        } else {
            // Most of the old items, mostly in their order.
            new.items.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
            new.items.insert(
                contentsOf: try randomItems(depth: 1, using: &random).prefix(2),
                at: .random(in: 0...new.items.count, using: &random))
            if new.items.count > 2 { new.items.swapAt(0, 1) }
        }
        let region = new.dirtyRegion(since: old)
        let before = paint(old.items)
        let after = paint(new.items)
        for index in before.indices where before[index] != after[index] {
            let pixel = PixelRect(
                x: index % Self.size.width, y: index / Self.size.width, width: 1, height: 1)
            #expect(region.rects.contains { $0.contains(pixel) })
        }
    }
}
