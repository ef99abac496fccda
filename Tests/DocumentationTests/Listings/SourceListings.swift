import ImageCodecs
import LayerTree
import TilePyramid
import VectorDrawing

/// Tiles by index, as an app's own database might have them.
struct TileDatabase: Sendable {
    func bytes(of index: TileIndex) throws -> [UInt8]? { nil }
}

func closureSourceListing(size: PixelSize, database: TileDatabase) -> any TileSource {
    // listing
    let source = ClosureTileSource(pyramid: Pyramid(size: size)) { index in
        try database.bytes(of: index).map { EncodedTile(bytes: $0, format: .jpeg) }
    }
    // end
    return source
}

func tileDecoderListing(decoder: TileDecoder, tile: EncodedTile) throws -> PixelBuffer {
    // listing
    let buffer = try decoder.decode(tile.bytes, name: "tile 3/4_5") { tile in
        try PixelBuffer(size: tile.size, isOpaque: tile.isOpaque ? true : nil) { try tile.write(to: $0) }
    }
    // end
    return buffer
}
