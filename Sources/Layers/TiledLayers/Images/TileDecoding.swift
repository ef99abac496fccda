internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// Decodes a tile's compressed bytes into the renderer's pixel format (forced decompression).
///
/// It is called on several workers at once, never on the main thread.
public protocol TileDecoding: Sendable {
    /// Decodes a tile.
    ///
    /// - Parameters:
    ///   - tile: the compressed bytes, from a file that may be damaged or malicious.
    ///   - size: the size in pixels that the pyramid prescribes for the stored tile, padding included. A tile of another size
    ///     is an error, best detected before memory is allocated for its pixels.
    ///   - name: the name of the tile in error messages.
    /// - Returns: the pixels.
    /// - Throws: an error whose description is shown to people.
    func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer
}

extension TileDecoding {
    /// Decodes a tile of a pyramid and crops its padding; `name` is the image's name in error messages.
    ///
    /// - Returns: the tile's pixels of the level, overlap included, in the size of ``TilePyramid/Pyramid/rect(of:)``.
    /// - Throws: an error whose description is shown to people.
    public func decode(
        _ tile: EncodedTile, at index: TileIndex, of pyramid: Pyramid, name: String
    ) throws -> PixelBuffer {
        let stored = pyramid.storedSize(of: index)
        let buffer = try decode(tile, size: stored, name: "\(name) \(index)")
        guard buffer.size == stored else {
            throw TileSizeError(description: PixelSize.mismatch(buffer.size, stored))
        }
        return buffer.croppedToShownPart(of: index, pyramid)
    }
}

extension PixelBuffer {
    /// Returns the part of a stored tile without padding.
    func croppedToShownPart(of index: TileIndex, _ pyramid: Pyramid) -> PixelBuffer {
        let offset = pyramid.offsetInTile(of: index)
        let shown = pyramid.rect(of: index).size
        return cropped(to: PixelRect(x: offset.x, y: offset.y, width: shown.width, height: shown.height))
    }
}

/// A decoder returned pixels of another size than requested.
struct TileSizeError: Error, CustomStringConvertible {
    var description: String
}
