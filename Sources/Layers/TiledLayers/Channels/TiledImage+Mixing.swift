package import ChannelImages
package import TilePyramid
package import VectorDrawing

extension TiledImage {
    /// Mixes a tile of an image of many channels, as a layer with the same ``TiledLayer/channels`` draws it.
    ///
    /// Blocks while it reads samples that are not cached: call it off the main thread.
    ///
    /// - Parameters:
    ///   - index: the address of the tile.
    ///   - rendering: the channels, ranges and colors.
    ///   - cache: the tiles that are loaded already; nil, the default, for none.
    /// - Returns: the pixels; nil for images of pixels, and outside of the image.
    /// - Throws: `CodecError` when samples cannot be read, `OutOfMemory` when the system refuses memory.
    package func mixedTile(
        _ index: TileIndex, as rendering: ChannelRendering, cache: TileCache? = nil
    ) throws -> PixelBuffer? {
        guard let source = channelSource, pyramid.contains(index) else { return nil }
        var mixing = ChannelMixing(rendering, of: source.description, after: nil)
        var planes = mixing.planes
        if source.hasAlpha, var alpha = planes.first {
            alpha.channel = ChannelTileSource.alphaChannel
            planes.append(alpha)
        }
        var samples: [Int: SampleTile] = [:]
        for plane in planes { samples[plane.channel] = try self.samples(index, of: plane, source, cache) }
        var neighbors = NeighborTiles()
        if mixing.needsNeighbors, let plane = planes.first {
            neighbors = try NeighborTiles { columns, rows in
                let neighbor = TileIndex(level: index.level, column: index.column + columns, row: index.row + rows)
                return pyramid.contains(neighbor) ? try self.samples(neighbor, of: plane, source, cache) : nil
            }
        }
        return mixing.work(pyramid.rect(of: index).size, ofLevel: pyramid.levels[index.level].size, samples, neighbors)?
            .mixed(ColorSteps())
    }

    /// The samples of a tile, loaded already or read.
    private func samples(
        _ index: TileIndex, of plane: ChannelPlane, _ source: ChannelTileSource, _ cache: TileCache?
    ) throws -> SampleTile {
        try loadedSamples(index, of: plane, in: cache) ?? source.read(index, of: plane)
    }

    private func loadedSamples(_ index: TileIndex, of plane: ChannelPlane, in cache: TileCache?) -> SampleTile? {
        guard let cache, let image = image(of: plane) else { return nil }
        return cache.tile(TileKey(image: image.id, index: index))?.samples
    }
}
