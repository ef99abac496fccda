internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The pixels of a preview as means of the pixels of tiles that come in any order.
///
/// What no tile covers stays transparent, and does not count in the means. Confined to one thread.
struct PreviewMeans {
    private let size: PixelSize
    private let halvings: Int
    /// The means of premultiplied pixels, row by row.
    private var pixels: [UInt32]

    /// Creates a transparent preview of a level whose sides are halved a number of times.
    init(of size: PixelSize, halvings: Int) {
        self.size = size
        self.halvings = halvings
        pixels = Array(repeating: 0, count: size.area)
    }

    /// Adds the pixels of a tile that lie in `part` of the level; the tile shows `rect` of it.
    mutating func add(_ tile: PixelBuffer, _ part: PixelRect, at rect: PixelRect) {
        let columns = scaled(part.columns, size.width)
        let rows = scaled(part.rows, size.height)
        tile.withPixels { source in
            for row in rows {
                for column in columns {
                    let across = covered(column, part.columns)
                    let down = covered(row, part.rows)
                    var sums = SIMD4<UInt64>.zero
                    for y in down {
                        for x in across {
                            sums &+= Self.channels(source[(y - rect.y) * rect.size.width + x - rect.x])
                        }
                    }
                    let count = UInt64(across.count * down.count)
                    if count > 0 { blend(Self.pixel(sums / count), at: row * size.width + column) }
                }
            }
        }
    }

    /// Calls `body` for every row, from the top.
    func forEachRow(_ body: (_ row: Int, _ pixels: UnsafePointer<UInt32>) -> Void) {
        pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in 0..<size.height { body(row, base + row * size.width) }
        }
    }

    /// The columns or rows of the preview that some of the level are in; beyond its end the last.
    private func scaled(_ range: Range<Int>, _ length: Int) -> Range<Int> {
        let first = min(range.lowerBound >> halvings, length - 1)
        return first..<max(first + 1, min(((range.upperBound - 1) >> halvings) + 1, length))
    }

    /// The columns or rows of a part of the level that one of the preview stands for.
    private func covered(_ position: Int, _ part: Range<Int>) -> Range<Int> {
        (position << halvings..<(position + 1) << halvings).clamped(to: part)
    }

    /// Takes over a pixel, or the mean where another tile has left one.
    private mutating func blend(_ pixel: UInt32, at position: Int) {
        let old = pixels[position]
        pixels[position] = old == 0 ? pixel : Self.pixel((Self.channels(old) &+ Self.channels(pixel)) / 2)
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<UInt64> {
        SIMD4(UInt64(pixel >> 24), UInt64(pixel >> 16 & 255), UInt64(pixel >> 8 & 255), UInt64(pixel & 255))
    }

    private static func pixel(_ channels: SIMD4<UInt64>) -> UInt32 {
        UInt32(truncatingIfNeeded: channels[0] << 24 | channels[1] << 16 | channels[2] << 8 | channels[3])
    }
}
