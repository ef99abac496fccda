package import ImageCodecs
package import ImageSources
internal import MapProjections
package import PixelKernels
package import TilePyramid

extension CutPlan {
    /// Divides the cut into shards.
    ///
    /// - Parameters:
    ///   - count: the number of shards.
    ///   - coarseningLevels: the levels of which shards make tiles, beside full size; nil for the most, up to 6.
    ///   - requirements: those of the store of the whole pyramid.
    /// - Returns: The division of the cut.
    /// - Throws: ``CuttingError`` with code `invalidOptions` if there are fewer bands than shards, or an option needs the whole
    ///   image.
    package func shardPlan(
        count: Int, coarseningLevels: Int? = nil, for requirements: StoreRequirements
    ) throws(CuttingError) -> ShardPlan {
        guard !options.reusesLevels else {
            throw CuttingError(
                .invalidOptions,
                "reduced images of the file cannot be used with shards, because a shard makes only its part of a level. "
                    + "Do not reuse levels.")
        }
        guard !isMosaic || !decoding.allowTruncated else {
            throw CuttingError(
                .invalidOptions,
                "damaged images of a list cannot be allowed with shards, because what is shown of them depends on the row "
                    + "with which a shard begins. Do not allow truncated images, or cut the list without shards.")
        }
        return try ShardPlan(pyramid, count: count, coarseningLevels: coarseningLevels, for: requirements)
    }

    /// Identifies the image and the options like ``fingerprint``, with the version of PROJ where pixels depend on it, but
    /// without the file's date, which differs between copies on several machines.
    package var shardFingerprint: String {
        let fingerprint = fingerprint(identity: provider.contentIdentity())
        guard usesProjections else { return fingerprint }
        return fingerprint + "\nPROJ \((try? ProjLibrary.version()) ?? "missing")"
    }

    /// The shape of the levels, with the image's origin on the grid.
    package var shape: PyramidShape { placement.shape }

    /// The largest difference from the background of a sample in a blank tile, which is not stored; nil to store all.
    package var blankTolerance: Int? { configuration.blankTolerance }

    /// The cost of starting with a row in the middle of the image.
    ///
    /// - Throws: `CodecError` when the image cannot be opened.
    package func rowAccess() throws -> RowAccess { try openSource().rowAccess }
}

extension CutConfiguration {
    /// The configuration of a run that makes the coarser levels of a pyramid from pixels.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - layout: the layout of the pixels.
    ///   - encoding: the encoding of tiles.
    ///   - background: the color of tiles beyond the image where they have no alpha.
    ///   - blankTolerance: the tolerance for blank tiles, which are not stored; nil to store all.
    ///   - threads: the number of threads.
    package init(
        coarserLevelsOf pyramid: Pyramid, layout: PixelLayout, encoding: TileEncoding, background: RGBColor,
        blankTolerance: Int?, threads: Int
    ) {
        self.init(
            pyramid: pyramid, layout: layout, encoding: encoding, background: background,
            blankTolerance: blankTolerance, lossless: .never, threads: threads,
            encoders: TileEncoders(encoding, layout))
    }
}
