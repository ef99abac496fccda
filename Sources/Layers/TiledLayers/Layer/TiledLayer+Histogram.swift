internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension TiledLayer {
    /// Returns the histogram of the tiles that the last frame showed, from their stored colors.
    ///
    /// Those of an image of many channels are counted as they are mixed, after ``colorAdjustment``.
    ///
    /// - Returns: the counts from a sixteenth of the pixels.
    /// - Complexity: O(pixels shown): about 0.1 ms for each megapixel.
    public func visibleHistogram() -> ColorHistogram {
        var histogram = ColorHistogram()
        for index in Set(drawnTiles.map(\.index)) {
            guard let pixels = storedPixels(of: index) else { continue }
            histogram.add(pixels)
        }
        return histogram
    }

    private func storedPixels(of index: TileIndex) -> PixelBuffer? {
        if let mixedTiles { return mixedTiles.pixels(of: index) }
        return loader.cache.tile(TileKey(image: image.id, index: index))?.buffer
    }
}
