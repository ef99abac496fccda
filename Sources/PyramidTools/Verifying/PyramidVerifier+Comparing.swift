internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid
internal import TileStores

extension PyramidVerifier {
    /// Cuts an image again, compares every tile, and says how like the levels are.
    func compare(
        with image: String, _ flaws: FlawList, _ interruption: Interruption
    ) throws -> [LevelLikeness] {
        let pyramid = opened.source.pyramid
        guard opened.source.world == nil else {
            throw CuttingError(
                .invalidOptions,
                "the pyramid lies on the world, and its picture was resampled for that: it cannot be compared with the "
                    + "image. Leave --source out.")
        }
        var decoding = DecodeOptions()
        decoding.depth = .eight
        decoding.alpha = opened.source.format.supportsAlpha ? .keep : .flatten(.white)
        let source = try openImage(.file(image), options: decoding)
        let (size, margin) = (opened.source.pictureSize, opened.source.margin)
        guard source.info.size == size else {
            flaws.add(
                PyramidFlaw(place: image, "the image has \(source.info.size) pixels, and the pyramid \(size)."))
            return []
        }
        guard let cut = Self.cutPyramid(like: pyramid) else {
            throw CuttingError(
                .invalidOptions, "the pyramid cannot be compared with an image: its tiles are divided otherwise.")
        }
        let layout = source.info.layout
        let store = ComparingStore(opened.source, pyramid: cut, margin: margin, channels: layout.channels)
        let engine = CutEngine(
            pyramid: cut, layout: layout, format: opened.source.format, threads: threads,
            makeEncoder: { RawTileEncoder() })
        let picture = margin == .zero ? source : PaddedSource(source, margin: margin, background: .white)
        _ = try engine.run(from: picture, into: store, interruption: interruption)
        let likenesses = store.likenesses
        for likeness in likenesses where likeness.decibels < options.leastLikeness ?? 0 {
            flaws.add(PyramidFlaw(place: "level \(likeness.level)", "this level does not show the image."))
        }
        return likenesses
    }

    /// Where the picture begins on the grid of tiles, in full-size pixels.
    private static func origin(of pyramid: Pyramid) -> PixelOffset {
        let level = pyramid.finestLevel
        return PixelOffset(
            x: level.firstTile.x * level.tileSize.width + level.inset.x,
            y: level.firstTile.y * level.tileSize.height + level.inset.y)
    }

    /// What is to be cut for each tile to show the same as one of the pyramid: as many of its finest levels as are
    /// halved in one way or the other; nil when even the full size is divided otherwise.
    static func cutPyramid(like pyramid: Pyramid) -> Pyramid? {
        let side = pyramid.finestLevel.tileSize
        guard side.width == side.height else { return nil }
        let origin = origin(of: pyramid)
        func candidate(_ rounding: PyramidShape.Rounding, levelCount: Int) -> Pyramid {
            var shape = PyramidShape()
            shape.rounding = rounding
            shape.padsTiles = pyramid.padsTiles
            shape.origin = origin
            if origin != .zero {
                // Coarser ones would begin inside a pixel.
                shape.coarsest = .levels(min(levelCount, (origin.x | origin.y).trailingZeroBitCount + 1))
            }
            return Pyramid(
                size: pyramid.size, tileSize: side.width, overlap: pyramid.overlap, levelCount: levelCount,
                shape: shape)
        }
        let best = PyramidShape.Rounding.allCases.map { rounding in
            let levels = candidate(rounding, levelCount: pyramid.presentLevels.count).levels.reversed()
            let count = zip(levels, pyramid.levels[pyramid.presentLevels].reversed()).prefix { $0.isLike($1) }.count
            return (rounding: rounding, count: count)
        }.max { $0.count < $1.count }
        guard let best, best.count > 0 else { return nil }
        return candidate(best.rounding, levelCount: best.count)
    }
}

extension Level {
    /// Whether tiles of both show the same.
    fileprivate func isLike(_ other: Level) -> Bool {
        size == other.size && tileSize == other.tileSize && inset == other.inset && firstTile == other.firstTile
    }
}
