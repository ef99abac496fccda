internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A checkerboard below an image, which shows through where the image is transparent.
///
/// The layer's coordinates are full-size pixels of the image. The squares stay where they are on the screen, and as large,
/// while the image moves.
final class CheckerboardLayer: Layer {
    /// The side of a square in points.
    static let squareSide = 8.0
    /// The two grays of the squares.
    static let colors = [Color(red: 0.6, green: 0.6, blue: 0.6), Color(red: 0.4, green: 0.4, blue: 0.4)]
    /// The least side of the picture that is repeated, in pixels.
    private static let patternSide = 512

    /// The squares for a screen, and the pixels of one of them.
    private var pattern: (square: Int, buffer: PixelBuffer)?

    override init() {
        super.init()
        name = "checkerboard"
        actions = .none
        properties.anchorPoint = .zero
    }

    /// Returns squares as far as the image is in view.
    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        guard let outline = PixelPolygon(context.properties.bounds, projectedBy: context.projection),
            let pattern = pattern(scale: scene?.scale ?? 1)
        else { return [] }
        let clip = context.clipping.intersection(outline)
        guard !clip.bounds.isEmpty else { return [] }
        let side = pattern.size.width
        let source = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
        func starts(_ range: Range<Int>) -> StrideTo<Int> {
            // Rounded down, also left of the screen.
            stride(
                from: (range.lowerBound >= 0 ? range.lowerBound : range.lowerBound - side + 1) / side * side,
                to: range.upperBound, by: side)
        }
        return starts(clip.bounds.rows).flatMap { y in
            starts(clip.bounds.columns).compactMap { x -> RenderItem? in
                let projection = Projection(translationX: Double(x), y: Double(y))
                guard let cell = PixelPolygon(source, projectedBy: projection) else { return nil }
                let contents = RenderContents(
                    buffer: pattern, source: source, filter: .nearest, projection: projection)
                return .quad(RenderQuad(outline: cell, fill: .contents(contents), opacity: 1, clip: clip))
            }
        }
    }

    /// The squares for a scale of the screen.
    private func pattern(scale: Double) -> PixelBuffer? {
        let square = max(1, Int((Self.squareSide * scale).rounded()))
        if let pattern, pattern.square == square { return pattern.buffer }
        let side = 2 * square * max(1, Self.patternSide / (2 * square))
        let pixels = Self.colors.map { $0.pixel() }
        let buffer = PixelBuffer(size: PixelSize(width: side, height: side), isOpaque: true) { target in
            for y in 0..<side {
                for x in 0..<side {
                    target[y * side + x] = pixels[(x / square + y / square) & 1]
                }
            }
        }
        countOwnDrawing(pixels: side * side)
        pattern = (square, buffer)
        return buffer
    }
}
