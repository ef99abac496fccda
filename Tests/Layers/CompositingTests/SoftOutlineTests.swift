import Compositing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Quads with an antialiased outline.
@Suite(.timeLimited) struct SoftOutlineTests {
    private let size = 120

    /// The tiles of an image of 64×48 pixels, each of 16, which extend two pixels beyond its outline.
    private func tiles(
        _ view: Projection, opacity: Double = 1, filter: ContentsFilter = .linear, of pixel: UInt32 = 0xFFFF_FFFF
    ) throws -> [RenderItem] {
        let image = Rect(x: 0, y: 0, width: 64, height: 48)
        let outline = try #require(PixelPolygon(image, projectedBy: view))
        let buffer = PixelBuffer(16, 16, isOpaque: pixel >> 24 == 255) { _, _ in pixel }
        return (0..<12).compactMap { index in
            let column = Double(index % 4)
            let row = Double(index / 4)
            let left = column * 16 - (column == 0 ? 2 : 0)
            let top = row * 16 - (row == 0 ? 2 : 0)
            let right = column * 16 + (column == 3 ? 18 : 16)
            let bottom = row * 16 + (row == 2 ? 18 : 16)
            let frame = Rect(x: left, y: top, width: right - left, height: bottom - top)
            let isInside = frame.size == Size(width: 16, height: 16)
            let contents = RenderContents(
                buffer: buffer, source: Rect(x: 0, y: 0, width: 16, height: 16), filter: filter,
                projection: Projection(translationX: column * 16, y: row * 16).followed(by: view))
            return PixelPolygon(frame, projectedBy: view).map {
                .quad(
                    RenderQuad(
                        outline: $0, softOutline: isInside ? nil : outline, fill: .contents(contents),
                        opacity: opacity, clip: .everything))
            }
        }
    }

    private func turned(_ degrees: Double, scale: Double = 1) -> Projection {
        Projection(
            AffineTransform(translationX: 60.3, y: 59.6).rotated(degrees * .pi / 180).scaled(x: scale, y: scale)
                .translated(x: -32, y: -24))
    }

    /// The distance of a pixel's center from the outline of the image, in pixels; positive inside.
    private func distance(_ column: Int, _ row: Int, _ view: Projection, scale: Double) throws -> Double {
        let inverse = try #require(view.inverse)
        let point = try #require(inverse.project(Point(x: Double(column) + 0.5, y: Double(row) + 0.5)))
        return min(point.x, 64 - point.x, point.y, 48 - point.y) * scale
    }

    @Test(arguments: [7.0, 45, 83, 201.5, -30])
    func `the edges of a rotated image fade over one pixel, and its seams are not seen`(degrees: Double) throws {
        for scale in [1.0, 0.7, 1.4] {
            let view = turned(degrees, scale: scale)
            let image = Compositor().draw(
                RenderTree(size, size, over: Color(0, 0, 0), try tiles(view, filter: .supersampled)))
            var wrong: [[Int]] = []
            for row in 0..<size {
                for column in 0..<size {
                    let distance = try distance(column, row, view, scale: scale)
                    let pixel = image[column, row]
                    let value = Double(pixel & 255) / 255
                    // At a corner two edges count, and corners are on a grid of 1/256 pixel.
                    let isRight =
                        distance >= 0.51
                        ? pixel == 0xFFFF_FFFF
                        : distance <= -0.51 ? pixel == 0xFF00_0000 : value <= min(max(distance + 0.5, 0), 1) + 0.02
                    if !isRight { wrong.append([column, row]) }
                }
            }
            #expect(wrong == [], "\(scale)")
        }
    }

    @Test(arguments: [7.0, 45, 201.5])
    func `the coverage of a rotated image adds up to its area`(degrees: Double) throws {
        let image = Compositor().draw(RenderTree(size, size, over: Color(0, 0, 0), try tiles(turned(degrees))))
        let sum = image.pixels.reduce(0.0) { $0 + Double($1 & 255) / 255 }
        #expect(abs(sum - 64 * 48) < 64 * 48 * 0.002)
        // Without a soft outline, every pixel is all or nothing.
        #expect(Set(image.pixels).count > 8)
    }

    @Test func `tiles that are faded or transparent fade at the outline too`() throws {
        let view = turned(20)
        for (opacity, pixel, full) in [(0.5, UInt32(0xFFFF_FFFF), 128.0), (1, 0x8080_8080, 128)] {
            let image = Compositor().draw(
                RenderTree(size, size, over: Color(0, 0, 0), try tiles(view, opacity: opacity, of: pixel)))
            var wrong: [[Int]] = []
            for row in 0..<size {
                for column in 0..<size {
                    let distance = try distance(column, row, view, scale: 1)
                    let value = Double(image[column, row] & 255)
                    let isRight =
                        distance > 0.51
                        ? abs(value - full) <= 1 : value <= full * min(max(distance + 0.52, 0), 1) + 1.5
                    if !isRight { wrong.append([column, row]) }
                }
            }
            #expect(wrong == [])
        }
    }

    @Test func `any region is drawn as in the whole frame, by any number of workers`() throws {
        let tree = RenderTree(size, size, over: Color(9, 90, 200), try tiles(turned(33), filter: .sharp))
        let whole = Compositor(workerCount: 1).draw(tree)
        #expect(Compositor(workerCount: 4).draw(tree).pixels == whole.pixels)
        var memory = [UInt32](repeating: 0, count: size * size)
        let region = PixelRect(x: 13, y: 21, width: 50, height: 61)
        memory.withUnsafeMutableBufferPointer { Compositor().draw(tree, into: $0, stride: size, region: region) }
        #expect(
            region.rows.allSatisfy { row in region.columns.allSatisfy { memory[row * size + $0] == whole[$0, row] } })
    }

    @Test func `a quad with a soft outline hides nothing below it`() throws {
        let outline = try #require(PixelPolygon(Rect(x: 10.5, y: 10, width: 20, height: 20), projectedBy: .identity))
        let frame = try #require(PixelPolygon(Rect(x: 8, y: 8, width: 24, height: 24), projectedBy: .identity))
        let quad = RenderQuad(
            outline: frame, softOutline: outline, fill: .color(.pureRed), opacity: 1, clip: .everything)
        #expect(!quad.isOpaque)
        let image = Compositor().draw(RenderTree(40, 40, over: Color(0, 0, 0), [.quad(quad)]))
        // Half of the pixels of the left and right columns is covered.
        #expect(image[10, 20] == 0xFF80_0000 && image[30, 20] == 0xFF80_0000)
        #expect(image[9, 20] == 0xFF00_0000 && image[11, 20] == 0xFFFF_0000 && image[20, 10] == 0xFFFF_0000)
        #expect(image[20, 9] == 0xFF00_0000)
    }

    @Test func `items that are moved take their outline along`() throws {
        for item in try tiles(turned(33)) {
            let moved = item.moved(columns: 7, rows: -3)
            guard case .quad(let quad) = item, case .quad(let movedQuad) = moved else { continue }
            #expect(quad.softOutline.map { $0.pixelBounds.x + 7 } == movedQuad.softOutline.map { $0.pixelBounds.x })
        }
    }

    @Test func `an outline without an area shows nothing of the larger quad`() throws {
        let view = turned(20)
        let outline = try #require(PixelPolygon(Rect(x: 0, y: 24, width: 64, height: 1e-4), projectedBy: view))
        let frame = try #require(PixelPolygon(Rect(x: -2, y: 22, width: 68, height: 4), projectedBy: view))
        let quad = RenderQuad(outline: frame, softOutline: outline, fill: .color(.white), opacity: 1, clip: .everything)
        let image = Compositor().draw(RenderTree(size, size, over: .black, [.quad(quad)]))
        #expect(Set(image.pixels) == [0xFF00_0000])
    }

    /// A line that is a hundredth of a point high, in a quad that extends two points beyond it.
    private final class HairLine: Layer {
        override func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
            let line = Rect(x: 0, y: 0, width: 80, height: 0.01)
            return [
                ContentsQuad(
                    buffer: PixelBuffer(1, 1, isOpaque: true) { _, _ in 0xFFFF_FFFF },
                    source: Rect(x: 0, y: 0, width: 1, height: 1),
                    frame: Rect(x: -2, y: -2, width: 84, height: 4.01), softOutline: line)
            ]
        }
    }

    @MainActor @Test func `an outline between the centers of pixels shows nothing of the larger quad`() {
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: Double(size), height: Double(size))
        root.actions = .none
        let scene = LayerScene(
            root: root, size: PixelSize(width: size, height: size), background: .black,
            clock: ManualClock(now: 0))
        func pixels() -> Set<UInt32> { Set(Compositor().draw(scene.frame()).pixels) }
        let line = HairLine()
        line.actions = .none
        line.frame = Rect(x: 10, y: 20.1, width: 80, height: 4)
        root.addSublayer(line)
        #expect(pixels() == [0xFF00_0000])
        line.frame = Rect(x: 10, y: 20.495, width: 80, height: 4)
        #expect(pixels().count > 1)
    }
}
