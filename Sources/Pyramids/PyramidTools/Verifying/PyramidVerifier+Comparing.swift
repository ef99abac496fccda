internal import ChannelImages
internal import Concurrency
internal import FilePyramids
internal import ImageCodecs
internal import ImageSources
internal import Mosaics
internal import Numbers
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

extension PyramidVerifier {
    /// The result of comparing a pyramid with an image.
    struct Comparison {
        /// The similarity of each level; empty if the image has another size.
        var similarities: [LevelSimilarity] = []
        /// The channels of the image, and their colors; nil if it is one picture.
        var channels: RenderedChannels?
    }

    /// Cuts an image again, and compares every tile.
    func compare(
        with image: String, _ issues: ValidationIssueList, _ cancellation: Cancellation
    ) throws -> Comparison {
        guard opened.source.georeference == nil else {
            throw CuttingError(
                .invalidOptions,
                "the pyramid is georeferenced: its image was resampled and cannot be compared with the source. Leave "
                    + "the source image out.")
        }
        var result = Comparison(channels: try renderedChannels(of: image))
        let decoding = decoding(result.channels)
        let size = try open(image, decoding).info.size
        let alignments = try alignments(of: image, size)
        guard !alignments.isEmpty else {
            issues.add(
                ValidationIssue(
                    location: image, "the image has \(size) pixels, but the pyramid \(opened.source.imageSize)."))
            return result
        }
        let similarities = try alignments.map { try self.similarities(with: image, decoding, at: $0, cancellation) }
            .max { ($0.last?.psnr ?? 0) < ($1.last?.psnr ?? 0) }
        result.similarities = similarities ?? []
        for similarity in result.similarities {
            guard let fault = fault(of: similarity, to: image, isFinest: similarity == result.similarities.last)
            else { continue }
            issues.add(ValidationIssue(location: "level \(similarity.level)", fault))
        }
        return result
    }

    /// Returns the fault of a level that is less similar to the image than it has to be; nil if it is similar enough.
    private func fault(of similarity: LevelSimilarity, to image: String, isFinest: Bool) -> String? {
        let decibels = "\(NumberText.decimal(similarity.psnr, digits: 1)) dB"
        if let minimum = options.minimumPSNR {
            guard similarity.psnr < minimum else { return nil }
            return "its similarity of \(decibels) is below the minimum of \(NumberText.decimal(minimum, digits: 1)) dB."
        }
        guard isFinest, similarity.psnr < VerificationOptions.leastPSNR else { return nil }
        return "it does not show \(image) (\(decibels))."
    }

    private func open(_ image: String, _ decoding: DecodeOptions) throws -> any ImageSource {
        if let channels { return try channels.open(decoding) }
        return try input(image).open(decoding)
    }

    /// The image, or the list of images by its name.
    private func input(_ image: String) -> MosaicInput {
        .named(image, allowedFolders: options.allowedFolders)
    }

    /// The geometry with which an image is cut like the pyramid's.
    private struct Alignment {
        var pyramid: Pyramid
        /// The columns and rows before the image.
        var margin: PixelOffset
    }

    /// The channels of an image, and their colors, as they are cut with the same options; nil if it is one picture.
    private func renderedChannels(of image: String) throws -> RenderedChannels? {
        let decoding = decoding(nil)
        if let channels { return try channels.channels(options.channels, decoding) }
        return try input(image).channels(options.channels, decoding)
    }

    /// The options with which an image is read as it is cut.
    private func decoding(_ rendered: RenderedChannels?) -> DecodeOptions {
        var decoding = DecodeOptions()
        decoding.threads = options.threads
        decoding.rendering = rendered?.rendering
        decoding.range = options.range
        decoding.depth = .eight
        decoding.alpha = opened.source.format.supportsAlpha ? .keep : .flatten(.white)
        return decoding
    }

    /// Returns the possible alignments of an image; none if it has another size.
    ///
    /// libvips records neither the size of an image on Google's grid, nor whether it is centered: of the two possible
    /// alignments, the more similar one is right.
    private func alignments(of image: String, _ size: PixelSize) throws -> [Alignment] {
        let pyramid = opened.source.pyramid
        if size == opened.source.imageSize {
            guard let cut = Self.comparablePyramid(like: pyramid) else {
                throw CuttingError(
                    .invalidOptions,
                    "the pyramid cannot be compared with an image: tilecut cannot cut such a tile grid. Leave the source image out."
                )
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
            let plan =
                try channels.map { try CutPlan($0, options: options) }
                ?? CutPlan(input(image), options: options)
            let level = plan.pyramid.finestLevel
            let isInside =
                level.firstTile.x + level.grid.columns <= grid.columns
                && level.firstTile.y + level.grid.rows <= grid.rows
            return isInside && plan.pyramid.levels.count == pyramid.levels.count
                ? Alignment(pyramid: plan.pyramid, margin: plan.margin) : nil
        }
    }

    private func similarities(
        with image: String, _ decoding: DecodeOptions, at alignment: Alignment, _ cancellation: Cancellation
    ) throws -> [LevelSimilarity] {
        let source = try open(image, decoding)
        let layout = source.info.layout
        let store = ComparingStore(
            opened.source, pyramid: alignment.pyramid, margin: alignment.margin, channels: layout.channels)
        var encoding = TileEncoding()
        encoding.format = opened.source.format
        var configuration = CutConfiguration(
            pyramid: alignment.pyramid, layout: layout, encoding: encoding, lossless: .never, threads: threads,
            encoders: .interleaved { RawTileEncoder() })
        configuration.holdsNumbers = source.info.holdsNumbers
        let paddedImage =
            alignment.margin == .zero ? source : PaddedSource(source, margin: alignment.margin, background: .white)
        let inputs = try CutInputs(configuration, source: paddedImage, into: store)
        _ = try CutEngine(configuration).run(inputs, into: store, cancellation: cancellation)
        return store.similarities
    }

    /// Returns the geometry whose tiles can be compared with those of a pyramid.
    ///
    /// It has the finest levels, as many as have been halved with one of the roundings; nil if even the full-size level has
    /// another grid.
    static func comparablePyramid(like pyramid: Pyramid) -> Pyramid? {
        let side = pyramid.finestLevel.tileSize
        guard side.width == side.height else { return nil }
        let origin = pyramid.finestLevel.origin
        func candidate(_ rounding: PyramidShape.Rounding, levelCount: Int) -> Pyramid {
            var shape = PyramidShape()
            shape.rounding = rounding
            shape.padsTiles = pyramid.padsTiles
            shape.origin = origin
            if origin != .zero {
                // Coarser levels would begin inside a pixel.
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
    /// Returns whether the tiles of both levels have the same contents and indices.
    fileprivate func hasSameGrid(_ other: Level) -> Bool {
        size == other.size && tileSize == other.tileSize && inset == other.inset && firstTile == other.firstTile
    }
}
