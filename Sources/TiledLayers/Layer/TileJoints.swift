internal import LayerTree
internal import TilePyramid

/// What is drawn over the borders of enlarged tiles so that they are as smooth as the rest.
///
/// Enlarged, a picture's pixels pass into each other from center to center; but a tile ends half a pixel after the center
/// of its last one, and nothing is known of the neighbor's first one there. So along each border lies a strip, one
/// pixel wide, of a picture of the two columns or rows on both sides of it; and where four tiles meet, one of four
/// pixels. Pyramids with an overlap need none of it: their tiles have their neighbors' pixels.
struct TileJoints {
    /// The tiles whose pixels meet, from the upper left, row by row.
    private struct Key: Hashable {
        var buffers: [PixelBuffer]
        var columns: Int
    }
    /// The pictures of the last frame; bounded by the tiles in view.
    private var pictures: [Key: PixelBuffer] = [:]

    /// The strips between those of the parts that are whole tiles, opaque and, at so many pixels of the screen for each
    /// full-size pixel, enlarged.
    mutating func pieces(
        between parts: [TileCover.Part], of pyramid: Pyramid, scale: Double, _ mapping: ImageMapping
    ) -> [LayerPiece] {
        guard pyramid.overlap == 0 else { return [] }
        var whole: [TileIndex: PixelBuffer] = [:]
        for part in parts {
            guard pyramid.levels[part.index.level].downsample * scale > 1 + Viewport.scaleTolerance,
                part.tile.buffer.isOpaque, part.place == pyramid.place(of: part.index)
            else { continue }
            whole[part.index] = part.tile.buffer
        }
        let former = pictures
        pictures = [:]
        guard whole.count > 1 else { return [] }
        var corners: [LayerPiece] = []
        var strips: [LayerPiece] = []
        for index in whole.keys.sorted(by: { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }) {
            func buffer(_ column: Int, _ row: Int) -> PixelBuffer? {
                whole[TileIndex(level: index.level, column: index.column + column, row: index.row + row)]
            }
            guard let own = whole[index] else { continue }
            let joint = Joint(of: index, in: pyramid)
            if let right = buffer(1, 0), right.size.height == own.size.height {
                let picture = picture(Key(buffers: [own, right], columns: 2), among: former)
                strips.append(joint.right(picture, mapping))
            }
            if let below = buffer(0, 1), below.size.width == own.size.width {
                let picture = picture(Key(buffers: [own, below], columns: 1), among: former)
                strips.append(joint.below(picture, mapping))
            }
            if let right = buffer(1, 0), let below = buffer(0, 1), let across = buffer(1, 1) {
                let picture = picture(Key(buffers: [own, right, below, across], columns: 2), among: former)
                corners.append(joint.corner(picture, mapping))
            }
        }
        return strips + corners
    }

    private mutating func picture(_ key: Key, among former: [Key: PixelBuffer]) -> PixelBuffer {
        let picture = former[key] ?? Self.picture(of: key)
        pictures[key] = picture
        return picture
    }

    /// The pixels next to a border: two columns, two rows, or two by two.
    private static func picture(of key: Key) -> PixelBuffer {
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

/// Where the joints of a tile with its right and lower neighbors lie.
private struct Joint {
    /// The part of the image that the tile stands for.
    private let place: Rect
    /// Full-size pixels for each of the tile's.
    private let pixel: Size

    init(of index: TileIndex, in pyramid: Pyramid) {
        let level = pyramid.levels[index.level]
        place = pyramid.place(of: index)
        pixel = Size(width: level.horizontalDownsample, height: level.verticalDownsample)
    }

    func right(_ picture: PixelBuffer, _ mapping: ImageMapping) -> LayerPiece {
        piece(
            picture, Rect(x: 0.5, y: 0, width: 1, height: place.size.height / pixel.height),
            Rect(x: place.maxX - pixel.width / 2, y: place.minY, width: pixel.width, height: place.size.height),
            mapping)
    }

    func below(_ picture: PixelBuffer, _ mapping: ImageMapping) -> LayerPiece {
        piece(
            picture, Rect(x: 0, y: 0.5, width: place.size.width / pixel.width, height: 1),
            Rect(x: place.minX, y: place.maxY - pixel.height / 2, width: place.size.width, height: pixel.height),
            mapping)
    }

    func corner(_ picture: PixelBuffer, _ mapping: ImageMapping) -> LayerPiece {
        piece(
            picture, Rect(x: 0.5, y: 0.5, width: 1, height: 1),
            Rect(
                x: place.maxX - pixel.width / 2, y: place.maxY - pixel.height / 2, width: pixel.width,
                height: pixel.height), mapping)
    }

    private func piece(_ picture: PixelBuffer, _ source: Rect, _ place: Rect, _ mapping: ImageMapping) -> LayerPiece {
        LayerPiece(
            buffer: picture, source: source, frame: mapping.frame(of: place),
            readable: Rect(
                x: 0, y: 0, width: Double(picture.size.width), height: Double(picture.size.height)))
    }
}
