internal import TilePyramid
internal import TileStores

extension ConversionPlan {
    /// The levels of the old pyramid whose tiles show the same as those of the new.
    static func sourceLevels(
        from source: any PyramidSource, to pyramid: Pyramid, format: TileFormat
    ) -> [Int: Int] {
        let old = source.pyramid
        guard source.format == format, old.overlap == pyramid.overlap else { return [:] }
        var levels: [Int: Int] = [:]
        for level in pyramid.levels[pyramid.presentLevels] {
            levels[level.index] = old.levels[old.presentLevels].last { $0.hasSameTiles(level) }?.index
        }
        return levels
    }

    /// The coarsest of the levels that both have, and of which no finer one is missing; nil when the finest is.
    var coarsestCommonLevel: Int? {
        var coarsest: Int?
        for level in pyramid.presentLevels.reversed() {
            guard sourceLevels[level] != nil else { break }
            coarsest = level
        }
        return coarsest
    }

    /// Why tiles cannot be copied.
    static func reasons(
        from source: any PyramidSource, to pyramid: Pyramid, format: TileFormat, _ levels: [Int: Int]
    ) -> [String] {
        let (old, finest) = (source.pyramid, source.pyramid.finestLevel)
        var reasons: [String] = []
        if source.format != format {
            reasons.append("tiles become \(format.rawValue), and were \(source.format.rawValue)")
        }
        if finest.tileSize != pyramid.finestLevel.tileSize {
            reasons.append("tiles become \(pyramid.finestLevel.tileSize) pixels, and were \(finest.tileSize)")
        }
        if old.overlap != pyramid.overlap {
            reasons.append("tiles overlap by \(pyramid.overlap) pixels, and did by \(old.overlap)")
        }
        if finest.inset != pyramid.finestLevel.inset || source.margin != .zero {
            reasons.append("the picture lies elsewhere on the grid of tiles")
        }
        if reasons.isEmpty {
            let missing = pyramid.presentLevels.filter { levels[$0] == nil }.map { pyramid.levels[$0] }
            let isHalvedOtherwise = missing.contains { level in
                old.levels[old.presentLevels].contains { $0.horizontalDownsample == level.horizontalDownsample }
            }
            if isHalvedOtherwise {
                reasons.append("odd sizes are rounded otherwise when they are halved")
            } else if !missing.isEmpty {
                reasons.append("\(missing.count == 1 ? "a level was" : "\(missing.count) levels were") not there")
            }
            if old.padsTiles != pyramid.padsTiles {
                reasons.append(
                    pyramid.padsTiles ? "tiles at the edges are filled up" : "tiles at the edges are not filled up")
            }
        }
        return reasons
    }
}

extension Level {
    /// Whether tiles of both levels show the same.
    fileprivate func hasSameTiles(_ other: Level) -> Bool {
        size == other.size && tileSize == other.tileSize && inset == other.inset
            && horizontalDownsample == other.horizontalDownsample && verticalDownsample == other.verticalDownsample
    }
}
