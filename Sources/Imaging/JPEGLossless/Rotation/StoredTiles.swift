/// The stored MCUs that are a row or a column of tiles, one after the other.
struct StoredTiles {
    /// The number of tiles.
    let count: Int
    /// The MCUs of the first, of each further one but the last, and of all of them.
    let first: Int
    let others: Int
    let total: Int

    /// Splits `total` MCUs into tiles of `length`, counted from the last one if `isMirrored`.
    init(_ total: Int, length: Int, isMirrored: Bool) {
        count = (total + length - 1) / length
        first = isMirrored ? total - (count - 1) * length : min(length, total)
        others = length
        self.total = total
    }

    /// The longest tile.
    var longest: Int { min(others, total) }

    /// Returns the first MCU of a tile.
    func start(of number: Int) -> Int { number == 0 ? 0 : first + (number - 1) * others }

    /// Returns the number of MCUs of a tile.
    func length(of number: Int) -> Int { number == 0 ? first : min(others, total - start(of: number)) }
}
