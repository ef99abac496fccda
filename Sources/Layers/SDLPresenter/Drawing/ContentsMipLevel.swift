internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A mip level of some contents: all of them at full size, or a part halved `level` times.
struct ContentsMipLevel {
    /// The pixels.
    let buffer: PixelBuffer
    /// The pixels that may be sampled.
    let samplingBounds: PixelRect
    /// The position of the upper left corner of ``buffer`` in the contents.
    private let origin: SIMD2<Double>
    /// Pixels of ``buffer`` per pixel of the contents.
    private let scale: Double

    /// Creates level 0; only a part of it may be sampled.
    init(_ contents: PixelBuffer, part: PixelRect) {
        buffer = contents
        samplingBounds = part
        origin = .zero
        scale = 1
    }

    /// Creates the level of a part that has been halved `level` times.
    init(_ halved: PixelBuffer, of part: PixelRect, level: Int) {
        buffer = halved
        samplingBounds = PixelRect(halved.size)
        origin = SIMD2(Double(part.x), Double(part.y))
        scale = 1 / Double(1 << level)
    }

    /// Returns the polygon with its source coordinates in pixels of this level.
    func polygon(_ polygon: ClippablePolygon<MeshVertex>) -> ClippablePolygon<MeshVertex> {
        scale == 1 && origin == .zero ? polygon : polygon.mappingSource { ($0 - origin) * scale }
    }
}
