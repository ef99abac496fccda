internal import FilePyramids
internal import TilePyramid

/// The tiles of a pyramid, sorted by level, row and column.
struct SortedTiles: Sendable {
    private let pyramid: Pyramid
    /// The address of each tile packed into a number, ascending.
    private let addresses: [UInt64]

    /// Bits of a column and of a row; with the level they fit into 64 bits.
    private static let bits: UInt64 = 29

    init(_ source: any PyramidSource) throws {
        pyramid = source.pyramid
        var addresses: [UInt64] = []
        try source.forEachStoredTile { index, _ in
            if let address = Self.address(of: index) { addresses.append(address) }
        }
        addresses.sort()
        self.addresses = addresses
    }

    /// Calls `body` with each tile in order.
    func forEach(_ body: (TileIndex) throws -> Void) rethrows {
        let mask = 1 << Self.bits - 1
        for address in addresses {
            try body(
                TileIndex(
                    level: Int(address >> (2 * Self.bits)), column: Int(address) & mask,
                    row: Int(address >> Self.bits) & mask))
        }
    }

    /// Returns whether the pyramid has a tile.
    ///
    /// - Complexity: O(log(tiles)).
    func contains(_ index: TileIndex) -> Bool {
        guard pyramid.contains(index), let address = Self.address(of: index) else { return false }
        var range = addresses.startIndex..<addresses.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if addresses[middle] == address { return true }
            range = addresses[middle] < address ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    private static func address(of index: TileIndex) -> UInt64? {
        let limit = 1 << bits
        guard index.column < limit, index.row < limit else { return nil }
        return UInt64(index.level) << (2 * bits) | UInt64(index.row) << bits | UInt64(index.column)
    }
}
