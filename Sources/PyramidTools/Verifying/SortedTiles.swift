internal import TilePyramid
internal import TileStores

/// The tiles that a pyramid has, in the order of levels, rows and columns.
struct SortedTiles: Sendable {
    private let pyramid: Pyramid
    /// The address of each tile in one number, ascending.
    private let places: [UInt64]

    /// Bits of a column and of a row; with a level they fit into 64 bits.
    private static let bits: UInt64 = 29

    init(_ source: any PyramidSource) throws {
        pyramid = source.pyramid
        var places: [UInt64] = []
        try source.forEachStoredTile { index, _ in
            if let place = Self.place(of: index) { places.append(place) }
        }
        places.sort()
        self.places = places
    }

    /// Names all tiles in their order.
    func forEach(_ body: (TileIndex) throws -> Void) rethrows {
        let mask = 1 << Self.bits - 1
        for place in places {
            try body(
                TileIndex(
                    level: Int(place >> (2 * Self.bits)), column: Int(place) & mask, row: Int(place >> Self.bits) & mask
                ))
        }
    }

    /// Whether the pyramid has a tile.
    ///
    /// - Complexity: O(log(tiles)).
    func contains(_ index: TileIndex) -> Bool {
        guard pyramid.contains(index), let place = Self.place(of: index) else { return false }
        var range = places.startIndex..<places.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if places[middle] == place { return true }
            range = places[middle] < place ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    private static func place(of index: TileIndex) -> UInt64? {
        let limit = 1 << bits
        guard index.column < limit, index.row < limit else { return nil }
        return UInt64(index.level) << (2 * bits) | UInt64(index.row) << bits | UInt64(index.column)
    }
}
