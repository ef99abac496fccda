internal import TilePyramid

extension Pyramid {
    /// The pixels of its level that two tiles share; nil when there are none.
    func overlapRect(_ first: TileIndex, _ second: TileIndex) -> PixelRect? {
        let one = rect(of: first)
        let other = rect(of: second)
        let columns = one.columns.clamped(to: other.columns)
        let rows = one.rows.clamped(to: other.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}

extension DecodedTileBuffer {
    /// Returns the luma of some of a tile's pixels, weighted as in ITU-R BT.601.
    ///
    /// - Parameters:
    ///   - part: the pixels, in pixels of the level.
    ///   - tile: the pixels of the level that the decoded tile shows.
    /// - Returns: A value from 0 to 255 for each pixel, row by row.
    func luma(of part: PixelRect, in tile: PixelRect) -> [UInt8] {
        part.rows.flatMap { y in
            part.columns.map { x in
                let pixel = pixels[(y - tile.y) * size.width + x - tile.x]
                let sum = 77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)
                return UInt8(truncatingIfNeeded: sum >> 8)
            }
        }
    }
}
