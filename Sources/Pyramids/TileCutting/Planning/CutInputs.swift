internal import ImageCodecs
package import ImageSources
internal import PixelKernels
package import TilePyramid

/// The form in which a source delivers a level.
enum LevelInput {
    /// Interleaved pixels.
    case pixels(any ImageSource)
    /// Planar YCbCr with 4:2:0 subsampling.
    case planar(any PlanarImageSource)
    /// Tiles that are passed through, and the pixels or planes of the next coarser level.
    case passthrough(any PassthroughTileSource)
}

/// A source and the levels that are made from it.
struct LevelSource {
    let input: LevelInput
    /// The level whose pixels or tiles the source delivers.
    let level: Int
    /// The levels whose tiles are made from pixels: down to the next level that has a source, and without the source's
    /// own level if its tiles are passed through.
    let builtLevels: Range<Int>
}

/// The sources of a run, and the form in which each of them is read: decided before the first pixel is read.
package struct CutInputs {
    /// The sources, from the finest level.
    let levels: [LevelSource]
    /// The planes in which all tiles are assembled.
    let planes: [PlaneFormat]
    /// The reason why full-size tiles are not passed through, as a clause; nil if they are.
    let passthroughBlocker: String?
    /// The warnings of all sources so far, from the finest level.
    var warnings: [String] { sources.flatMap(\.warnings) }

    private let sources: [any ImageSource]

    /// Decides how sources are read.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the run.
    ///   - source: delivers the full size, in the configuration's layout.
    ///   - reduced: sources of coarser levels by level index, used instead of downsampling finer levels.
    ///   - requirements: those of the store that receives the tiles.
    /// - Throws: ``CuttingError`` with code `invalidOptions` if tiles have to be passed through and cannot.
    package init(
        _ configuration: CutConfiguration, source: any ImageSource, reduced: [Int: any ImageSource] = [:],
        for requirements: StoreRequirements
    ) throws(CuttingError) {
        let pyramid = configuration.pyramid
        let finest = pyramid.finestLevel.index
        let fullSize = PassthroughDecision(of: source, level: finest, for: requirements, configuration)
        if configuration.lossless == .required {
            try fullSize.requireLossless(pyramid)
        }
        passthroughBlocker = fullSize.blocker

        let coarser = reduced.filter { pyramid.presentLevels.contains($0.key) }.sorted { $0.key > $1.key }
        let sources = [source] + coarser.map(\.value)
        self.sources = sources
        let indices = [finest] + coarser.map(\.key)
        let passthrough = zip(indices, sources).map { level, source -> (any PassthroughTileSource)? in
            // Where the full size is re-encoded, so are the other levels.
            guard fullSize.source != nil, level != finest else { return fullSize.source }
            return PassthroughDecision(of: source, level: level, for: requirements, configuration).source
        }
        // RGB is not converted where samples are compared with the background.
        let planar = sources.map { Self.planar($0, convertsRGB: configuration.blankTolerance == nil) }
        let usesPlanes =
            configuration.acceptsPlanarYCbCr
            && sources.indices.allSatisfy { passthrough[$0]?.hasHalfScalePlanes ?? (planar[$0] != nil) }
        planes = usesPlanes ? PlaneFormat.yCbCr420 : configuration.interleavedPlanes
        levels = sources.indices.map { index in
            let level = indices[index]
            let next = index + 1
            let coarsest = next < indices.count ? indices[next] + 1 : pyramid.presentLevels.lowerBound
            if let source = passthrough[index] {
                return LevelSource(input: .passthrough(source), level: level, builtLevels: coarsest..<level)
            }
            let input = (usesPlanes ? planar[index] : nil).map { LevelInput.planar($0) } ?? .pixels(sources[index])
            return LevelSource(input: input, level: level, builtLevels: coarsest..<level + 1)
        }
    }

    /// Decides how sources are read, for the store that receives their tiles.
    package init(
        _ configuration: CutConfiguration, source: any ImageSource, reduced: [Int: any ImageSource] = [:],
        into store: any TileStore
    ) throws(CuttingError) {
        try self.init(configuration, source: source, reduced: reduced, for: store.requirements)
    }

    /// The input of a run that makes a level and the coarser ones from pixels of that level.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the run.
    ///   - source: delivers the level, in the configuration's layout.
    ///   - level: the index of the level.
    ///   - asPlanes: whether tiles are assembled in planes, which the source delivers then.
    package init(_ configuration: CutConfiguration, source: any PlanarImageSource, level: Int, asPlanes: Bool) {
        let built = configuration.pyramid.presentLevels.lowerBound..<level + 1
        levels = [LevelSource(input: asPlanes ? .planar(source) : .pixels(source), level: level, builtLevels: built)]
        planes = asPlanes ? PlaneFormat.yCbCr420 : configuration.interleavedPlanes
        passthroughBlocker = nil
        sources = [source]
    }

    /// Returns the source as a planar one: its own planes if it has them, else converted from RGB.
    private static func planar(_ source: any ImageSource, convertsRGB: Bool) -> (any PlanarImageSource)? {
        if let source = source as? any PlanarImageSource, source.hasPlanes { return source }
        return convertsRGB && source.info.layout == PixelLayout(.rgb) ? YCbCr420Source(source) : nil
    }
}
