internal import ImageSources
internal import TilePyramid

/// The decision whether the tiles of a level are passed through from its source.
struct PassthroughDecision {
    /// The source that passes the tiles through; nil if they are re-encoded.
    let source: (any PassthroughTileSource)?
    /// The reason why the tiles are not passed through, a clause that completes "the tiles were re-encoded, because …";
    /// nil if they are.
    let blocker: String?

    /// Decides about a level of a run, which `source` delivers, for a store with these requirements.
    init(
        of source: any ImageSource, level: Int, for requirements: StoreRequirements, _ configuration: CutConfiguration
    ) {
        let source = source as? any PassthroughTileSource
        if configuration.lossless == .never {
            blocker = "lossless cutting is turned off"
        } else if configuration.rendersChannels {
            blocker = "the channels that it stores become colors only when they are decoded"
        } else if let source {
            blocker = Self.blocker(
                of: source, configuration.pyramid.prefix(through: level), requirements, configuration)
        } else {
            blocker = "an image of this kind, or one whose colors are converted, has to be decoded"
        }
        self.source = blocker == nil ? source : nil
    }

    private static func blocker(
        of source: any PassthroughTileSource, _ pyramid: Pyramid, _ requirements: StoreRequirements,
        _ configuration: CutConfiguration
    ) -> String? {
        if let blocker = source.passthroughBlocker(for: pyramid, encoding: configuration.encoding) { return blocker }
        if requirements.requiresUniformEncoding, !source.matchesSubsampling(of: configuration.encoding) {
            return "all tiles of the output must have the same chroma subsampling, and the image's is another"
        }
        if configuration.blankTolerance != nil { return "blank tiles can only be found in decoded pixels" }
        if requirements.wholeLevels.contains(pyramid.finestLevel.index) {
            return "the output also stores the full size as a single image"
        }
        let coarser = pyramid.finestLevel.index - 1
        if pyramid.presentLevels.contains(coarser), pyramid.levels[coarser].size != pyramid.size.halved {
            return "the size of the next coarser level is rounded down"
        }
        return nil
    }

    /// Throws if tiles of the full size are re-encoded, be it only some of them at the edges.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions`, which gives the reason.
    func requireLossless(_ pyramid: Pyramid) throws(CuttingError) {
        var reason = blocker
        if reason == nil, pyramid.padsTiles, !pyramid.finestLevel.fillsTiles {
            reason = "tiles at the edges have to be padded"
        } else if let source, !source.isLossless(pyramid) {
            reason = "tiles at the edges have to be re-encoded"
        }
        if let reason {
            throw CuttingError(.invalidOptions, "the full size cannot be cut without loss: \(reason).")
        }
    }
}

extension Level {
    /// Whether the level's sides are multiples of its tiles'.
    var fillsTiles: Bool { size.width.isMultiple(of: tileSize.width) && size.height.isMultiple(of: tileSize.height) }
}
