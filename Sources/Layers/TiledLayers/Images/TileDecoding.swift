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
    ///   - size: the pixels that the tile is stored with, by the pyramid's geometry: where edge tiles are padded, more than
    ///     it shows of its level. A tile of another size is a failure, best refused before memory is taken for it.
    ///   - name: what to call the tile in messages.
    /// - Returns: the pixels.
    /// - Throws: why there are no pixels; the description is shown to people.
    func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer
}

extension TileDecoding {
    /// Decodes a tile of a pyramid, and crops what it is padded with.
    ///
    /// - Parameters:
    ///   - tile: the compressed bytes.
    ///   - index: the tile's address.
    ///   - pyramid: the pyramid it belongs to.
    ///   - name: what to call the image in messages.
    /// - Returns: the pixels of the level that the tile shows, overlap included: as many as
    ///   ``TilePyramid/Pyramid/rect(of:)`` says.
    /// - Throws: why there are no pixels.
    public func decode(
        _ tile: EncodedTile, at index: TileIndex, of pyramid: Pyramid, name: String
    ) throws -> PixelBuffer {
        let stored = pyramid.storedSize(of: index)
        let buffer = try decode(tile, size: stored, name: "\(name) \(index)")
        guard buffer.size == stored else {
            throw TileSizeError(description: PixelSize.mismatch(buffer.size, stored))
        }
        let offset = pyramid.offsetInTile(of: index)
        let shown = pyramid.rect(of: index).size
        return buffer.cropped(to: PixelRect(x: offset.x, y: offset.y, width: shown.width, height: shown.height))
    }
}

/// A decoder has returned pixels of another size than it was asked for.
struct TileSizeError: Error, CustomStringConvertible {
    var description: String
}
