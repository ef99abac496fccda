package import ChannelImages
internal import TilePyramid

extension TiledImage {
    /// Returns the real value of a pixel of full size in a channel if its tile is loaded.
    ///
    /// It does not read and does not wait: the main thread may call it.
    ///
    /// - Parameters:
    ///   - x: the column of the pixel.
    ///   - y: the row of the pixel.
    ///   - plane: the channel, the section and the time; its level is not used.
    ///   - cache: the tiles that are loaded.
    /// - Returns: the value, with the channel's scale and offset; NaN for the no-data value; nil if it is not loaded, outside of the
    ///   image, and for images of pixels.
    package func loadedValue(x: Int, y: Int, of plane: ChannelPlane, in cache: TileCache) -> Double? {
        let level = pyramid.finestLevel
        guard let source = channelSource, source.description.channels.indices.contains(plane.channel),
            (0..<level.size.width).contains(x), (0..<level.size.height).contains(y),
            let column = level.tileColumns(showing: x..<x + 1).first,
            let row = level.tileRows(showing: y..<y + 1).first, let image = image(of: plane)
        else { return nil }
        let index = TileIndex(level: level.index, column: column, row: row)
        let rect = pyramid.rect(of: index)
        guard let samples = cache.tile(TileKey(image: image.id, index: index))?.samples, samples.size == rect.size
        else { return nil }
        return withExtendedLifetime(samples) {
            guard let first = samples.firstSample else { return nil }
            let offset = (y - rect.y) * rect.size.width + x - rect.x
            var value = 0.0
            source.description.convertToReal(
                first + offset * source.description.sampleType.byteCount, count: 1, ofChannel: plane.channel,
                to: &value)
            return value
        }
    }
}
