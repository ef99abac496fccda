internal import PixelKernels

/// Opens a tile as an image, for its samples as they are stored: with straight alpha, and 16 bits where it has them.
///
/// Takes the kinds of file that ``TileDecoder`` takes, and leaves the orientation alone as that does.
///
/// - Parameters:
///   - bytes: the compressed tile, a whole file.
///   - name: what is decoded, for messages, such as "tile 3/4_5".
/// - Returns: the tile as it is stored, in sRGB or gray.
/// - Throws: ``CodecError`` when this is no such file, or its header is damaged.
package func openTileImage(_ bytes: [UInt8], name: String) throws -> any ImageSource {
    let input = ImageInput.bytes(bytes, name: name)
    var options = DecodeOptions()
    options.autorotate = false
    options.depth = .sixteen
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]),
        let jpeg = try JPEGImageSource.open(input, options: options, scale: .full)
    {
        return jpeg
    }
    return try VipsImageSource(input: input, options: options, kinds: VipsTileDecoder.kinds)
}
