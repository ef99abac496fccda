internal import Georeferencing
internal import MapProjections
internal import Numbers
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// The plan of a map tile: the image pixels that make it and their sampling, chosen before any is decoded.
///
/// A tile of the finest zoom is sampled from the full size, as in a cut. A pixel of the next zoom is the mean of four such
/// pixels, as in a cut. A pixel of a coarser zoom is nearly the mean of the area that it covers. If the image is warped, this
/// mean is taken in one step, from the coarsest level of which the area covers at least 2 × 2 pixels. Pixels of levels are
/// means themselves, so their lack of detail matters only at the border of the area. If rows and columns stay as they are, the
/// pixel is the mean of 2 × 2 pixels of twice the resolution.
struct MapTilePlan: Sendable {
    /// The level that is sampled.
    let level: Int
    /// The number of times that the sampled pixels are halved.
    let halvings: Int
    /// The side of the tile in pixels.
    let side: Int
    /// The sampled part of the map: what the tile shows of the rectangle of the image, of which a cut makes its levels.
    let part: PixelRect
    /// The offset of the part in the tile, in pixels of the tile.
    let offset: PixelOffset
    /// The offset of the part in the rectangle of the image.
    let origin: PixelOffset
    /// Whether the part is the whole tile.
    let isWhole: Bool
    /// The sampling.
    let sampling: any MapSampling
    /// The pixels of the level that are needed.
    let needed: PixelRect
    /// The pixels of all tiles that are decoded.
    let decodedPixels: Int
    /// The bytes of memory that rendering needs at most, beyond the decoded tiles that are kept.
    let memory: Int

    /// The factor by which a level may be coarser than the sampled pixels.
    private static let tolerance = 1.05

    /// Plans a tile; nil where it shows nothing of the image.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - turn: 1 for what an image across the 180th meridian shows once around the Earth from the tile, else 0.
    ///   - placement: where the image lies.
    ///   - tiles: its pixels.
    ///   - transform: leads from Web Mercator to the system of an image that is warped; nil for others.
    /// - Throws: `GeoreferencingError` when the image has no area.
    init?(
        _ tile: MapTile, turn: Int, _ placement: MapPlacement, _ tiles: some DecodedTiles,
        transform: CoordinateTransform?
    ) throws {
        let webMercator = placement.webMercator
        let side = placement.tileSize
        self.side = side
        let finest = webMercator.matrix.zoom
        let isArea = placement.isWarped && finest - tile.zoom > Self.oversampling
        halvings = isArea ? 0 : min(Self.oversampling, finest - tile.zoom)
        let zoom = tile.zoom + halvings
        let scaled = side << halvings
        let column = tile.column + turn << tile.zoom
        let whole = PixelRect(x: column * scaled, y: tile.row * scaled, width: scaled, height: scaled)
        var image = webMercator.rect.reduced(by: finest - zoom)
        // An image of more than half of the Earth has its pixels among those of the whole map, from its west edge.
        if turn > 0, webMercator.wrappedColumns != nil { image.x += side << zoom }
        guard let shown = whole.intersection(image) else { return nil }
        part = shown
        isWhole = shown == whole
        offset = PixelOffset(x: (shown.x - whole.x) >> halvings, y: (shown.y - whole.y) >> halvings)
        origin = PixelOffset(x: shown.x - image.x, y: shown.y - image.y)
        let pyramid = tiles.pyramid
        let matrix = TileMatrix(tileSize: side, zoom: zoom)
        let middle = (x: shown.x + shown.size.width / 2, y: shown.y + shown.size.height / 2)
        let output = Geotransform(
            origin: (-WebMercator.originShift, WebMercator.originShift), column: (matrix.metersPerPixel, 0),
            row: (0, -matrix.metersPerPixel))
        func mapping(_ step: (x: Double, y: Double)) throws -> PixelMapping {
            var source = placement.source.transform
            source.columnX = source.columnX * step.x
            source.columnY = source.columnY * step.x
            source.rowX = source.rowX * step.y
            source.rowY = source.rowY * step.y
            return try PixelMapping(from: output, to: source, by: transform)
        }
        let step: Double
        if placement.isWarped {
            let block = PixelRect(x: middle.x, y: middle.y, width: 2, height: 2)
            let scale = BlockMapping(block, source: tiles.fullSize, mapping: try mapping((1, 1)))?.scale ?? (x: 1, y: 1)
            step = min(scale.x, scale.y)
        } else {
            let axes = [webMercator.columns, webMercator.rows].map { $0.scaled(to: matrix, length: nil, step: 1) }
            step = min(axes[0].step(at: middle.x), axes[1].step(at: middle.y))
        }
        let candidates = pyramid.levels[pyramid.presentLevels]
        let longest = max(1, (isArea ? step / Self.areaSide : step) * Self.tolerance)
        let level =
            zoom == finest
            ? pyramid.finestLevel
            : candidates.first { max($0.step.x, $0.step.y) <= longest } ?? pyramid.finestLevel
        if placement.isWarped {
            sampling = WarpSampling(
                part, of: image, source: level.size, filter: isArea ? .area : .linear,
                holdsNumbers: tiles.terrain != nil, mapping: try mapping(level.step))
        } else {
            sampling = AxisMapSampling(
                part, of: image, holdsNumbers: tiles.terrain != nil,
                columns: webMercator.columns.scaled(to: matrix, length: level.size.width, step: level.step.x),
                rows: webMercator.rows.scaled(to: matrix, length: level.size.height, step: level.step.y))
        }
        guard let needed = sampling.needed else { return nil }
        self.level = level.index
        self.needed = needed
        let columns = level.tileColumns(showing: needed.columns), rows = level.tileRows(showing: needed.rows)
        decodedPixels =
            CheckedNumber.product(columns.count, rows.count, level.tileSize.width, level.tileSize.height) ?? .max
        // The window with alpha, what is sampled, the result and its encoded form, and a tile that is decoded.
        let pixels = CheckedNumber.sum(
            [
                needed.size.area, part.size.area, 2 * side * side,
                CheckedNumber.product(level.tileSize.width, level.tileSize.height) ?? .max / 64,
            ])
        memory = pixels.flatMap { CheckedNumber.product($0, 4) } ?? .max
    }

    /// The number of zooms by which the pixels that are averaged are finer than the tile.
    static let oversampling = 1
    /// The fewest pixels of a level along each side of an area of which a mean is taken.
    ///
    /// With 1, a quarter as many would be decoded, and means would differ from those of a cut by three times as much.
    private static let areaSide = 2.0
}

extension PixelRect {
    /// The pixels of a level that is halved a number of times that cover these.
    fileprivate func reduced(by halvings: Int) -> PixelRect {
        let x = x >> halvings
        let y = y >> halvings
        let right = ((columns.upperBound - 1) >> halvings) + 1
        let bottom = ((rows.upperBound - 1) >> halvings) + 1
        return PixelRect(x: x, y: y, width: right - x, height: bottom - y)
    }
}

extension [MapTilePlan] {
    /// The pixels of all tiles that are decoded.
    var decodedPixels: Int { reduce(0) { CheckedNumber.sum($0, $1.decodedPixels) ?? .max } }

    /// The bytes of memory that rendering needs at most, beyond the decoded tiles that are kept.
    var memory: Int { reduce(0) { CheckedNumber.sum($0, $1.memory) ?? .max } }
}
