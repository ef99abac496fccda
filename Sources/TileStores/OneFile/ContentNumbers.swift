internal import TilePyramid

/// Which bytes each tile of a pyramid has, by their number among ``TileContents``.
///
/// 4 bytes a tile of the pyramid, whether it is there or not.
struct ContentNumbers: Sendable {
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
    func place(of index: TileIndex) -> Int? { numbering.place(of: index) }

    /// The number of the bytes that the tile at a place has; nil when it is absent.
    subscript(place: Int) -> Int? { numbers[place] == 0 ? nil : Int(numbers[place]) - 1 }

    /// The number of a tile's bytes; nil when it is absent, or no tile of the pyramid.
    subscript(index: TileIndex) -> Int? {
        get { place(of: index).flatMap { self[$0] } }
        set {
            guard let place = place(of: index) else { preconditionFailure("the pyramid has no tile \(index)") }
            numbers[place] = newValue.map { UInt32($0) + 1 } ?? 0
        }
    }
}
