internal import TilePyramid

/// Which bytes each tile of a pyramid has, by their number among ``TileBlobStore``.
///
/// 4 bytes a tile of the pyramid, whether it is there or not.
struct BlobIDTable: Sendable {
    private let numbering: TileNumbering
    /// One more than the number; 0 where there is none.
    private var numbers: [UInt32]

    /// The numbers of a pyramid whose tiles are all absent.
    init(of pyramid: Pyramid) {
        numbering = TileNumbering(of: pyramid)
        numbers = Array(repeating: 0, count: numbering.count)
    }

    /// How many tiles the pyramid has: they are numbered level by level, row by row.
    var count: Int { numbers.count }

    /// The place of a tile among those of the pyramid; nil when it has no such tile.
    func tileNumber(of index: TileIndex) -> Int? { numbering.tileNumber(of: index) }

    /// The number of the bytes that the tile at a place has; nil when it is absent.
    subscript(tileNumber: Int) -> Int? { numbers[tileNumber] == 0 ? nil : Int(numbers[tileNumber]) - 1 }

    /// The number of a tile's bytes; nil when it is absent, or no tile of the pyramid.
    subscript(index: TileIndex) -> Int? {
        get { tileNumber(of: index).flatMap { self[$0] } }
        set {
            guard let tileNumber = tileNumber(of: index) else {
                preconditionFailure("the pyramid has no tile \(index)")
            }
            numbers[tileNumber] = newValue.map { UInt32($0) + 1 } ?? 0
        }
    }
}
