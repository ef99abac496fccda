package import TilePyramid

/// A test that decides between the two possible geometries of a Zoomify pyramid.
///
/// The descriptor does not say how odd sizes are rounded.
package struct ZoomifyQuestion {
    /// The name of the tile whose size, or existence, is the answer.
    package let name: String
    /// The geometry if the tile has ``size``, or exists.
    private let up: Pyramid
    private let down: Pyramid
    /// The size of the tile where sizes are rounded up; `nil` if only its existence matters.
    package let size: PixelSize?
    /// The geometry if there is no such tile.
    private let fallback: Pyramid

    /// Asks about two geometries, rounded down and up; `nil` if there is only one.
    package init?(_ candidates: [Pyramid], fileExtension: String) {
        guard candidates.count > 1, candidates[0] != candidates[1] else { return nil }
        let down = candidates[0]
        let up = candidates[1]
        self.down = down
        self.up = up
        guard down.levels.count == up.levels.count,
            let level = down.levels.indices.first(where: { down.levels[$0].size != up.levels[$0].size })
        else {
            // If one has a tier more, its finest tier exists only there.
            name = "TileGroup0/\(up.levels.count - 1)-0-0.\(fileExtension)"
            size = nil
            fallback = down.levels.count == up.levels.count ? up : down
            return
        }
        let grid = up.levels[level].grid
        let last = TileIndex(level: level, column: grid.columns - 1, row: grid.rows - 1)
        name = ZoomifyNaming(pyramid: up, fileExtension: fileExtension).name(of: last)
        size = up.rect(of: last).size
        fallback = down
    }

    /// The geometry, by whether the tile exists, and its size, which may be unknown.
    package func answer(exists: Bool, size tileSize: PixelSize?) -> Pyramid {
        guard exists else { return fallback }
        return size.map { $0 == tileSize } ?? true ? up : down
    }
}

extension ZoomifyProperties {
    /// The geometries with sizes rounded down, and up.
    package var candidates: [Pyramid] {
        [.down, .up].map { rounding in
            Pyramid(size: size, tileSize: tileSize, shape: PyramidFormat.zoomify.shape(rounding: rounding))
        }
    }

    /// The geometries that have as many tiles as the descriptor says; all geometries if none has.
    package var likelyCandidates: [Pyramid] {
        let likely = candidates.filter { $0.tileCount == tileCount }
        return likely.isEmpty ? candidates : likely
    }
}
