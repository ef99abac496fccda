internal import LayerTree
internal import PixelKernels
internal import TilePyramid

/// The drawing of many copies of one image.
final class SpritesCommand: Sendable {
    /// The bounding box of the pixels they may cover.
    let bounds: PixelRect
    /// The polygons of the clip; none if it is a rectangle.
    let polygons: [ConvexSpans]
    /// The image; its mapping is computed for each copy.
    let texture: Texture
    /// The copies, from bottom to top.
    let sprites: [RenderSprite]
    /// The part of the image that is shown, in its pixels.
    let source: PixelRect
    /// Whether sampling is bilinear.
    let isSmooth: Bool
    /// The opacity in 255ths.
    let opacity: UInt8
    /// The blend mode.
    let blendMode: RenderBlendMode

    /// Creates the command of copies; nil if nothing of them is visible in the area.
    init?(_ sprites: RenderSprites, in area: PixelRect) {
        bounds = sprites.pixelBounds.intersection(area)
        opacity = UInt8(sourceOverOpacity: sprites.opacity)
        let source = sprites.source.intersection(PixelRect(sprites.buffer.size))
        guard !bounds.isEmpty, opacity > 0, let texture = Texture(sprites.buffer, part: source) else { return nil }
        self.texture = texture
        self.source = source
        self.sprites = sprites.sprites
        isSmooth = sprites.filter != .nearest
        blendMode = sprites.blendMode
        polygons = sprites.clip.outlines.map { ConvexSpans($0) }
    }
}

/// One copy of an image within a band, ready for drawing.
struct SpriteSpans: SpanSource {
    private let texture: Texture
    private let mapping: TextureMapping
    private let isSmooth: Bool
    /// The position of the center of pixel (0, 0) in the image, and the increments for each column and row.
    private let origin: SIMD2<Double>, perColumn: SIMD2<Double>, perRow: SIMD2<Double>
    private let size: SIMD2<Double>

    /// Creates the spans of a copy; nil if it is seen edge-on.
    init?(_ sprite: RenderSprite, of command: SpritesCommand) {
        let axes = SIMD4<Double>(sprite.axes)
        let determinant = axes.x * axes.w - axes.y * axes.z
        guard determinant != 0, determinant.isFinite else { return nil }
        size = SIMD2(Double(command.source.size.width), Double(command.source.size.height))
        perColumn = SIMD2(axes.w, -axes.y) / determinant
        perRow = SIMD2(-axes.z, axes.x) / determinant
        let (x, y) = (0.5 - Double(sprite.center.x), 0.5 - Double(sprite.center.y))
        origin = size / 2 + x * perColumn + y * perRow
        texture = command.texture
        isSmooth = command.isSmooth
        let scale = isSmooth ? Double(Sampling.fractions) : 1
        let offset = isSmooth ? 0.5 : 0.0
        let limit = SIMD2(Double(texture.plane.width - 1), Double(texture.plane.height - 1)) * scale
        func homogeneous(_ vector: SIMD2<Double>, _ w: Double) -> SIMD3<Double> {
            SIMD3(vector.x * scale, vector.y * scale, w)
        }
        mapping = TextureMapping(
            origin: homogeneous(origin - offset, 1), perColumn: homogeneous(perColumn, 0),
            perRow: homogeneous(perRow, 0), limit: limit)
    }

    /// The columns of a row whose centers lie inside the copy.
    func columns(inRow row: Int) -> Range<Int> {
        let start = origin + Double(row) * perRow
        var (low, high) = (-Double.infinity, Double.infinity)
        for axis in 0..<2 {
            guard perColumn[axis] != 0 else {
                guard start[axis] >= 0, start[axis] < size[axis] else { return 0..<0 }
                continue
            }
            let ends = (-start[axis] / perColumn[axis], (size[axis] - start[axis]) / perColumn[axis])
            low = max(low, min(ends.0, ends.1))
            high = min(high, max(ends.0, ends.1))
        }
        guard low < high, low > -1e9, high < 1e9 else { return 0..<0 }
        let (first, end) = (Int(low.rounded(.up)), Int(high.rounded(.up)))
        return first < end ? first..<end : 0..<0
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        if isSmooth {
            Sampling.linear(texture.plane, mapping: mapping, row: row, columns: columns, into: scratch)
        } else {
            Sampling.nearest(texture.plane, mapping: mapping, row: row, columns: columns, into: scratch)
        }
        return UnsafePointer(scratch)
    }
}
