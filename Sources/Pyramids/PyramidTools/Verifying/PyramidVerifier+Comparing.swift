internal import Concurrency
internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid
internal import TileStores

extension PyramidVerifier {
    /// Cuts an image again, compares every tile, and says how like the levels are.
    func compare(
        with image: String, _ issues: ValidationIssueList, _ cancellation: Cancellation
    ) throws -> [LevelSimilarity] {
        guard opened.source.georeference == nil else {
            throw CuttingError(
                .invalidOptions,
                "the pyramid lies on the world, and its picture was resampled for that: it cannot be compared with the "
                    + "image. Leave --source out.")
        }
        let size = try openImage(.file(image), options: decoding).info.size
        let alignments = try alignments(of: image, size)
        guard !alignments.isEmpty else {
            issues.add(
                ValidationIssue(
                    location: image, "the image has \(size) pixels, and the pyramid \(opened.source.imageSize)."))
            return []
        }
        let similarities = try alignments.map { try self.similarities(with: image, at: $0, cancellation) }
            .max { ($0.last?.psnr ?? 0) < ($1.last?.psnr ?? 0) }
        for similarity in similarities ?? [] where similarity.psnr < options.minimumPSNR ?? 0 {
            issues.add(ValidationIssue(location: "level \(similarity.level)", "this level does not show the image."))
        }
        return similarities ?? []
    }

    /// What has to be cut for an image to lie where the pyramid's picture does.
    private struct Alignment {
        var pyramid: Pyramid
        /// Columns and rows before the image.
        var margin: PixelOffset
    }

    private var decoding: DecodeOptions {
        var decoding = DecodeOptions()
        decoding.depth = .eight
        decoding.alpha = opened.source.format.supportsAlpha ? .keep : .flatten(.white)
        return decoding
    }

    /// Where an image may lie; none for one of another size.
    ///
    /// libvips does not say how large the picture is that lies on Google's grid, nor whether it is in the middle: of the
    /// two places that it may have, the right one is where it is more alike.
    private func alignments(of image: String, _ size: PixelSize) throws -> [Alignment] {
        let pyramid = opened.source.pyramid
        if size == opened.source.imageSize {
            guard let cut = Self.comparablePyramid(like: pyramid) else {
                throw CuttingError(
                    .invalidOptions, "the pyramid cannot be compared with an image: its tiles are divided otherwise.")
            }
            return [Alignment(pyramid: cut, margin: opened.source.margin)]
        }
        let grid = pyramid.finestLevel.grid
        guard opened.format.capabilities.supportsCentering, pyramid.size.width == grid.columns * pyramid.tileSize,
            pyramid.size.height == grid.rows * pyramid.tileSize
        else { return [] }
        var options = CutOptions()
        options.tileSize = pyramid.tileSize
        options.shape = opened.format.shape
        return try [false, true].compactMap { isCentered in
            options.isCentered = isCentered
            let plan = try CutPlan(.file(image), options: options)
            let level = plan.pyramid.finestLevel
            let isInside =
                level.firstTile.x + level.grid.columns <= grid.columns
                && level.firstTile.y + level.grid.rows <= grid.rows
            return isInside && plan.pyramid.levels.count == pyramid.levels.count
                ? Alignment(pyramid: plan.pyramid, margin: plan.margin) : nil
        }
    }

    private func similarities(
        with image: String, at place: Alignment, _ cancellation: Cancellation
    ) throws -> [LevelSimilarity] {
        let source = try openImage(.file(image), options: decoding)
        let layout = source.info.layout
        let store = ComparingStore(
            opened.source, pyramid: place.pyramid, margin: place.margin, channels: layout.channels)
        let engine = CutEngine(
            pyramid: place.pyramid, layout: layout, format: opened.source.format, threads: threads,
            makeEncoder: { RawTileEncoder() })
        let paddedImage =
            place.margin == .zero ? source : PaddedSource(source, margin: place.margin, background: .white)
        _ = try engine.run(from: paddedImage, into: store, cancellation: cancellation)
        return store.similarities
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
    static func comparablePyramid(like pyramid: Pyramid) -> Pyramid? {
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
            let count = zip(levels, pyramid.levels[pyramid.presentLevels].reversed()).prefix { $0.hasSameGrid($1) }
                .count
            return (rounding: rounding, count: count)
        }.max { $0.count < $1.count }
        guard let best, best.count > 0 else { return nil }
        return candidate(best.rounding, levelCount: best.count)
    }
}

extension Level {
    /// Whether tiles of both show the same.
    fileprivate func hasSameGrid(_ other: Level) -> Bool {
        size == other.size && tileSize == other.tileSize && inset == other.inset && firstTile == other.firstTile
    }
}
