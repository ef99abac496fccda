internal import TilePyramid
internal import VectorDrawing

extension RenderItem {
    /// A rectangle of pixels filled with a color; nil if it is empty.
    init?(filling rect: PixelRect, with color: Color) {
        let whole = Rect(
            x: Double(rect.x), y: Double(rect.y), width: Double(rect.size.width), height: Double(rect.size.height))
        guard let outline = PixelPolygon(whole, projectedBy: .identity) else { return nil }
        self = .quad(RenderQuad(outline: outline, fill: .color(color), opacity: 1, clip: RenderClip(bounds: rect)))
    }

    /// Returns the pixels of the item in one color: its outline, or else its bounding box; nil if it has no pixels.
    func tinted(_ color: Color) -> RenderItem? {
        switch self {
        case .quad(let quad):
            .quad(RenderQuad(outline: quad.outline, fill: .color(color), opacity: 1, clip: quad.clip))
        case .shape(let shape):
            .shape(
                RenderShape(
                    path: shape.path, fillRule: shape.fillRule, projection: shape.projection, fill: .color(color),
                    clip: shape.clip))
        case .raster(let raster):
            .quad(RenderQuad(outline: raster.outline, fill: .color(color), opacity: 1, clip: raster.clip))
        case .shadow, .sprites, .group: RenderItem(filling: pixelBounds, with: color)
        }
    }

    /// Whether the item hides everything below it; nil for a group, whose items are checked separately.
    var isOpaque: Bool? {
        switch self {
        case .quad(let quad): quad.isOpaque
        case .shape, .shadow, .sprites, .raster: false
        case .group: nil
        }
    }

    /// The alignment of the item's edges and pixels with the frame's pixels; items with soft edges count as aligned.
    var alignment: Projection.Alignment {
        switch self {
        case .quad(let quad):
            guard let contents = quad.fill.contents else {
                let fraction = Int32(PixelPolygon.subpixels - 1)
                return quad.outline.corners.allSatisfy { $0 & fraction == .zero } ? .aligned : .misaligned
            }
            return contents.projection.alignment
        case .raster(let raster): return raster.projection.alignment
        case .shape, .shadow, .sprites, .group: return .aligned
        }
    }
}

extension Projection {
    /// The alignment of an image's pixels with the frame's pixels.
    enum Alignment: Hashable {
        /// Each pixel covers exactly one pixel of the frame; the image may be rotated by right angles or mirrored.
        case aligned
        /// Each pixel is as large as one pixel of the frame, but overlaps several.
        case misaligned
        /// The pixels are larger, smaller, distorted or rotated.
        case scaled
    }

    /// The alignment, to within a thousandth of a pixel.
    var alignment: Alignment {
        let tolerance = 1e-3
        guard isAffine, rows.2.z != 0 else { return .scaled }
        let x = rows.0 / rows.2.z
        let y = rows.1 / rows.2.z
        let origin = rows.2 / rows.2.z
        func isOne(_ value: Double) -> Bool { abs(abs(value) - 1) <= tolerance }
        func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) <= tolerance }
        let isUpright = isOne(x.x) && isOne(y.y) && abs(x.y) <= tolerance && abs(y.x) <= tolerance
        let isTurned = isOne(x.y) && isOne(y.x) && abs(x.x) <= tolerance && abs(y.y) <= tolerance
        guard isUpright || isTurned else { return .scaled }
        return isWhole(origin.x) && isWhole(origin.y) ? .aligned : .misaligned
    }
}
