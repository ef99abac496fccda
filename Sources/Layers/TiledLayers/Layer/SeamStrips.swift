internal import LayerTree
internal import TilePyramid

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

    /// Returns the strips between those parts that are whole, opaque and magnified tiles.
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
            let seams = TileSeams(of: index, in: pyramid)
            if let right = buffer(1, 0), right.size.height == own.size.height {
                let strip = strip(Key(buffers: [own, right], columns: 2), among: previous)
                strips.append(seams.right(strip, mapping))
            }
            if let below = buffer(0, 1), below.size.width == own.size.width {
                let strip = strip(Key(buffers: [own, below], columns: 1), among: previous)
                strips.append(seams.below(strip, mapping))
            }
            if let right = buffer(1, 0), let below = buffer(0, 1), let across = buffer(1, 1) {
                let strip = strip(Key(buffers: [own, right, below, across], columns: 2), among: previous)
                corners.append(seams.corner(strip, mapping))
            }
        }
        return strips + corners
    }

    private mutating func strip(_ key: Key, among previous: [Key: PixelBuffer]) -> PixelBuffer {
        let strip = previous[key] ?? Self.strip(of: key)
        lastStrips[key] = strip
        return strip
    }

    /// The pixels on both sides of a border: two columns, two rows, or two by two at a corner.
    private static func strip(of key: Key) -> PixelBuffer {
        let (first, tiles) = (key.buffers[0].size, key.buffers)
        if tiles.count == 4 {
            let (column, row) = (first.width - 1, first.height - 1)
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

/// The geometry of a tile's seams with its right and lower neighbors.
private struct TileSeams {
    /// The part of the image that the tile shows, without overlap.
    private let imageRect: Rect
    /// The size of one tile pixel in full-size pixels.
    private let pixel: Size

    init(of index: TileIndex, in pyramid: Pyramid) {
        let level = pyramid.levels[index.level]
        imageRect = pyramid.imageRect(of: index)
        pixel = Size(width: level.horizontalDownsample, height: level.verticalDownsample)
    }

    func right(_ strip: PixelBuffer, _ mapping: ImageMapping) -> ContentsQuad {
        piece(
            strip, Rect(x: 0.5, y: 0, width: 1, height: imageRect.size.height / pixel.height),
            Rect(
                x: imageRect.maxX - pixel.width / 2, y: imageRect.minY, width: pixel.width,
                height: imageRect.size.height),
            mapping)
    }

    func below(_ strip: PixelBuffer, _ mapping: ImageMapping) -> ContentsQuad {
        piece(
            strip, Rect(x: 0, y: 0.5, width: imageRect.size.width / pixel.width, height: 1),
            Rect(
                x: imageRect.minX, y: imageRect.maxY - pixel.height / 2, width: imageRect.size.width,
                height: pixel.height),
            mapping)
    }

    func corner(_ strip: PixelBuffer, _ mapping: ImageMapping) -> ContentsQuad {
        piece(
            strip, Rect(x: 0.5, y: 0.5, width: 1, height: 1),
            Rect(
                x: imageRect.maxX - pixel.width / 2, y: imageRect.maxY - pixel.height / 2, width: pixel.width,
                height: pixel.height), mapping)
    }

    private func piece(_ strip: PixelBuffer, _ source: Rect, _ imageRect: Rect, _ mapping: ImageMapping) -> ContentsQuad
    {
        ContentsQuad(
            buffer: strip, source: source, frame: mapping.frame(of: imageRect),
            samplingBounds: Rect(
                x: 0, y: 0, width: Double(strip.size.width), height: Double(strip.size.height)))
    }
}
