/// How tiles without a descriptor lie along one direction, told by the lengths of a first, a middle and a last one.
struct FlatAxis {
    private let last: Int
    private let firstLength: Int
    private let innerLength: Int?
    private let lastLength: Int

    /// Measures up to three tiles.
    ///
    /// - Parameters:
    ///   - tiles: at least one.
    ///   - position: a tile's place along the direction, from 0.
    ///   - measure: a tile's length along it.
    /// - Throws: what `measure` throws.
    init(
        _ tiles: [FlatTileName], of position: (FlatTileName) -> Int, measure: (FlatTileName) throws -> Int
    ) throws {
        let last = tiles.map(position).max() ?? 0
        func length(where isWanted: (Int) -> Bool) throws -> Int? {
            try tiles.first { isWanted(position($0)) }.map(measure)
        }
        // The last but one ends with the image when the last is shorter than the overlap.
        innerLength = try length { $0 > 0 && $0 < last - 1 } ?? length { $0 > 0 && $0 < last }
        firstLength = try length { $0 == 0 } ?? innerLength ?? 0
        lastLength = try length { $0 == last } ?? firstLength
        self.last = last
    }

    /// Pixels shared with each neighbor: inner tiles reach over both edges by that much, outer ones over one.
    ///
    /// 0 when there are too few tiles to tell.
    var overlap: Int { innerLength.map { max(0, $0 - firstLength) } ?? 0 }

    /// Whether there is one tile, which may be shorter than others would be.
    var isSingle: Bool { last == 0 }

    /// The distance between tile origins; the length of a single tile.
    func step(overlap: Int) -> Int { max(1, last == 0 ? firstLength : firstLength - overlap) }

    /// The image's length in pixels.
    func length(overlap: Int) -> Int {
        last == 0 ? firstLength : last * step(overlap: overlap) + lastLength - overlap
    }
}
