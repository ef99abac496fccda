internal import Numbers

/// The arrangement of flat tiles along one axis, inferred from the lengths of a first, an inner and the last tile.
struct FlatAxis {
    private let last: Int
    private let firstLength: Int
    private let innerLength: Int?
    private let lastLength: Int

    /// Measures up to three tiles.
    ///
    /// - Parameters:
    ///   - tiles: at least one tile.
    ///   - position: the column or row of a tile, from 0.
    ///   - measure: the length of a tile along the axis.
    /// - Throws: what `measure` throws.
    init(
        _ tiles: [FlatTileName], of position: (FlatTileName) -> Int, measure: (FlatTileName) throws -> Int
    ) throws {
        let last = tiles.map(position).max() ?? 0
        func length(where isWanted: (Int) -> Bool) throws -> Int? {
            try tiles.first { isWanted(position($0)) }.map(measure)
        }
        // If the last tile is shorter than the overlap, the one before it ends with the image.
        innerLength = try length { $0 > 0 && $0 < last - 1 } ?? length { $0 > 0 && $0 < last }
        firstLength = try length { $0 == 0 } ?? innerLength ?? 0
        lastLength = try length { $0 == last } ?? firstLength
        self.last = last
    }

    /// The pixels shared with each neighbor, by which inner tiles are longer than the first; 0 if there are too few
    /// tiles.
    var overlap: Int { innerLength.map { max(0, $0 - firstLength) } ?? 0 }

    /// Whether there is only one tile, which may be shorter than the tile size.
    var isSingle: Bool { last == 0 }

    /// The distance between tile origins; for a single tile, its length.
    func step(overlap: Int) -> Int { max(1, last == 0 ? firstLength : firstLength - overlap) }

    /// The length of the image in pixels.
    func length(overlap: Int) -> Int {
        guard last > 0 else { return firstLength }
        return CheckedNumber.product(last, step(overlap: overlap))
            .flatMap { CheckedNumber.sum($0, lastLength, -overlap) } ?? .max
    }
}
