import LayerTree
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Contents whose pixels are computed by a function, 0xAARRGGBB, premultiplied.
func buffer(
    _ width: Int, _ height: Int, isOpaque: Bool = true, _ pixel: (_ x: Int, _ y: Int) -> UInt32
) -> PixelBuffer {
    PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { pixels in
        for y in 0..<height {
            for x in 0..<width {
                pixels[y * width + x] = pixel(x, y)
            }
        }
    }
}

/// Contents of one color.
func plain(_ width: Int, _ height: Int, _ pixel: UInt32) -> PixelBuffer {
    buffer(width, height, isOpaque: pixel >> 24 == 255) { _, _ in pixel }
}

/// A rectangle of whole pixels in points.
func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
}

/// A render tree of quads.
struct TestCanvas {
    var tree: RenderTree

    init(_ width: Int, _ height: Int, background: Color = .white) {
        tree = RenderTree(size: PixelSize(width: width, height: height), background: background)
    }

    var whole: PixelRect { PixelRect(x: 0, y: 0, width: tree.size.width, height: tree.size.height) }

    /// Contents shown in a rectangle that is seen by a projection.
    func quad(
        _ buffer: PixelBuffer, in frame: Rect, source: Rect? = nil, filter: ContentsFilter = .linear,
        opacity: Double = 1, by projection: Projection = .identity, clip: RenderClip? = nil
    ) throws -> RenderItem {
        let source = source ?? rect(0, 0, Double(buffer.size.width), Double(buffer.size.height))
        let placed = Projection(translationX: -source.minX, y: -source.minY)
            .followed(
                by: Projection(
                    scaleX: frame.size.width / source.size.width, y: frame.size.height / source.size.height)
            )
            .followed(by: Projection(translationX: frame.minX, y: frame.minY))
            .followed(by: projection)
        return .quad(
            RenderQuad(
                outline: try #require(PixelPolygon(frame, projectedBy: projection)),
                fill: .contents(
                    RenderContents(buffer: buffer, source: source, filter: filter, projection: placed)),
                opacity: opacity, clip: clip ?? RenderClip(bounds: whole)))
    }

    /// A color in a rectangle that is seen by a projection.
    func quad(
        _ color: Color, in frame: Rect, opacity: Double = 1, by projection: Projection = .identity,
        clip: RenderClip? = nil
    ) throws -> RenderItem {
        .quad(
            RenderQuad(
                outline: try #require(PixelPolygon(frame, projectedBy: projection)), fill: .color(color),
                opacity: opacity,
                clip: clip ?? RenderClip(bounds: whole)))
    }

    func group(_ items: [RenderItem], opacity: Double, blendMode: RenderBlendMode = .over) -> RenderItem {
        .group(RenderGroup(items: items, opacity: opacity, blendMode: blendMode, bounds: whole))
    }

    func showing(_ items: [RenderItem]) -> RenderTree {
        var tree = tree
        tree.items = items
        return tree
    }
}
