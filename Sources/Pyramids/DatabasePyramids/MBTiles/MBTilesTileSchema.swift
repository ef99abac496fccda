internal import Concurrency
internal import Georeferencing
internal import Glibc
internal import SQLiteDatabases
internal import TileContainers

/// Writes tiles to the tables of mb-util, equal ones once.
final class MBTilesTileSchema: TileDatabaseSchema {
    let applicationID = MBTilesSchema.applicationID
    let tables = MBTilesSchema.tables
    let tileQuery = """
        SELECT tile_data FROM map JOIN images ON images.tile_id = map.tile_id
        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
        """
    /// The hashes of the images; the `tile_id` is the number in the index plus 1.
    ///
    /// Only used by the writing thread.
    private let images = Locked(HashIndex())

    func insert(
        _ bytes: [UInt8], hash: UInt64, at address: TileAddress, _ connection: SQLiteConnection
    ) throws -> Bool {
        let (image, isShared) = try image(of: bytes, hash, connection)
        try connection.cachedStatement("INSERT INTO map VALUES (?, ?, ?, ?)")
            .run(.integer(address.zoom), .integer(address.column), .integer(address.row), .integer(image))
        return isShared
    }

    /// The ID of the image with a tile's bytes, and whether it existed.
    ///
    /// Hashes may collide, so the bytes are compared.
    private func image(
        of bytes: [UInt8], _ hash: UInt64, _ connection: SQLiteConnection
    ) throws -> (Int, isShared: Bool) {
        try images.withLock { images in
            var number = -1
            while let candidate = images.first(hash, after: number) {
                let select = try connection.cachedStatement("SELECT tile_data FROM images WHERE tile_id = ?")
                let isShared = try select.firstRow(.integer(candidate + 1)) { row in
                    row.withBytes(0) { stored in
                        guard stored.count == bytes.count, let start = stored.baseAddress else { return false }
                        return memcmp(start, bytes, stored.count) == 0
                    }
                }
                if isShared == true { return (candidate + 1, true) }
                number = candidate
            }
            let insert = try connection.cachedStatement("INSERT INTO images VALUES (?, ?)")
            try insert.run(.integer(images.count + 1), .bytes(bytes))
            images.append(hash)
            return (images.count, false)
        }
    }
}

extension MapTile {
    /// The address in a table of MBTiles, whose rows are counted from the south.
    var tmsAddress: TileAddress { TileAddress(zoom: zoom, column: column, row: tmsRow) }
}
