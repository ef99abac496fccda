internal import ChannelImages
internal import FilePyramids
internal import Georeferencing
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An opened image: its stored tiles, its pixels, and the geometries in which it is offered.
final class ServedImage: Sendable {
    /// Identifies its tiles in caches among those of all images that were opened.
    let number: UInt64
    /// The entry of the catalog.
    let entry: CatalogEntry
    /// The size of the image, without a margin.
    let size: PixelSize
    /// The stored tiles; nil for an image that is not a pyramid.
    let source: (any PyramidSource)?
    /// The pixels, as far as they can be served.
    let servedPixels: ServedPixels
    /// Whether the pixels are only a preview, until all of them can be served.
    let isPreview: Bool
    /// The time at which the pyramid was opened; nil for an image that is none.
    private let openedAt: ContinuousClock.Instant?
    /// The format of tiles in the layouts that have one: that of the stored tiles where browsers show it.
    let format: TileFormat
    /// The geometry of the image as a Deep Zoom pyramid.
    let deepZoom: Pyramid
    /// The geometry of the image as a Zoomify pyramid.
    let zoomify: Pyramid
    /// The map tiles: those of a georeferenced image, or else of the image in a grid of its own.
    let mapTiles: TileMatrixSet
    /// The image as a map that is warped when it is requested.
    ///
    /// It is nil for a map in the grid of Web Mercator, and for an image that is not georeferenced. A failure says why an image
    /// cannot be a map though it is georeferenced.
    let map: Result<ServedMap, RequestError>?
    /// The position of the full-size pixels in the grid of Web Mercator; nil if the image has none.
    let georeference: Georeference?
    /// The channels of an image that is shown by them; nil for pictures.
    let channels: ServedChannels?
    /// The rendering that is shown as text; empty for pictures.
    let renderingText: String

    /// The side of tiles where those of the pyramid are not squares, or none are stored.
    private static let tileSide = 256
    /// The sides of stored tiles that are offered; larger ones take long to decode, and smaller ones are many.
    private static let tileSides = 16...2048

    /// Creates an image from its pyramid.
    init(
        _ pyramid: OpenedPyramid, pixels: any DecodedTiles, number: UInt64, entry: CatalogEntry,
        openedAt: ContinuousClock.Instant, map: Result<ServedMap, RequestError>? = nil
    ) {
        let source = pyramid.source
        self.number = number
        self.entry = entry
        self.source = source
        servedPixels = .available(pixels)
        self.openedAt = openedAt
        size = source.imageSize
        isPreview = false
        let fallback: TileFormat = pixels.layout.channels.hasAlpha ? .png : .jpeg
        format = pixels.terrain != nil ? .png : source.format.isShownByBrowsers ? source.format : fallback
        let finest = source.pyramid.finestLevel.tileSize
        let isOffered = finest.width == finest.height && Self.tileSides.contains(finest.width)
        let side = isOffered ? finest.width : Self.tileSide
        let overlap = isOffered ? source.pyramid.overlap : 0
        (deepZoom, zoomify) = Self.geometries(source.imageSize, side: side, overlap: overlap)
        mapTiles =
            source.georeference.map { TileMatrixSet(pyramid: source.pyramid, georeference: $0) }
            ?? (try? map?.get())?.tiles ?? Self.ownMapTiles(source.imageSize, side: side)
        self.map = map
        georeference = source.georeference
        channels = nil
        renderingText = ""
    }

    /// Creates an image of many channels with its automatic rendering.
    ///
    /// - Parameters:
    ///   - channels: the channels.
    ///   - pixels: their rendering.
    ///   - entry: the entry of the catalog.
    ///   - openedAt: the time at which it was opened.
    ///   - map: the image as a map; nil if it has no place.
    init(
        _ channels: ServedChannels, pixels: ChannelTiles, entry: CatalogEntry, openedAt: ContinuousClock.Instant,
        map: Result<ServedMap, RequestError>? = nil
    ) {
        number = pixels.number
        self.entry = entry
        source = nil
        servedPixels = .available(pixels)
        self.openedAt = openedAt
        size = pixels.fullSize
        isPreview = false
        format = pixels.layout.channels.hasAlpha ? .png : .jpeg
        (deepZoom, zoomify) = Self.geometries(size, side: Self.tileSide, overlap: 0)
        mapTiles = (try? map?.get())?.tiles ?? Self.ownMapTiles(size, side: Self.tileSide)
        self.map = map
        georeference = nil
        self.channels = channels
        renderingText = pixels.rendering.statement
    }

    /// Creates an image with another rendering of its channels, in the same geometries.
    ///
    /// - Parameters:
    ///   - image: the image, whose size the rendering has.
    ///   - pixels: the rendering.
    init(_ image: ServedImage, pixels: ChannelTiles) {
        number = pixels.number
        entry = image.entry
        source = nil
        servedPixels = .available(pixels)
        openedAt = image.openedAt
        size = image.size
        isPreview = false
        format = pixels.layout.channels.hasAlpha || pixels.terrain != nil ? .png : .jpeg
        deepZoom = image.deepZoom
        zoomify = image.zoomify
        mapTiles = image.mapTiles
        map = image.map
        georeference = image.georeference
        channels = nil
        renderingText = pixels.rendering.statement
    }

    /// Creates an image that is not a pyramid, from its header.
    init(
        _ info: ImageInfo, _ pixels: ServedPixels, isPreview: Bool, number: UInt64, entry: CatalogEntry,
        map: Result<ServedMap, RequestError>? = nil
    ) {
        self.number = number
        self.entry = entry
        source = nil
        servedPixels = pixels
        openedAt = nil
        size = info.size
        self.isPreview = isPreview
        format = info.layout.channels.hasAlpha ? .png : .jpeg
        (deepZoom, zoomify) = Self.geometries(info.size, side: Self.tileSide, overlap: 0)
        mapTiles = (try? map?.get())?.tiles ?? Self.ownMapTiles(info.size, side: Self.tileSide)
        self.map = map
        georeference = nil
        channels = nil
        renderingText = ""
    }

    private static func geometries(_ size: PixelSize, side: Int, overlap: Int) -> (Pyramid, Pyramid) {
        var shape = PyramidShape()
        shape.rounding = .down
        shape.coarsest = .tile
        return (
            Pyramid(size: size, tileSize: side, overlap: overlap), Pyramid(size: size, tileSize: side, shape: shape)
        )
    }

    private static func ownMapTiles(_ size: PixelSize, side: Int) -> TileMatrixSet {
        var shape = PyramidShape()
        shape.coarsest = .tile
        return TileMatrixSet(pyramid: Pyramid(size: size, tileSize: side, shape: shape), coarsestZoom: 0)
    }

    /// The pixels; nil if there are none, or none yet.
    var pixels: (any DecodedTiles)? {
        guard case .available(let pixels) = servedPixels else { return nil }
        return pixels
    }

    /// The offset of the image in its pyramid, in full-size pixels.
    var margin: PixelOffset { source?.margin ?? .zero }

    /// The attribution of the image; nil if nobody is named.
    var attribution: String? { source?.attribution }

    /// Whether its tiles are files of their own, whose changes ``stateText`` does not show.
    var hasTileFiles: Bool { entry.status.isFolder || entry.isDescriptor }

    /// The reuse of answers about the image: none for a preview, which is soon replaced.
    var reuse: ServerAnswer.Reuse {
        if isPreview { return .never }
        guard hasTileFiles, let openedAt else { return .untilChange }
        return .until(openedAt + OpenImages.tileFilesLifetime)
    }

    /// A text that is different for every state of the image's file and every rendering, for validators of what is made of it.
    var stateText: String { renderingText.isEmpty ? fileText : "\(fileText) \(renderingText)" }

    /// A text that is different for every state of the image's file.
    var fileText: String {
        "\(entry.path) \(entry.status.text) \(isPreview)" + (entry.page > 1 ? " page \(entry.page)" : "")
    }

    /// The size of the tiles of the stored levels, and how many full-size pixels one of their pixels covers.
    var tileLevels: (size: PixelSize, scaleFactors: [Int]) {
        let side = deepZoom.tileSize
        guard let source, source.margin == .zero, !isPreview else {
            return (PixelSize(width: side, height: side), Self.scaleFactors(zoomify))
        }
        let tile = source.pyramid.finestLevel.tileSize
        let levels = source.pyramid.levels[source.pyramid.presentLevels].reversed()
        // Of the levels that fit into a tile, viewers need the largest.
        let needed = levels.count - levels.count(where: { $0.grid.count == 1 }) + 1
        let factors = levels.prefix(needed).filter { $0.tileSize == tile }.compactMap(Self.scaleFactor)
        let isOffered = Self.tileSides.contains(tile.width) && Self.tileSides.contains(tile.height)
        return isOffered && factors.first == 1
            ? (tile, factors) : (PixelSize(width: side, height: side), Self.scaleFactors(zoomify))
    }

    private static func scaleFactors(_ pyramid: Pyramid) -> [Int] {
        pyramid.levels.reversed().compactMap(Self.scaleFactor)
    }

    /// The number of full-size pixels per pixel of a level, if it is the same whole number in both directions.
    private static func scaleFactor(_ level: Level) -> Int? {
        level.horizontalDownsample == level.verticalDownsample ? Int(exactly: level.horizontalDownsample) : nil
    }
}

extension ServedImage {
    /// The stored tile that equals a tile of another geometry of this image; nil if there is none.
    func storedTile(_ index: TileIndex, of target: Pyramid) -> TileIndex? {
        guard let source, source.margin == .zero else { return nil }
        let pyramid = source.pyramid
        let wanted = target.levels[index.level]
        guard
            let level = pyramid.levels[pyramid.presentLevels].first(where: {
                $0.size == wanted.size && $0.tileSize == wanted.tileSize && $0.inset == .zero
                    && $0.horizontalDownsample == wanted.horizontalDownsample
                    && $0.verticalDownsample == wanted.verticalDownsample
            })
        else { return nil }
        let stored = TileIndex(level: level.index, column: index.column, row: index.row)
        let rect = target.rect(of: index)
        guard pyramid.contains(stored), pyramid.rect(of: stored) == rect, pyramid.storedSize(of: stored) == rect.size
        else { return nil }
        return stored
    }

    /// The stored tile that shows a region of full-size pixels at a size that is wanted; nil if there is none.
    func storedTile(_ region: PixelRect, isSize: (PixelSize) -> Bool) -> TileIndex? {
        guard let source, source.margin == .zero else { return nil }
        let pyramid = source.pyramid
        for level in pyramid.levels[pyramid.presentLevels] where level.inset == .zero {
            guard let factor = Self.scaleFactor(level) else { continue }
            let (width, widthOverflows) = level.tileSize.width.multipliedReportingOverflow(by: factor)
            let (height, heightOverflows) = level.tileSize.height.multipliedReportingOverflow(by: factor)
            guard !widthOverflows, !heightOverflows, region.x.isMultiple(of: width), region.y.isMultiple(of: height),
                region.size.width == min(width, self.size.width - region.x),
                region.size.height == min(height, self.size.height - region.y)
            else { continue }
            let index = TileIndex(level: level.index, column: region.x / width, row: region.y / height)
            guard pyramid.contains(index) else { continue }
            let size = pyramid.rect(of: index).size
            guard isSize(size), pyramid.interior(of: index).size == size, pyramid.storedSize(of: index) == size else {
                continue
            }
            return index
        }
        return nil
    }
}

/// The pixels of an image, as far as they can be served.
enum ServedPixels: Sendable {
    /// They can be decoded: those of a pyramid, of a small image, or of a preview.
    case available(any DecodedTiles)
    /// A preview is being made, with which the promised image has pixels, or says why there are none.
    case pending(Promise<ServedImage>)
    /// There are none, for a reason.
    case unavailable(any Error)
}
