internal import Glibc
internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
public import TilePyramid
public import TileStores

/// What turning one pyramid into another takes, known before the first tile: which tiles can be copied, and which not.
///
/// ```swift
/// guard let old = try await Pyramids.open("old.dzi") else { return }
/// var options = ConversionOptions()
/// options.target = PyramidTarget(.pmtiles)
/// let plan = try ConversionPlan(old, options: options)
/// let store = try plan.target.makeStore(at: "new.pmtiles", pyramid: plan.pyramid, format: plan.format)
/// let conversion = try await plan.convert(into: store)
/// print("\(conversion.copiedTiles) tiles copied")
/// ```
///
/// A tile is copied when its level has the same downsample, size, tile step and overlap in both pyramids, and the tile
/// the same stored size and format. One that is only stored larger or smaller, at the edges, is decoded and encoded
/// alone. Everything else is cut again from the full-size level, or from the coarsest level that both have.
public struct ConversionPlan: Sendable {
    /// The pyramid that there is.
    public let opened: OpenedPyramid
    /// What it is to become.
    public let options: ConversionOptions
    /// What kind of pyramid it becomes, its place on the world included.
    public let target: PyramidTarget
    /// The levels and tiles that will be made.
    public let pyramid: Pyramid
    /// The format of every tile.
    public let format: TileFormat
    /// Why not all tiles can be copied, in plain sentences; empty when they can.
    public let reasons: [String]
    /// What the user should know, in plain sentences.
    public let warnings: [String]

    /// What there is of the old pyramid.
    let report: PyramidReport
    /// How levels are cut again; nil when that is never needed.
    let cut: CutPlan?
    /// The level of the old pyramid that shows the same as one of the new, by the new one's number.
    let sourceLevels: [Int: Int]

    /// The most tiles of a pyramid of which it is remembered which are done: a bit each.
    static let tileLimit = 1 << 30

    /// Looks at a pyramid and decides how it will be converted.
    ///
    /// All tiles are counted, and some of the full size are looked at.
    ///
    /// - Throws: `StoreError` and `CodecError` when the pyramid cannot be read, `CuttingError` when the options make no
    ///   sense for it.
    public init(_ opened: OpenedPyramid, options: ConversionOptions) throws {
        let source = opened.source
        let report = try PyramidReport(opened)
        guard report.isSparse || report.missingTiles == 0 else {
            throw StoreError(
                .malformed, path: opened.path,
                "\(report.missingTiles) of its tiles \(report.missingTiles == 1 ? "is" : "are") missing. See which with "
                    + "tilecut verify.")
        }
        self.report = report
        self.opened = opened
        self.options = options
        var target = options.target
        let tileFormats = target.capabilities.tileFormats
        let format =
            options.format ?? (tileFormats.contains(source.format) ? source.format : tileFormats[0])
        let side = source.pyramid.finestLevel.tileSize
        let staysMapTiled =
            source.georeference != nil && target.capabilities.isMapTiled && format == source.format
            && (options.tileSize ?? side.width) == side.width && options.levelCount == nil
        if staysMapTiled {
            target.georeference = source.georeference
            cut = nil
            pyramid = source.pyramid
            sourceLevels = Dictionary(uniqueKeysWithValues: source.pyramid.presentLevels.map { ($0, $0) })
            reasons = []
            warnings = []
        } else {
            var cutOptions = Self.cutOptions(opened, options, target, format)
            let kind = try TileEncodingProbe(of: source, in: target)
            cutOptions.jpegTemplate = kind.jpegTemplate(for: options, target, cutOptions)
            let plan = try CutPlan(
                tilesOf: source, margin: source.margin, name: opened.path, identity: Self.identity(of: opened.path),
                options: cutOptions)
            guard plan.pyramid.tileCount <= Self.tileLimit else {
                throw StoreError(
                    .malformed, path: opened.path,
                    "the pyramid would have \(plan.pyramid.tileCount) tiles, which are too many to convert.")
            }
            cut = plan
            pyramid = plan.pyramid
            target.margin = plan.margin
            let levels =
                kind.isCompatible && source.margin == .zero
                ? Self.sourceLevels(from: source, to: plan.pyramid, format: format) : [:]
            sourceLevels = levels
            reasons =
                kind.isCompatible
                ? Self.reasons(from: source, to: plan.pyramid, format: format, levels)
                : ["a TIFF cannot hold \(source.format.rawValue) tiles of these kinds as they are"]
            target.tiff.bounds = target.capabilities.storesBounds ? Self.bounds(of: opened) : nil
            let losesGeoreference = target.tiff.bounds == nil && Self.bounds(of: opened) != nil
            warnings =
                plan.warnings
                + (losesGeoreference ? ["the new pyramid does not say where on the world its picture lies."] : [])
        }
        target.isSparse = report.missingTiles > 0 && target.capabilities.supportsSparseTiles
        self.target = target
        self.format = format
    }

    /// What an interrupted run must have in common with this one to be continued.
    public var fingerprint: String {
        cut?.fingerprint ?? "copy of \(Self.identity(of: opened.path)), \(pyramid.size), \(format.rawValue)"
    }

    private static func cutOptions(
        _ opened: OpenedPyramid, _ options: ConversionOptions, _ target: PyramidTarget, _ format: TileFormat
    ) -> CutOptions {
        var cut = CutOptions()
        cut.tileSize = options.tileSize ?? tileSize(of: opened)
        cut.overlap = options.overlap ?? (target.capabilities.supportsOverlap ? opened.source.pyramid.overlap : 0)
        cut.levelCount = target.capabilities.holdsFullSizeOnly ? 1 : options.levelCount
        cut.shape = target.shape
        cut.isCentered = target.isCentered
        cut.format = .fixed(format)
        cut.quality = options.quality ?? cut.quality
        cut.chroma = options.chroma ?? cut.chroma
        cut.background = options.background
        cut.padsWithBackground = target.capabilities.requiresUniformEncoding
        cut.threads = options.threads
        cut.decoding.depth = format == .png ? .sixteen : .eight
        return cut
    }

    /// The side of a pyramid's tiles; the usual one where there is a single flat tile, which is as large as the picture.
    private static func tileSize(of opened: OpenedPyramid) -> Int {
        let level = opened.source.pyramid.finestLevel
        let isPicture = opened.format.capabilities.holdsFullSizeOnly && level.grid.count == 1
        return isPicture ? max(level.tileSize.width, CutOptions().tileSize) : level.tileSize.width
    }

    /// Where the edges of a pyramid's picture lie on the Earth; nil for one by itself.
    private static func bounds(of opened: OpenedPyramid) -> GeoBounds? {
        if let georeference = opened.source.georeference {
            return GeoBounds(of: opened.source.pyramid, on: georeference)
        }
        return opened.format == .tiff ? try? GeoBounds.readGeoTIFF(.file(opened.path)) : nil
    }

    /// Changes when the pyramid does.
    private static func identity(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        return "\(path), \(status.st_size) bytes, changed \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}
