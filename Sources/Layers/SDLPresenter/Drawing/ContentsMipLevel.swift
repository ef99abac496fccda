internal import Compositing
internal import LayerTree
internal import TilePyramid

/// Contents at one of their sizes: in full, or a part of them halved so many times.
struct ContentsMipLevel {
    /// The pixels.
    let buffer: PixelBuffer
    /// The pixels that may be read.
    let samplingBounds: PixelRect
    /// The place in the contents of the upper left corner of ``buffer``.
    private let origin: SIMD2<Double>
    /// Pixels of ``buffer`` for each pixel of the contents.
    private let scale: Double

    /// Contents in full, of which a part may be read.
    init(_ contents: PixelBuffer, part: PixelRect) {
        buffer = contents
        samplingBounds = part
        origin = .zero
        scale = 1
    }

    /// A part of contents that has been halved `level` times.
    init(_ halved: PixelBuffer, of part: PixelRect, level: Int) {
        buffer = halved
        samplingBounds = PixelRect(x: 0, y: 0, width: halved.size.width, height: halved.size.height)
        origin = SIMD2(Double(part.x), Double(part.y))
        scale = 1 / Double(1 << level)
    }

    /// The same polygon with its sources in the pixels of this size.
    func polygon(_ polygon: ClippablePolygon<MeshVertex>) -> ClippablePolygon<MeshVertex> {
        guard scale != 1 || origin != .zero else { return polygon }
        var polygon = polygon
        for index in polygon.corners.indices {
            polygon.corners[index].source = (polygon.corners[index].source - origin) * scale
        }
        return polygon
    }
}
