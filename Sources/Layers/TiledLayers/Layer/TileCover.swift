internal import LayerTree
internal import TilePyramid

/// The best of what is there for every place in view: which tile is drawn where.
///
/// Where the right tile is missing, finer ones are drawn, as far as there are any, so that nothing that was sharp becomes
/// blurred while the right one is loaded; then coarser ones. The parts share their edges and do not overlap, so tiles
/// that are partly transparent are right too. All ratios between levels are right.
struct TileCover {
    /// A tile, or a part of one, and where it is drawn.
    struct Part {
        var index: TileIndex
        var tile: CachedTile
        /// In full-size pixels.
        var imageRect: Rect
    }

    /// What is drawn.
    private(set) var parts: [Part] = []
    /// Where nothing is to be drawn, in full-size pixels.
    private(set) var blanks: [Rect] = []
    /// The tiles of the right level that are in view, and whether each is drawn with its newest pixels.
    private(set) var tiles: [(index: TileIndex, isFresh: Bool)] = []

    /// How many levels finer than the right one tiles may be: three times finer ones are 64 for each right one.
    static let finerLevels = 3

    private let pyramid: Pyramid
    private let region: ImageRegion
    /// The finest level above the right one of which there is any tile.
    private let finest: Int
    private let lookUp: (TileIndex) -> CachedTile?
    private var known: [TileIndex: CachedTile?] = [:]

    /// The best cover of a region.
    ///
    /// - Parameters:
    ///   - region: what is seen.
    ///   - level: the right level for it.
    ///   - pyramid: the image's levels.
    ///   - isPopulated: whether there may be tiles of a level; others are not looked for.
    ///   - lookUp: what is there of a tile.
    /// - Complexity: O(tiles in view) when they are there; for each that is not, O(levels + finer tiles).
    init(
        of region: ImageRegion, level: Int, in pyramid: Pyramid, isPopulated: (Int) -> Bool,
        lookUp: @escaping (TileIndex) -> CachedTile?
    ) {
        self.pyramid = pyramid
        self.region = region
        self.lookUp = lookUp
        let finer = (level + 1..<level + 1 + Self.finerLevels).clamped(to: pyramid.presentLevels)
        finest = finer.last { isPopulated($0) } ?? level
        for index in pyramid.tiles(of: level, in: region.bounds).indices {
            let imageRect = pyramid.imageRect(of: index)
            guard region.intersects(imageRect) else { continue }
            let tile = tile(index)
            tiles.append((index, tile.map { !$0.isOutdated } ?? false))
            if let tile {
                parts.append(Part(index: index, tile: tile, imageRect: imageRect))
            } else {
                fill(imageRect, from: level)
            }
        }
    }

    /// Fills a place for which there is no tile of the right level.
    private mutating func fill(_ imageRect: Rect, from level: Int) {
        var gaps = [imageRect]
        if let filled = finer(imageRect, level: level + 1) {
            parts += filled.parts
            gaps = filled.gaps
        }
        for gap in gaps {
            fillWithCoarser(gap, level: level - 1)
        }
    }

    /// What tiles of a level and of finer ones fill of a place, and what they leave open; nil when they fill nothing.
    private mutating func finer(_ imageRect: Rect, level: Int) -> (parts: [Part], gaps: [Rect])? {
        guard level <= finest else { return nil }
        var (parts, gaps): ([Part], [Rect]) = ([], [])
        for (index, piece) in pieces(of: level, in: imageRect) {
            if let tile = tile(index) {
                parts.append(Part(index: index, tile: tile, imageRect: piece))
            } else if let filled = finer(piece, level: level + 1) {
                parts += filled.parts
                gaps += filled.gaps
            } else {
                gaps.append(piece)
            }
        }
        return parts.isEmpty ? nil : (parts, gaps)
    }

    private mutating func fillWithCoarser(_ imageRect: Rect, level: Int) {
        guard pyramid.presentLevels.contains(level) else {
            blanks.append(imageRect)
            return
        }
        for (index, piece) in pieces(of: level, in: imageRect) {
            if let tile = tile(index) {
                parts.append(Part(index: index, tile: tile, imageRect: piece))
            } else {
                fillWithCoarser(piece, level: level - 1)
            }
        }
    }

    /// The tiles of a level that show something of a place, each with what it shows of it; only what is in view.
    private func pieces(of level: Int, in imageRect: Rect) -> [(TileIndex, Rect)] {
        pyramid.tiles(of: level, in: imageRect).indices.compactMap { index in
            guard let piece = pyramid.imageRect(of: index).intersection(imageRect), region.intersects(piece) else {
                return nil
            }
            return (index, piece)
        }
    }

    private mutating func tile(_ index: TileIndex) -> CachedTile? {
        if let tile = known[index] { return tile }
        let tile = lookUp(index)
        known[index] = .some(tile)
        return tile
    }
}
