internal import ImageCodecs
internal import TileContainers
internal import TilePyramid

/// The format and size of one tile, which all others share.
struct SampleTile: Hashable, Sendable {
    var format: TileFormat
    var size: PixelSize

    /// Reads the header of a tile.
    ///
    /// - Throws: ``StoreError`` when it is damaged.
    init(_ tile: EncodedTile, path: String) throws {
        format = tile.format
        do {
            size = try TileDecoder.size(of: tile.bytes, name: path)
        } catch {
            throw StoreError(.malformed, path: path, "this tile is damaged: its size cannot be read.")
        }
    }
}

/// A search for a tile among several addresses; a server may refuse those outside of its map.
struct SampleSearch {
    private var refusal: StoreError?

    /// Requests a tile; `nil` if there is none, or if the server refuses it.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, or not with a tile.
    mutating func tile(_ url: String, _ origin: RemoteOrigin) async throws -> SampleTile? {
        do {
            return try await origin.tile(url)
        } catch let error as StoreError where error.code == .unreadable {
            refusal = refusal ?? error
            return nil
        }
    }

    /// Throws the first refusal, after no address had a tile.
    func finish() throws {
        if let refusal { throw refusal }
    }
}
