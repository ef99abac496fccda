public import LayerTree
public import TilePyramid

/// Makes pixels of a tile's compressed bytes, at once and in the presenter's own format.
///
/// Calls come from several workers at once, never from the main thread.
public protocol TileDecoding: Sendable {
    /// Decodes a tile.
    ///
    /// - Parameters:
    ///   - tile: the compressed bytes, from a file that may be damaged or made to do harm.
    ///   - size: the pixels that the tile has by the pyramid's geometry; one of another size is a failure, and is best
    ///     refused before memory is taken for it.
    ///   - name: what to call the tile in messages.
    /// - Returns: the pixels.
    /// - Throws: why there are no pixels; the description is shown to people.
    func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer
}
