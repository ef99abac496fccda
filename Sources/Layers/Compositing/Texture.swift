internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// Pixels to sample: a part of a buffer with at least two columns and two rows.
///
/// It is safe as `@unchecked Sendable` because a buffer is immutable, its memory does not move, and the texture retains it.
struct Texture: @unchecked Sendable {
    /// The pixels.
    let plane: PixelBufferView
    private let owner: PixelBuffer

    /// Creates the texture of a part of a buffer; nil if the part is empty.
    ///
    /// A single column or row is doubled, so that every position has four pixels around it.
    init?(_ buffer: PixelBuffer, part: PixelRect) {
        guard !part.isEmpty else { return nil }
        let (buffer, part) = buffer.samplable(part)
        guard let base = buffer.withPixels({ $0.baseAddress }) else { return nil }
        owner = buffer
        plane = PixelBufferView(
            base: base + (part.y * buffer.size.width + part.x), stride: buffer.size.width, width: part.size.width,
            height: part.size.height)
    }
}

extension RenderContents {
    /// The pixels that may be read: all pixels at least partly inside the source, or the nearest pixel to it.
    ///
    /// A tolerance of 1/1024 pixel absorbs rounding errors.
    var sourcePixels: PixelRect {
        func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
            let rounding = 1.0 / 1024
            func clamped(_ coordinate: Double) -> Int { coordinate > 0 ? Int(min(coordinate, Double(count))) : 0 }
            let first = min(clamped((low + rounding).rounded(.down)), count - 1)
            return first..<max(first + 1, clamped((high - rounding).rounded(.up)))
        }
        let columns = pixels(source.minX, source.maxX, buffer.size.width)
        let rows = pixels(source.minY, source.maxY, buffer.size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
