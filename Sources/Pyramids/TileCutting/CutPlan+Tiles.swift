public import TilePyramid

internal import ImageCodecs

extension CutPlan {
    /// Plans to cut the picture of a pyramid anew, from one of its levels.
    ///
    /// ```swift
    /// let plan = try CutPlan(tilesOf: old, name: "old.dzi", identity: "old.dzi of \(date)", options: options)
    /// let store = try DeepZoomStore(creating: "new.dzi", pyramid: plan.pyramid, format: plan.format)
    /// let summary = try await plan.cut(into: store)
    /// ```
    ///
    /// Some of the tiles are looked at to see whether they have color, alpha and 16 bits.
    ///
    /// - Parameters:
    ///   - source: gives the tiles; absent ones are transparent or background.
    ///   - level: the level that becomes the full size; default nil, the finest.
    ///   - margin: columns and rows at the level's beginning that are left out; default none.
    ///   - name: the pyramid's name in messages.
    ///   - identity: what changes when the pyramid does; an interrupted run is only continued with the same.
    ///   - options: how the picture is to be cut.
    /// - Throws: `CodecError` when a tile cannot be read, ``CuttingError`` when the options make no sense, and what the
    ///   source throws.
    public init(
        tilesOf source: any TileSource, level: Int? = nil, margin: PixelOffset = .zero, name: String,
        identity: String, options: CutOptions = CutOptions()
    ) throws {
        try self.init(
            ImageProvider(
                name: name, identity: { "pyramid \(identity) level \(level ?? -1)" },
                open: {
                    let image = try PyramidImageSource(
                        source, level: level, name: name, options: $0, background: options.background,
                        threads: options.threads)
                    return margin == .zero ? image : CroppedSource(image, margin: margin)
                }), options: options)
    }
}
