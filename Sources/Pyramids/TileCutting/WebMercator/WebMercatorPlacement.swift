internal import Glibc
internal import ImageCodecs
internal import TilePyramid

/// How a picture with bounds comes onto the grid of the world's tiles.
struct WebMercatorPlacement: Hashable, Sendable {
    /// What the picture is resampled to: the pixels of the world at the finest zoom.
    let grid: WebMercator
    /// The pixels of the world that are made: from a whole pixel of the coarsest zoom to the picture's end.
    let rect: PixelRect
    /// Levels, from the finest zoom to the coarsest.
    let levelCount: Int
    /// Where the picture's pixels lie.
    let columns, rows: WebMercatorAxis
    /// What stores are told.
    let georeference: Georeference

    /// By how many times more than one tile the coarsest level's pixel may stand for, where that is asked for: rows of
    /// nothing are made so that the picture begins at such a pixel.
    private static let coarsestLimit = 1 << 14
    /// Parts of a pixel that bounds may be off without a further row or column.
    private static let slack = 1e-4

    /// The fit of a picture of a size.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions` when the bounds or the zooms make no sense.
    init(_ bounds: GeoBounds, size: PixelSize, tileSize: Int, zooms: (minimum: Int?, maximum: Int?))
        throws(CuttingError)
    {
        let edges = try Edges(bounds)
        let grid = WebMercator(
            tileSize: tileSize,
            zoom: zooms.maximum ?? WebMercator.zoom(forMetersPerPixel: edges.metersPerPixel(size), tileSize: tileSize))
        let left = min(grid.side - 1, Int((grid.x(ofEasting: edges.west) + Self.slack).rounded(.down)))
        let top = min(grid.side - 1, Int((grid.y(ofNorthing: edges.north) + Self.slack).rounded(.down)))
        let right = max(left + 1, Int((grid.x(ofEasting: edges.east) - Self.slack).rounded(.up)))
        let bottom = max(top + 1, Int((grid.y(ofNorthing: edges.south) - Self.slack).rounded(.up)))

        func rect(_ levelCount: Int) -> PixelRect {
            let pixel = 1 << (levelCount - 1)
            let (x, y) = (left / pixel * pixel, top / pixel * pixel)
            return PixelRect(x: x, y: y, width: right - x, height: bottom - y)
        }
        var levelCount = 1
        while levelCount <= grid.zoom, rect(levelCount).isLarger(than: tileSize << (levelCount - 1)) {
            levelCount += 1
        }
        if let minimum = zooms.minimum {
            let limit = grid.zoom - max(levelCount - 1, Self.coarsestLimit.trailingZeroBitCount)
            guard minimum <= grid.zoom, minimum >= limit else {
                throw CuttingError(
                    .invalidOptions,
                    "the zooms can begin from \(max(0, limit)) to \(grid.zoom) for this picture, not at \(minimum).")
            }
            levelCount = grid.zoom - minimum + 1
        }
        let whole = rect(levelCount)
        guard max(whole.size.width, whole.size.height) <= ImageInfo.longestSide else {
            throw CuttingError(
                .invalidOptions,
                "zoom \(grid.zoom) would make the picture \(whole.size) pixels, and a side may have up to "
                    + "\(ImageInfo.longestSide). Choose a smaller zoom.")
        }
        self.grid = grid
        self.rect = whole
        self.levelCount = levelCount
        columns = WebMercatorAxis(
            length: size.width, first: bounds.west, last: bounds.east, begin: whole.x, kind: edges.columnKind,
            grid: grid)
        rows = WebMercatorAxis(
            length: size.height, first: bounds.north, last: bounds.south, begin: whole.y, kind: edges.rowKind,
            grid: grid)
        georeference = Georeference(
            zoom: grid.zoom, west: WebMercator.longitude(ofEasting: edges.west),
            south: WebMercator.latitude(ofNorthing: edges.south),
            east: WebMercator.longitude(ofEasting: edges.east),
            north: WebMercator.latitude(ofNorthing: edges.north))
    }

    /// Whether every pixel that is made is in the picture.
    var isFullyCovered: Bool {
        columns.inside(rect.size.width).count == rect.size.width
            && rows.inside(rect.size.height).count == rect.size.height
    }

    /// The edges in meters of the projection, cut off where that ends.
    private struct Edges {
        let west, south, east, north: Double
        let columnKind, rowKind: WebMercatorAxis.Kind
        /// The part of the picture's height that is left.
        let shownHeight: Double

        init(_ bounds: GeoBounds) throws(CuttingError) {
            let numbers = [bounds.west, bounds.south, bounds.east, bounds.north]
            guard numbers.allSatisfy(\.isFinite), bounds.south < bounds.north else {
                throw CuttingError(
                    .invalidOptions,
                    "the bounds are to be west, south, east and north, with the south below the north.")
            }
            let half = bounds.crs == .wgs84 ? 180 : WebMercator.originShift
            let slack = half * 1e-7
            guard bounds.west < bounds.east, bounds.west >= -half - slack, bounds.east <= half + slack else {
                throw CuttingError(
                    .invalidOptions,
                    "the bounds from \(bounds.west) in the west to \(bounds.east) in the east are not within "
                        + "\(-half) to \(half). A picture that crosses the 180th meridian is to be cut in two there.")
            }
            let limit = WebMercator.originShift
            switch bounds.crs {
            case .wgs84:
                guard bounds.south >= -90, bounds.north <= 90 else {
                    throw CuttingError(.invalidOptions, "latitudes are from -90 to 90 degrees.")
                }
                (columnKind, rowKind) = (.longitude, .latitude)
                west = max(-limit, WebMercator.easting(ofLongitude: bounds.west))
                east = min(limit, WebMercator.easting(ofLongitude: bounds.east))
                north = min(limit, WebMercator.northing(ofLatitude: bounds.north))
                south = max(-limit, WebMercator.northing(ofLatitude: bounds.south))
                shownHeight =
                    (WebMercator.latitude(ofNorthing: north) - WebMercator.latitude(ofNorthing: south))
                    / (bounds.north - bounds.south)
            case .webMercator:
                (columnKind, rowKind) = (.easting, .northing)
                west = max(-limit, bounds.west)
                east = min(limit, bounds.east)
                north = min(limit, bounds.north)
                south = max(-limit, bounds.south)
                shownHeight = (north - south) / (bounds.north - bounds.south)
            }
            guard south < north else {
                throw CuttingError(
                    .invalidOptions, "the picture lies beyond 85.05 degrees of latitude, where web maps end.")
            }
        }

        /// Meters of the projection from one pixel to the next: along the diagonal, as both directions may differ.
        func metersPerPixel(_ size: PixelSize) -> Double {
            hypot(east - west, north - south) / hypot(Double(size.width), Double(size.height) * shownHeight)
        }
    }
}

extension PixelRect {
    fileprivate func isLarger(than side: Int) -> Bool { max(size.width, size.height) > side }
}
