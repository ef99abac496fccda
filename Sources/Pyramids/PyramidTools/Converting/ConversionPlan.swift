internal import ChannelImages
public import FilePyramids
internal import Files
internal import Georeferencing
internal import Glibc
internal import ImageCodecs
internal import ImageMetadata
internal import PixelKernels
internal import TileContainers
internal import TileCutting
public import TilePyramid

/// A plan for converting a pyramid, made before the first tile: the new pyramid, and the tiles that can be copied.
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
/// A tile is copied if its level has the same downsample, size, tile step and overlap in both pyramids, and if the tile has
/// the same stored size and format. Edge tiles whose padding differs are decoded and re-encoded. Everything else is cut
/// again from the full-size level, or from the coarsest level that both pyramids have. If a pyramid in another coordinate
/// system than Web Mercator becomes a map, it is cut again from its full size, to the grid of Web Mercator.
public struct ConversionPlan: Sendable {
    /// The source pyramid.
    public let opened: OpenedPyramid
    /// The options of the conversion.
    public let options: ConversionOptions
    /// The kind of the new pyramid, including its georeference.
    public let target: PyramidTarget
    /// The levels and grids of the new pyramid.
    public let pyramid: Pyramid
    /// The format of the new tiles.
    public let format: TileFormat
    /// The reasons why not all tiles can be copied, as clauses; empty if they can.
    public let reasons: [String]
    /// Warnings for the user, as sentences.
    public let warnings: [String]

    /// The formats of the source's tiles.
    let census: TileFormatCensus
    /// The description of the source pyramid.
    let report: PyramidReport
    /// The plan for cutting levels again; nil if all tiles are copied.
    let cut: CutPlan?
    /// The level of the source with the same tiles as a level of the new pyramid, by the new level.
    let sourceLevels: [Int: Int]

    /// The most tiles whose completion is tracked, with one bit each.
    static let tileLimit = 1 << 30

    /// Plans the conversion of a pyramid.
    ///
    /// All tiles are counted, and some of the full-size level are inspected.
    ///
    /// - Throws: `StoreError` and `CodecError` if the pyramid cannot be read, `CuttingError` if the options are invalid
    ///   for it.
    public init(_ opened: OpenedPyramid, options: ConversionOptions) throws {
        let source = opened.source
        let report = try PyramidReport(opened)
        guard report.isSparse || report.missingTiles == 0 else {
            throw StoreError(
                .malformed, path: opened.path,
                report.missingTiles == 1
                    ? "a tile is missing. List it with tilecut verify."
                    : "\(report.missingTiles) tiles are missing. List them with tilecut verify.")
        }
        guard !report.isCounted || report.tiles > 0 else {
            throw StoreError(
                .malformed, path: opened.path, "it has no tiles: nothing would be left. Get it again from its source.")
        }
        try ConversionLimits.check(copying: report)
        self.report = report
        self.opened = opened
        self.options = options
        var target = options.target
        // A title may be only the name of the old file.
        let title = source.statedTitle.flatMap { $0 == FilePath.title(of: opened.path) ? nil : $0 }
        target.name = target.name ?? title
        target.description = target.description ?? source.statedDescription
        target.attribution = target.attribution ?? source.attribution
        target.terrain = source.terrain
        let tileFormats = target.capabilities.tileFormats
        let census = try TileFormatCensus(of: source, report)
        let formats = census.preferred.filter(tileFormats.contains)
        let format = options.format ?? formats.first ?? tileFormats[0]
        target.mixesFormats = options.format == nil && census.canStayMixed(in: target, source)
        self.census = census
        let side = source.pyramid.finestLevel.tileSize
        let staysMapTiled =
            source.georeference != nil && target.capabilities.isMapTiled
            && (options.tileSize ?? side.width) == side.width && options.levelCount == nil
        if !staysMapTiled || format != source.format { try Self.check(format, keeps: source.terrain, of: opened) }
        if staysMapTiled {
            target.georeference = source.georeference
            cut = nil
            pyramid = source.pyramid
            sourceLevels = Dictionary(uniqueKeysWithValues: source.pyramid.presentLevels.map { ($0, $0) })
            reasons = target.mixesFormats ? [] : census.reasons(for: format)
            warnings = report.warnings + census.warnings(for: format, isChosen: options.format != nil)
        } else {
            target.mixesFormats = false
            var cutOptions = Self.cutOptions(opened, options, target, format)
            let place = target.capabilities.isMapTiled ? try Self.place(of: opened, options) : nil
            let keepsGrid = place.map { Self.cutAsMap(&cutOptions, at: $0, opened, options) } ?? true
            let nodata = Self.nodataSample(of: opened, in: target, format)
            cutOptions.storedNodata = nodata
            let kind = try TileEncodingProbe(of: source, in: target)
            cutOptions.jpegTemplate = kind.jpegTemplate(for: options, target, cutOptions)
            let plan = try CutPlan(
                tilesOf: source, elevations: Self.elevations(of: source, report), margin: source.margin,
                name: opened.path, identity: Self.identity(of: opened),
                contentHash: Self.contentHash(of: opened), options: cutOptions)
            guard plan.pyramid.tileCount <= Self.tileLimit else {
                throw StoreError(
                    .malformed, path: opened.path,
                    "the new pyramid would have \(plan.pyramid.tileCount) tiles, and up to \(Self.tileLimit) are made. "
                        + "Choose larger tiles."
                )
            }
            cut = plan
            pyramid = plan.pyramid
            target.margin = plan.margin
            target.georeference = plan.georeference
            let levels =
                kind.isCompatible && source.margin == .zero && keepsGrid && nodata == nil
                ? Self.sourceLevels(from: source, to: plan.pyramid, format: format) : [:]
            sourceLevels = levels
            reasons =
                !keepsGrid
                ? ["the tiles are in \(place?.name ?? ""), and those of the map in Web Mercator"]
                : nodata.map { ["invalid pixels have the value \($0) in a TIFF, and no alpha"] }
                    ?? (kind.isCompatible
                        ? Self.reasons(from: source, to: plan.pyramid, format: format, levels)
                        : ["a TIFF cannot store all of these \(source.format.rawValue) tiles unchanged"])
            var lost: [String] = []
            if target.capabilities.storesBounds {
                let statements = Self.statements(of: opened, format, nodata: nodata)
                target.tiff.bounds = statements.bounds
                target.tiff.geoTags = statements.tags
                lost = statements.warnings
            } else if target.georeference == nil {
                lost = Self.lossOfPlace(of: opened)
            }
            warnings = report.warnings + plan.warnings + lost
        }
        // Tiles of a map that show nothing are not stored.
        let isCutAsMap = cut != nil && target.georeference != nil
        let mayLackTiles = isCutAsMap || (report.isCounted ? report.missingTiles > 0 : report.isSparse)
        target.isSparse = mayLackTiles && target.capabilities.supportsSparseTiles
        self.target = target
        self.format = format
        if target.container == .tiff { try ConversionLimits.check(listing: pyramid, report) }
        try checkCutLevel()
    }

    /// The elevations that the colors of a pyramid hold; nil for pictures.
    static func elevations(of source: any PyramidSource, _ report: PyramidReport) -> StoredElevations? {
        source.terrain.map {
            StoredElevations($0, mayLackTiles: report.isCounted ? report.missingTiles > 0 : report.isSparse)
        }
    }

    /// Throws if a format does not keep the elevations that the colors of a pyramid hold.
    private static func check(
        _ format: TileFormat, keeps terrain: TerrainEncoding?, of opened: OpenedPyramid
    ) throws {
        guard terrain != nil, format != .png else { return }
        throw StoreError(
            .malformed, path: opened.path,
            "the colors of its tiles are elevations in numbers, which \(format.rawValue) tiles may not keep exactly. Choose "
                + "the format png.")
    }

    /// Throws if the levels that have to be cut again are too large for the existing tiles.
    private func checkCutLevel() throws {
        let mayBeAbsent = report.isSparse && target.capabilities.supportsSparseTiles
        let needed = pyramid.presentLevels.last { level in
            sourceLevels[level] == nil
                || (report.missingTiles > 0 || !report.isCounted && report.isSparse) && !mayBeAbsent
        }
        guard cut != nil, let needed else { return }
        let old = opened.source.pyramid
        let level = coarsestCommonLevel.map { max(needed, $0) } ?? pyramid.finestLevel.index
        let source = coarsestCommonLevel == nil ? nil : sourceLevels[level]
        try ConversionLimits.check(
            cutting: pyramid.levels[level], from: source.map { old.levels[$0] } ?? old.finestLevel, report)
    }

    /// Identifies the conversion: a run can only resume an interrupted one with the same fingerprint.
    public var fingerprint: String {
        cut?.fingerprint ?? "copy of \(Self.fingerprint(of: opened, detail: "\(pyramid.size), \(format.rawValue)"))"
    }

    /// Identifies a pyramid by its path, its time and samples of its content, and what is made of it by a detail.
    static func fingerprint(of opened: OpenedPyramid, detail: String) -> String {
        "\(identity(of: opened)), \(detail)\ncontent \(String(contentHash(of: opened), radix: 16))"
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

    /// Returns the tile size of a pyramid; the default one for a single flat tile, which has the size of the image.
    private static func tileSize(of opened: OpenedPyramid) -> Int {
        let level = opened.source.pyramid.finestLevel
        let isSingleTile = opened.format.capabilities.holdsFullSizeOnly && level.grid.count == 1
        return isSingleTile ? max(level.tileSize.width, CutOptions().tileSize) : level.tileSize.width
    }

    /// The most tiles whose bytes are part of the fingerprint.
    static let sampledTileLimit = 8

    /// Returns a hash of samples of the pyramid's file and of some tiles of its finest level.
    private static func contentHash(of opened: OpenedPyramid) -> UInt64 {
        var hash = FNV1aHash()
        hash.append("\(ContentSample.hash(of: opened.path) ?? 0)".utf8)
        let level = opened.source.pyramid.finestLevel
        for (column, row) in level.grid.samples(sampledTileLimit) {
            let index = TileIndex(level: level.index, column: column, row: row)
            // A tile that cannot be read is reported when it is needed.
            hash.append((try? opened.source.read(index))?.bytes ?? [])
        }
        return hash.value
    }

    /// Returns a text that changes with the pyramid: the path, size and modification time of its file, or its address with
    /// a hash of all that belongs to it.
    private static func identity(of opened: OpenedPyramid) -> String {
        let path = opened.path
        var status = stat()
        guard opened.addressHash.isEmpty, Files.stat(path, &status) == 0 else { return "\(path) \(opened.addressHash)" }
        return "\(path), \(status.st_size) bytes, changed \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}
