internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The tile cover of a view: the assignment of drawable tiles to areas.
///
/// In place of a missing tile, finer tiles are drawn first, so that sharp areas do not blur while the right tile is loaded;
/// coarser tiles fill the remaining gaps. The parts share their edges and do not overlap, so partly transparent tiles are drawn
/// correctly. Any ratio between levels is allowed.
struct TileCover {
    /// A tile or a part of a tile, with its drawn area.
    struct Part {
        var index: TileIndex
        var tile: CachedTile
        /// The part drawn, in full-size pixels.
        var imageRect: Rect
    }

    /// The parts to draw.
    private(set) var parts: [Part] = []
    /// The areas without any tile, in full-size pixels.
    private(set) var blanks: [Rect] = []
    /// The tiles of the right level that are in view, and whether each is drawn with its newest pixels.
    private(set) var tiles: [(index: TileIndex, isFresh: Bool)] = []

    /// The ratio up to which finer levels are searched.
    ///
    /// At 8, which with a ratio of 2 is three levels up, there are 64 tiles for each right one.
    static let finerRatio = 8.0

    private let pyramid: Pyramid
    private let region: ImageRegion
    /// The levels with cached tiles to search: finer levels up to `finerRatio`, and all coarser levels, the nearest first.
    ///
    /// If levels are close together, the edges of their tiles divide the view into many pieces, so levels without cached tiles
    /// are skipped.
    private let finerLevels, coarserLevels: [Int]
    private let lookUp: (TileIndex) -> CachedTile?
    private var known: [TileIndex: CachedTile?] = [:]

    /// Computes the cover of a region for which `level` is the right one.
    ///
    /// Levels that are not populated have no cached tiles, and are not searched.
    ///
    /// - Complexity: O(tiles in view) if all are cached; O(levels + finer tiles) for each that is missing.
    init(
        of region: ImageRegion, level: Int, in pyramid: Pyramid, isPopulated: (Int) -> Bool,
        lookUp: @escaping (TileIndex) -> CachedTile?
    ) {
        self.pyramid = pyramid
        self.region = region
        self.lookUp = lookUp
        let present = pyramid.presentLevels
        let least = pyramid.levels[level].downsample / Self.finerRatio * (1 - Viewport.scaleTolerance)
        finerLevels = (level + 1..<max(level + 1, present.upperBound)).filter {
            present.contains($0) && pyramid.levels[$0].downsample >= least && isPopulated($0)
        }
        coarserLevels = (present.lowerBound..<max(present.lowerBound, level)).reversed().filter { isPopulated($0) }
        for index in pyramid.tiles(of: level, in: region.bounds).indices {
            let imageRect = pyramid.imageRect(of: index)
            guard region.intersects(imageRect) else { continue }
            let tile = tile(index)
            tiles.append((index, tile.map { !$0.isOutdated } ?? false))
            if let tile {
                parts.append(Part(index: index, tile: tile, imageRect: imageRect))
            } else {
                let filled = self.finer(imageRect, finerLevels[...])
                parts += filled?.parts ?? []
                for gap in filled?.gaps ?? [imageRect] {
                    fillWithCoarser(gap, coarserLevels[...])
                }
            }
        }
    }

    /// Returns the parts of an area that tiles of some levels fill, and the gaps; nil if they fill nothing.
    private mutating func finer(_ imageRect: Rect, _ levels: ArraySlice<Int>) -> (parts: [Part], gaps: [Rect])? {
        guard let level = levels.first else { return nil }
        var (parts, gaps): ([Part], [Rect]) = ([], [])
        for (index, piece) in pieces(of: level, in: imageRect) {
            if let tile = tile(index) {
                parts.append(Part(index: index, tile: tile, imageRect: piece))
            } else if let filled = finer(piece, levels.dropFirst()) {
                parts += filled.parts
                gaps += filled.gaps
            } else {
                gaps.append(piece)
            }
        }
        return parts.isEmpty ? nil : (parts, gaps)
    }

    private mutating func fillWithCoarser(_ imageRect: Rect, _ levels: ArraySlice<Int>) {
        guard let level = levels.first else {
            blanks.append(imageRect)
            return
        }
        for (index, piece) in pieces(of: level, in: imageRect) {
            if let tile = tile(index) {
                parts.append(Part(index: index, tile: tile, imageRect: piece))
            } else {
                fillWithCoarser(piece, levels.dropFirst())
            }
        }
    }

    /// The tiles of a level that intersect an area, each with its visible part of that area.
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
