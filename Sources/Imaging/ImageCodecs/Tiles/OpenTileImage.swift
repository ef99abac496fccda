internal import ImageMetadata
package import ImageSources
internal import PixelKernels

/// Opens a tile as an image, to read its stored samples, with straight alpha, and with 16 bits if it has them.
///
/// It accepts the formats of ``TileDecoder`` and also ignores the orientation. The image is in sRGB or gray.
///
/// - Parameters:
///   - bytes: the encoded tile.
///   - name: the tile's name for error messages.
///   - scale: the scale at which a JPEG is decoded, which takes less time; full by default. Other formats keep their size.
/// - Returns: the image, at a smaller size if the tile is a JPEG.
/// - Throws: ``CodecError`` when the format is not supported or the header is damaged.
package func openTileImage(
    _ bytes: [UInt8], name: String, scale: DecodeScale = .full
) throws -> any ImageSource {
    let input = ImageInput.bytes(bytes, name: name)
    var options = DecodeOptions()
    options.autorotate = false
    options.depth = .sixteen
    return try ImageOpening(input, options: options, scale: scale, formats: .standard).openTile()
}
