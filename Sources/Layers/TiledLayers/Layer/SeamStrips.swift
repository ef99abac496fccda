internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Strips drawn over the borders between magnified tiles, so that interpolation is continuous across them.
///
/// A magnified image is interpolated between pixel centers, but a tile ends half a pixel after its last center and does
/// not contain the neighbor's first pixel. So a strip one pixel wide, made of the two columns or rows on both sides,
/// covers each border, and one made of four pixels covers each point where four tiles meet. Pyramids with an overlap
/// need no strips: their tiles contain the neighbors' pixels.
struct SeamStrips {
    /// The tiles whose pixels meet, from the upper left, row by row.
    private struct Key: Hashable {
        var buffers: [PixelBuffer]
        var columns: Int
    }
    /// The strips of the last frame, reused in the next; bounded by the number of tiles in view.
    private var lastStrips: [Key: PixelBuffer] = [:]

    /// Returns the strips between parts that are whole, opaque and magnified tiles.
    ///
    /// `scale` is in screen pixels per full-size pixel.
    mutating func pieces(
        between parts: [TileCover.Part], of pyramid: Pyramid, scale: Double, _ mapping: ImageMapping
    ) -> [ContentsQuad] {
        guard pyramid.overlap == 0 else { return [] }
        var whole: [TileIndex: PixelBuffer] = [:]
        for part in parts {
            guard pyramid.levels[part.index.level].downsample * scale > 1 + Viewport.scaleTolerance,
                part.tile.buffer.isOpaque, part.imageRect == pyramid.imageRect(of: part.index)
            else { continue }
            whole[part.index] = part.tile.buffer
        }
        let previous = lastStrips
        lastStrips = [:]
        guard whole.count > 1 else { return [] }
        var corners: [ContentsQuad] = []
        var strips: [ContentsQuad] = []
        for index in whole.keys.sorted(by: { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }) {
            func buffer(_ column: Int, _ row: Int) -> PixelBuffer? {
                whole[TileIndex(level: index.level, column: index.column + column, row: index.row + row)]
            }
            guard let own = whole[index] else { continue }
            func quad(_ buffers: [PixelBuffer], columns: Int) -> ContentsQuad {
                let key = Key(buffers: buffers, columns: columns)
                let strip = previous[key] ?? Self.strip(of: key)
                lastStrips[key] = strip
                return Self.quad(strip, of: key, at: index, in: pyramid, mapping)
            }
            if let right = buffer(1, 0), right.size.height == own.size.height {
                strips.append(quad([own, right], columns: 2))
            }
            if let below = buffer(0, 1), below.size.width == own.size.width {
                strips.append(quad([own, below], columns: 1))
            }
            if let right = buffer(1, 0), let below = buffer(0, 1), let across = buffer(1, 1) {
                corners.append(quad([own, right, below, across], columns: 2))
            }
        }
        return strips + corners
    }

    /// The quad of a strip over the right border of a tile, over its lower border, or over both.
    private static func quad(
        _ strip: PixelBuffer, of key: Key, at index: TileIndex, in pyramid: Pyramid, _ mapping: ImageMapping
    ) -> ContentsQuad {
        let level = pyramid.levels[index.level]
        let imageRect = pyramid.imageRect(of: index)
        let pixel = Size(width: level.horizontalDownsample, height: level.verticalDownsample)
        var source = Rect(
            x: 0, y: 0, width: imageRect.size.width / pixel.width, height: imageRect.size.height / pixel.height)
        var covered = imageRect
        if key.columns > 1 {
            source.origin.x = 0.5
            source.size.width = 1
            covered.origin.x = imageRect.maxX - pixel.width / 2
            covered.size.width = pixel.width
        }
        if key.buffers.count > key.columns {
            source.origin.y = 0.5
            source.size.height = 1
            covered.origin.y = imageRect.maxY - pixel.height / 2
            covered.size.height = pixel.height
        }
        return ContentsQuad(
            buffer: strip, source: source, frame: mapping.frame(of: covered), samplingBounds: Rect(strip.size))
    }

    /// The pixels on both sides of a border: two columns, two rows, or two by two at a corner.
    private static func strip(of key: Key) -> PixelBuffer {
        let first = key.buffers[0].size
        let tiles = key.buffers
        if tiles.count == 4 {
            let column = first.width - 1
            let row = first.height - 1
            return PixelBuffer(size: PixelSize(width: 2, height: 2), isOpaque: true) { target in
                target[0] = tiles[0][column, row]
                target[1] = tiles[1][0, row]
                target[2] = tiles[2][column, 0]
                target[3] = tiles[3][0, 0]
            }
        }
        if key.columns == 2 {
            return PixelBuffer(size: PixelSize(width: 2, height: first.height), isOpaque: true) { target in
                for row in 0..<first.height {
                    target[2 * row] = tiles[0][first.width - 1, row]
                    target[2 * row + 1] = tiles[1][0, row]
                }
            }
        }
        return PixelBuffer(size: PixelSize(width: first.width, height: 2), isOpaque: true) { target in
            for column in 0..<first.width {
                target[column] = tiles[0][column, first.height - 1]
                target[first.width + column] = tiles[1][column, 0]
            }
        }
    }
}
