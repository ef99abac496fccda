internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Strips drawn over the borders between magnified tiles, so that interpolation is continuous across them.
///
/// A magnified image is interpolated between pixel centers, but a tile ends half a pixel after its last center and does
/// not contain the neighbor's first pixel. So a strip one pixel wide, made of the two columns or rows on both sides,
/// covers each border, and one made of four pixels covers each point where four tiles meet. Cubic interpolation reaches one
/// pixel further, so its strips are three pixels wide, made of six columns or rows. Pyramids with an overlap need no strips:
/// their tiles contain the neighbors' pixels.
struct SeamStrips {
    /// The way in which strips are drawn.
    struct Style {
        /// Screen pixels per full-size pixel.
        var scale: Double
        /// The sampling filter; nil for the layer's own.
        var filter: ContentsFilter?
        /// Whether the filter is cubic.
        var isCubic = false
        /// The border of the image if its outline is antialiased; nil if it is not.
        var border: ImageBorder?
    }

    /// The tiles whose pixels meet, from the upper left, row by row.
    private struct Key: Hashable {
        var buffers: [PixelBuffer]
        var columns: Int
        /// The pixels of each tile across a border; as many in the middle of the strip are covered.
        var depth: Int

        /// The number of columns and rows of tiles.
        var grid: (columns: Int, rows: Int) { (columns, buffers.count / columns) }
    }
    /// The strips of the last frame, reused in the next; bounded by the number of tiles in view.
    private var lastStrips: [Key: PixelBuffer] = [:]

    /// The pixels of each tile in a strip for linear and for cubic interpolation.
    private static let linearDepth = 1
    private static let cubicDepth = 3

    /// Returns the strips between parts that are whole, opaque and magnified tiles.
    mutating func pieces(
        between parts: [TileCover.Part], of pyramid: Pyramid, _ style: Style, _ mapping: ImageMapping
    ) -> [ContentsQuad] {
        guard pyramid.overlap == 0 else { return [] }
        var whole: [TileIndex: PixelBuffer] = [:]
        for part in parts {
            guard pyramid.levels[part.index.level].downsample * style.scale > 1 + Viewport.scaleTolerance,
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
                let isDeep =
                    style.isCubic
                    && buffers.allSatisfy { min($0.size.width, $0.size.height) >= Self.cubicDepth }
                let key = Key(
                    buffers: buffers, columns: columns, depth: isDeep ? Self.cubicDepth : Self.linearDepth)
                let strip = previous[key] ?? Self.strip(of: key)
                lastStrips[key] = strip
                return Self.quad(strip, of: key, at: index, in: pyramid, style, mapping)
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
        _ strip: PixelBuffer, of key: Key, at index: TileIndex, in pyramid: Pyramid, _ style: Style,
        _ mapping: ImageMapping
    ) -> ContentsQuad {
        let level = pyramid.levels[index.level]
        let imageRect = pyramid.imageRect(of: index)
        let pixel = Size(width: level.horizontalDownsample, height: level.verticalDownsample)
        var source = Rect(
            x: 0, y: 0, width: imageRect.size.width / pixel.width, height: imageRect.size.height / pixel.height)
        var covered = imageRect
        // Half of a strip is covered; interpolation needs the other half.
        let breadth = Double(key.depth)
        if key.grid.columns > 1 {
            source.origin.x = Double(key.depth) - breadth / 2
            source.size.width = breadth
            covered.origin.x = imageRect.maxX - breadth / 2 * pixel.width
            covered.size.width = breadth * pixel.width
        }
        if key.grid.rows > 1 {
            source.origin.y = Double(key.depth) - breadth / 2
            source.size.height = breadth
            covered.origin.y = imageRect.maxY - breadth / 2 * pixel.height
            covered.size.height = breadth * pixel.height
        }
        let extended = style.border?.extended(covered)
        if let extended {
            source = Rect(
                x: source.minX + (extended.minX - covered.minX) / pixel.width,
                y: source.minY + (extended.minY - covered.minY) / pixel.height,
                width: source.size.width + (extended.size.width - covered.size.width) / pixel.width,
                height: source.size.height + (extended.size.height - covered.size.height) / pixel.height)
        }
        return ContentsQuad(
            buffer: strip, source: source, frame: mapping.frame(of: extended ?? covered),
            samplingBounds: Rect(strip.size), filter: style.filter,
            softOutline: extended == nil ? nil : style.border?.outline)
    }

    /// The pixels on both sides of a border, or around a point where four tiles meet.
    private static func strip(of key: Key) -> PixelBuffer {
        let first = key.buffers[0].size
        let (columns, rows) = key.grid
        let size = PixelSize(
            width: columns > 1 ? 2 * key.depth : first.width, height: rows > 1 ? 2 * key.depth : first.height)
        // The tile across which a place lies, and its place in that tile.
        func place(_ position: Int, isAcross: Bool, length: Int) -> (tile: Int, position: Int) {
            guard isAcross else { return (0, position) }
            return position < key.depth ? (0, length - key.depth + position) : (1, position - key.depth)
        }
        return PixelBuffer(size: size, isOpaque: true) { target in
            for y in 0..<size.height {
                let row = place(y, isAcross: rows > 1, length: first.height)
                for x in 0..<size.width {
                    let column = place(x, isAcross: columns > 1, length: first.width)
                    target[y * size.width + x] =
                        key.buffers[row.tile * columns + column.tile][column.position, row.position]
                }
            }
        }
    }
}
