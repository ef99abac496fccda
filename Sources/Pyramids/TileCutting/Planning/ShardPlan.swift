package import TilePyramid

/// The division of a pyramid into shards, which are cut separately and merged later.
///
/// A band is as many rows of full-size tiles as one tile, ``coarseningLevels`` levels above, covers. Bands are counted on
/// the grid of tiles, which may begin before the image. Each shard has bands that follow each other, and makes the tiles of
/// the finest levels from them; the merge makes the coarser levels, from the rows of ``handoffLevel``.
package struct ShardPlan: Hashable, Sendable {
    /// The most levels by which a shard coarsens full size, unless another number is asked for.
    package static let usualCoarseningLevels = 6
    /// The most shards of a pyramid: the merge has all of their files open.
    package static let shardLimit = 500

    /// The whole pyramid.
    package let pyramid: Pyramid
    /// The number of shards.
    package let count: Int
    /// The number of levels, beside full size, of which shards make tiles.
    package let coarseningLevels: Int
    /// The level whose rows shards hand off to the merge; nil if the merge makes no level.
    package let handoffLevel: Int?
    /// The bands, counted from the beginning of the grid.
    private let bands: Range<Int>

    /// Divides a pyramid.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid, every level of which is the next finer one halved.
    ///   - count: the number of shards.
    ///   - coarseningLevels: the levels of which shards make tiles, beside full size; the default is nil, the most, up to 6,
    ///     for which every shard has a band.
    ///   - requirements: what the store of the whole pyramid demands.
    /// - Throws: ``CuttingError`` with code `invalidOptions` if there are fewer bands than shards.
    package init(
        _ pyramid: Pyramid, count: Int, coarseningLevels: Int? = nil, for requirements: StoreRequirements
    ) throws(CuttingError) {
        guard (1...Self.shardLimit).contains(count) else {
            throw CuttingError(
                .invalidOptions, "the number of shards has to be from 1 to \(Self.shardLimit), not \(count).")
        }
        let most = pyramid.presentLevels.count - 1
        if let coarseningLevels, !(0...most).contains(coarseningLevels) {
            throw CuttingError(
                .invalidOptions,
                "the number of levels of shards has to be from 0 to \(most), the levels of this pyramid beside full size; "
                    + "\(coarseningLevels) is outside.")
        }
        let chosen =
            coarseningLevels ?? (0...min(most, Self.usualCoarseningLevels)).last {
                Self.bands(of: pyramid, $0).count >= count
            } ?? 0
        bands = Self.bands(of: pyramid, chosen)
        guard bands.count >= count else {
            let (unit, advice) =
                chosen > 0
                ? ("bands of \(1 << chosen) rows of tiles", "Ask for fewer shards, or for fewer levels of shards.")
                : ("rows of tiles", "Ask for fewer shards.")
            throw CuttingError(
                .invalidOptions,
                "the image has only \(bands.count) \(unit), and each of the \(count) shards needs one. \(advice)")
        }
        let whole = requirements.wholeLevels.clamped(to: pyramid.presentLevels)
        let next = pyramid.finestLevel.index - chosen - 1
        let handoffs = [
            pyramid.presentLevels.contains(next) ? next : nil, whole.isEmpty ? nil : whole.upperBound - 1,
        ]
        self.pyramid = pyramid
        self.count = count
        self.coarseningLevels = chosen
        handoffLevel = handoffs.compactMap { $0 }.max()
    }

    /// The bands of a pyramid whose shards make tiles of this many levels beside full size.
    private static func bands(of pyramid: Pyramid, _ coarseningLevels: Int) -> Range<Int> {
        let first = pyramid.finestLevel.firstTile.y
        let count = pyramid.finestLevel.grid.rows
        return first >> coarseningLevels..<((first + count - 1) >> coarseningLevels) + 1
    }

    /// The number of bands.
    package var bandCount: Int { bands.count }

    /// The coarsest level of which shards make tiles.
    package var coarsestShardLevel: Int { pyramid.finestLevel.index - coarseningLevels }

    /// The coarsest level whose rows shards make.
    private var coarsestMadeLevel: Int { min(coarsestShardLevel, handoffLevel ?? coarsestShardLevel) }

    /// The bands of a shard, counted from the first band of the pyramid; shards are numbered from 1.
    package func bands(of number: Int) -> Range<Int> {
        precondition((1...count).contains(number), "shards are numbered from 1")
        return (number - 1) * bands.count / count..<number * bands.count / count
    }

    /// The scope of a shard; shards are numbered from 1.
    package func scope(of number: Int) -> CutScope {
        var scope = CutScope(all: pyramid)
        let own = bands(of: number)
        for level in pyramid.levels {
            scope.tileRows[level.index] =
                level.index < coarsestShardLevel ? 0..<0 : tileRows(of: own, on: level)
        }
        scope.coarsest = coarsestMadeLevel
        scope.handoffLevel = handoffLevel
        if let handoffLevel {
            scope.handoffRows =
                handoffRow(at: own.lowerBound, handoffLevel)..<handoffRow(at: own.upperBound, handoffLevel)
        }
        scope.rows = rows(for: scope, isLast: number == count)
        return scope
    }

    /// The scope of the merge, which begins with the rows of ``handoffLevel``; nil if it makes nothing.
    package var mergedScope: CutScope? {
        guard let handoffLevel else { return nil }
        var scope = CutScope(all: pyramid)
        scope.rows = 0..<pyramid.levels[handoffLevel].size.height
        for level in coarsestShardLevel..<pyramid.levels.count {
            scope.tileRows[level] = 0..<0
        }
        return scope
    }

    /// The shard that makes a row of tiles; nil if the merge makes it.
    package func shard(ofTileRow row: Int, on level: Int) -> Int? {
        guard level >= coarsestShardLevel else { return nil }
        let halvings = pyramid.finestLevel.index - level
        let band = ((pyramid.levels[level].firstTile.y + row) >> (coarseningLevels - halvings)) - bands.lowerBound
        // The first shard that ends after the band.
        return ((band + 1) * count + bands.count - 1) / bands.count
    }

    /// The rows of tiles of a level that some bands cover.
    private func tileRows(of own: Range<Int>, on level: Level) -> Range<Int> {
        let shift = coarseningLevels - (pyramid.finestLevel.index - level.index)
        let first = ((bands.lowerBound + own.lowerBound) << shift) - level.firstTile.y
        let end = ((bands.lowerBound + own.upperBound) << shift) - level.firstTile.y
        return (first..<end).clamped(to: 0..<level.grid.rows)
    }

    /// The first row of the level of a band whose rows are handed off.
    ///
    /// It is even, so that it is a whole row of a subsampled plane as well.
    private func handoffRow(at band: Int, _ handoffLevel: Int) -> Int {
        let level = pyramid.levels[handoffLevel]
        if band == 0 { return 0 }
        if band == bands.count { return level.size.height }
        let finer = max(handoffLevel, coarsestShardLevel)
        let shift = coarseningLevels - (pyramid.finestLevel.index - finer)
        let boundary = ((bands.lowerBound + band) << shift) * pyramid.tileSize - pyramid.levels[finer].origin.y
        let row = boundary >> (finer - handoffLevel)
        return min(max(0, row) & ~1, level.size.height)
    }

    /// The full-size rows that the tiles and rows of a scope need.
    ///
    /// They begin at a multiple of twice the coarsest level's downsample: where every level, and its chroma, has a pair of
    /// rows.
    private func rows(for scope: CutScope, isLast: Bool) -> Range<Int> {
        let finest = pyramid.finestLevel.index
        let height = pyramid.size.height
        var needed: [Range<Int>] = []
        for level in coarsestMadeLevel...finest {
            let tileRows = scope.tileRows[level]
            if let first = tileRows.first, let last = tileRows.last {
                let upper = pyramid.rect(of: TileIndex(level: level, column: 0, row: first)).rows
                let lower = pyramid.rect(of: TileIndex(level: level, column: 0, row: last)).rows
                needed.append(upper.lowerBound << (finest - level)..<lower.upperBound << (finest - level))
            }
        }
        if let handoffLevel = scope.handoffLevel, !scope.handoffRows.isEmpty {
            let shift = finest - handoffLevel
            needed.append(scope.handoffRows.lowerBound << shift..<scope.handoffRows.upperBound << shift)
        }
        let first = needed.map(\.lowerBound).min() ?? 0
        let end = needed.map(\.upperBound).max() ?? 0
        let unit = 2 << (finest - coarsestMadeLevel)
        // The last shard reads to the end, so that damage is found wherever it is.
        return min(first, height) / unit * unit..<(isLast ? height : min(height, (end + 1) & ~1))
    }
}
