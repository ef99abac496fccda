import LayerTree
import TestSupport
import TilePyramid
import VectorDrawing

// Frames made by hand, so that tests state exactly what is drawn.

extension Color {
    static let pureRed = Color(red: 1, green: 0, blue: 0)

    /// An opaque color from components of 0 to 255.
    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.init(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
}

extension RenderTree {
    init(_ width: Int, _ height: Int, over background: Color = .clear, _ items: [RenderItem]) {
        self.init(size: PixelSize(width: width, height: height), background: background, items: items)
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
}

extension RenderClip {
    /// A clip that keeps everything.
    static let everything = RenderClip(bounds: PixelRect(x: -100_000, y: -100_000, width: 200_000, height: 200_000))
}

extension RenderItem {
    /// A rectangle of one color; an empty group if it is not visible.
    static func color(
        _ color: Color, _ rect: Rect, projectedBy projection: Projection = .identity, opacity: Double = 1,
        clip: RenderClip = .everything
    ) -> RenderItem {
        item(rect, projection, .color(color), opacity, clip)
    }

    /// An image, or a part of it, stretched to fill a rectangle.
    static func image(
        _ buffer: PixelBuffer, part: Rect? = nil, _ rect: Rect, projectedBy projection: Projection = .identity,
        filter: ContentsFilter = .linear, opacity: Double = 1, clip: RenderClip = .everything
    ) -> RenderItem {
        let source = part ?? Rect(x: 0, y: 0, width: Double(buffer.size.width), height: Double(buffer.size.height))
        let scale = (rect.size.width / source.size.width, rect.size.height / source.size.height)
        let toRect = Projection(
            rows: (
                [scale.0, 0, 0], [0, scale.1, 0],
                [rect.minX - source.minX * scale.0, rect.minY - source.minY * scale.1, 1]
            ))
        let contents = RenderContents(
            buffer: buffer, source: source, filter: filter, projection: toRect.followed(by: projection))
        return item(rect, projection, .contents(contents), opacity, clip)
    }

    static func group(
        _ items: [RenderItem], opacity: Double = 1, blendMode: RenderBlendMode = .over, bounds: PixelRect
    ) -> RenderItem {
        .group(RenderGroup(items: items, opacity: opacity, blendMode: blendMode, bounds: bounds))
    }

    private static func item(
        _ rect: Rect, _ projection: Projection, _ fill: RenderFill, _ opacity: Double, _ clip: RenderClip
    ) -> RenderItem {
        guard let outline = PixelPolygon(rect, projectedBy: projection) else {
            return .group(RenderGroup(items: [], opacity: 0, bounds: PixelRect(x: 0, y: 0, width: 0, height: 0)))
        }
        return .quad(RenderQuad(outline: outline, fill: fill, opacity: opacity, clip: clip))
    }
}

extension PixelBuffer {
    /// A buffer from a function of the pixel's position.
    convenience init(_ width: Int, _ height: Int, isOpaque: Bool = false, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
        self.init(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { pixels in
            for index in pixels.indices {
                pixels[index] = pixel(index % width, index / width)
            }
        }
    }

    /// Random premultiplied pixels, about half of them opaque unless all are.
    static func random(_ width: Int, _ height: Int, seed: UInt64, isOpaque: Bool = false) -> PixelBuffer {
        var random = SeededRandom(seed: seed)
        return PixelBuffer(width, height, isOpaque: isOpaque) { _, _ in
            let alpha =
                isOpaque ? 255 : [255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random)
            return (0..<3).reduce((alpha ?? 255) << 24) { pixel, channel in
                pixel | UInt32.random(in: 0...(alpha ?? 255), using: &random) << UInt32(8 * channel)
            }
        }
    }

    /// All pixels, row by row.
    var pixels: [UInt32] { withPixels { Array($0) } }

    /// The pixels of a rectangle, row by row.
    func pixels(in rect: PixelRect) -> [UInt32] {
        rect.rows.flatMap { row in rect.columns.map { self[$0, row] } }
    }
}

extension Projection {
    /// A random projection in which a rectangle of 100 × 100 fills much of a frame of that size.
    static func random(using random: inout SeededRandom, isAffine: Bool) -> Projection {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let turn = Projection(
            AffineTransform(translationX: -50, y: -50)
                .followed(by: AffineTransform(rotation: number(-4...4)))
                .followed(by: AffineTransform(a: 1, b: 0, c: number(-0.5...0.5), d: number(0.3...1.5), tx: 0, ty: 0)))
        let bend =
            isAffine
            ? Projection.identity
            : Projection(rows: ([1, 0, number(-0.006...0.006)], [0, 1, number(-0.006...0.006)], [0, 0, 1]))
        return turn.followed(by: bend)
            .followed(by: Projection(translationX: 50 + number(-9...9), y: 50 + number(-9...9)))
    }
}
