package import TilePyramid

/// The blob ID of each tile of a pyramid, an index into a ``TileBlobStore``.
///
/// Takes 4 bytes per tile of the pyramid, except in parts of it that have none.
package struct BlobIDTable: Sendable {
    private let numbering: TileNumbering
    /// The blob ID plus 1; 0 for an absent tile.
    private var numbers: PagedArray<UInt32>

    /// Creates a table without any tiles.
    package init(of pyramid: Pyramid) {
        numbering = TileNumbering(of: pyramid)
        numbers = PagedArray(repeating: 0, count: numbering.count)
    }

    /// The number of tiles in the pyramid.
    package var count: Int { numbers.count }

    /// The number of a tile, counted level by level and row by row; `nil` if the pyramid has no such tile.
    package func tileNumber(of index: TileIndex) -> Int? { numbering.tileNumber(of: index) }

    /// The blob ID of the tile with a number; `nil` if it is absent.
    package subscript(tileNumber: Int) -> Int? {
        let number = numbers[tileNumber]
        return number == 0 ? nil : Int(number) - 1
    }

    /// The blob ID of a tile; `nil` if it is absent or not a tile of the pyramid.
    package subscript(index: TileIndex) -> Int? {
        get { tileNumber(of: index).flatMap { self[$0] } }
        set {
            guard let tileNumber = tileNumber(of: index) else {
                preconditionFailure("the pyramid has no tile \(index)")
            }
            numbers[tileNumber] = newValue.map { UInt32($0) + 1 } ?? 0
        }
    }

    /// Calls `body` for every tile that has a blob, level by level and row by row.
    package func forEachTile(_ body: (TileIndex, _ blobID: Int) -> Void) {
        numbers.forEachInMemory { tileNumber, number in
            if number > 0 { body(numbering.index(of: tileNumber), Int(number) - 1) }
        }
    }
}
