package import ChannelImages
internal import ImageCodecs
public import TilePyramid

extension CutPlan {
    /// The encoding of elevations whose bytes the colors of the tiles hold; nil for pictures.
    package var terrain: TerrainEncoding? {
        guard case .terrain(_, let encoding)? = channels?.rendering.mode else { return nil }
        return encoding
    }

    /// Plans a cut of another pyramid, from one of its levels.
    ///
    /// ```swift
    /// let plan = try CutPlan(tilesOf: old, name: "old.dzi", identity: "old.dzi of \(date)", options: options)
    /// let store = try PyramidFormat.deepZoom.makeStore(at: "new.dzi", pyramid: plan.pyramid, format: plan.format)
    /// let summary = try await plan.cut(into: store)
    /// ```
    ///
    /// Reads some of the tiles to find out whether they have color, alpha and 16 bits.
    ///
    /// - Parameters:
    ///   - source: the tiles; absent ones become transparent or background.
    ///   - level: the level that becomes the full size; the default is nil, the finest level.
    ///   - margin: the columns and rows that are cropped at the left and top of the level; the default is none.
    ///   - name: the pyramid's name in messages.
    ///   - identity: a text that changes when the pyramid does; an interrupted run resumes only with the same text.
    ///   - contentHash: a hash of the pyramid's content, or of samples of it; the default is nil.
    ///   - options: the options of the cut.
    /// - Throws: `CodecError` when a tile cannot be read, ``CuttingError`` when the options are invalid, and errors of
    ///   the source.
    public init(
        tilesOf source: any TileSource, level: Int? = nil, margin: PixelOffset = .zero, name: String,
        identity: String, contentHash: UInt64? = nil, options: CutOptions = CutOptions()
    ) throws {
        try self.init(
            tilesOf: source, elevations: nil, level: level, margin: margin, name: name, identity: identity,
            contentHash: contentHash, options: options)
    }

    /// Plans a cut of another pyramid, the colors of whose tiles may hold the bytes of elevations.
    ///
    /// If they do, and tiles are red, green and blue with 8 bits, coarser levels have the means of the elevations that there are.
    package init(
        tilesOf source: any TileSource, elevations: StoredElevations?, level: Int? = nil, margin: PixelOffset = .zero,
        name: String, identity: String, contentHash: UInt64? = nil, options: CutOptions = CutOptions()
    ) throws {
        try self.init(
            ImageProvider(
                name: name, identity: { "pyramid \(identity) level \(level ?? -1)" },
                contentIdentity: { "pyramid \(identity) level \(level ?? -1)" },
                contentHash: { contentHash },
                open: {
                    let image = try PyramidImageSource(
                        source, level: level, name: name, options: $0, background: options.background,
                        threads: options.threads, elevations: elevations)
                    return margin == .zero ? image : CroppedSource(image, margin: margin)
                }), options: options)
    }
}
