internal import ImageCodecs
public import LayerTree
internal import Concurrency
public import TilePyramid

/// Decodes tiles of every format that the project knows, with a decoder for each worker that is used again and again.
///
/// This is forced decompression: what a layer gets is drawn as it is. A tile of the wrong size is refused by its header,
/// before memory is taken for its pixels.
public final class PooledTileDecoder: TileDecoding {
    /// The decoders of this process.
    public static let shared = PooledTileDecoder()

    /// As many as have been used at a time.
    private let idle = Locked<[TileDecoder]>([])

    /// A pool without decoders; each is made when it is needed.
    public init() {}

    /// Decodes a tile.
    ///
    /// - Throws: ``ImageCodecs/CodecError``.
    public func decode(_ tile: EncodedTile, size: PixelSize, name: String) throws -> PixelBuffer {
        let decoder = idle.withLock { $0.popLast() } ?? TileDecoder()
        defer { idle.withLock { $0.append(decoder) } }
        return try decoder.decode(tile.bytes, name: name) { opened in
            guard let scale = DecodeScale(rawValue: tile.reduction) else {
                throw CodecError(.invalidRequest, file: name, "a tile is not made \(tile.reduction) times smaller.")
            }
            guard scale.size(of: opened.size) == size else {
                throw CodecError(.invalidRequest, file: name, PixelSize.mismatch(scale.size(of: opened.size), size))
            }
            return try PixelBuffer(size: size, isOpaque: opened.isOpaque ? true : nil) {
                try opened.write(to: $0, scale: scale)
            }
        }
    }
}

extension PixelSize {
    /// What is said about a tile whose pixels are not as many as the pyramid says.
    static func mismatch(_ found: PixelSize, _ expected: PixelSize) -> String {
        "the tile is \(found) pixels, not \(expected) as the pyramid says"
    }
}
