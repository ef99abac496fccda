internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

extension Document {
    /// Reads and decodes a tile of ``source``; nil where there is none.
    ///
    /// Blocks while it reads: call it off the main thread.
    ///
    /// - Throws: the error of the source or of the decoder.
    func decodedTile(_ index: TileIndex) throws -> PixelBuffer? {
        let pyramid = source.pyramid
        guard pyramid.contains(index), let tile = try source.read(index) else { return nil }
        return try PooledTileDecoder.shared.decode(tile, at: index, of: pyramid, name: name)
    }
}
