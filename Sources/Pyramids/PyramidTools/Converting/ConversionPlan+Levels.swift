internal import FilePyramids
internal import TilePyramid

extension ConversionPlan {
    /// Returns the levels of the source whose tiles have the same contents as those of the new pyramid, by new level.
    static func sourceLevels(from source: any PyramidSource, to pyramid: Pyramid, format: TileFormat) -> [Int: Int] {
        let old = source.pyramid
        guard source.format == format, old.overlap == pyramid.overlap else { return [:] }
        var levels: [Int: Int] = [:]
        for level in pyramid.levels[pyramid.presentLevels] {
            levels[level.index] = old.levels[old.presentLevels].last { $0.hasSameTiles(level) }?.index
        }
        return levels
    }

    /// The coarsest level up to which, from the finest, both pyramids have all levels; nil if the source lacks the finest.
    var coarsestCommonLevel: Int? { pyramid.presentLevels.reversed().prefix { sourceLevels[$0] != nil }.last }

    /// Returns the reasons why tiles cannot be copied, as clauses.
    static func reasons(
        from source: any PyramidSource, to pyramid: Pyramid, format: TileFormat, _ levels: [Int: Int]
    ) -> [String] {
        let old = source.pyramid
        let finest = source.pyramid.finestLevel
        var reasons: [String] = []
        if source.format != format {
            reasons.append("the tile format changes from \(source.format.rawValue) to \(format.rawValue)")
        }
        if finest.tileSize != pyramid.finestLevel.tileSize {
            reasons.append("the tile size changes from \(finest.tileSize) to \(pyramid.finestLevel.tileSize) pixels")
        }
        if old.overlap != pyramid.overlap {
            reasons.append("the overlap changes from \(old.overlap) to \(pyramid.overlap) pixels")
        }
        if finest.inset != pyramid.finestLevel.inset || source.margin != .zero {
            reasons.append("the image has another position on the tile grid")
        }
        if reasons.isEmpty {
            let missing = pyramid.presentLevels.filter { levels[$0] == nil }.map { pyramid.levels[$0] }
            let isRoundedDifferently = missing.contains { level in
                old.levels[old.presentLevels].contains { $0.horizontalDownsample == level.horizontalDownsample }
            }
            if isRoundedDifferently {
                reasons.append("odd sizes are rounded differently when they are halved")
            } else if !missing.isEmpty {
                reasons.append("the source lacks \(missing.count == 1 ? "a level" : "\(missing.count) levels")")
            }
            if old.padsTiles != pyramid.padsTiles {
                reasons.append("edge tiles \(pyramid.padsTiles ? "become" : "are no longer") padded")
            }
        }
        return reasons
    }
}

extension Level {
    /// Returns whether the tiles of both levels have the same contents.
    fileprivate func hasSameTiles(_ other: Level) -> Bool {
        size == other.size && tileSize == other.tileSize && inset == other.inset
            && horizontalDownsample == other.horizontalDownsample && verticalDownsample == other.verticalDownsample
    }
}
