internal import Glibc
package import TilePyramid

/// The position of an image with bounds in the tile grid of Web Mercator.
package struct WebMercatorPlacement: Hashable, Sendable {
    /// The grid that the image is resampled to: the pixels of the finest zoom.
    package let matrix: TileMatrix
    /// The output pixels of the grid: from a whole pixel of the coarsest zoom to the end of the image.
    package let rect: PixelRect
    /// The number of levels, from the finest zoom to the coarsest.
    package let levelCount: Int
    /// The mapping of the grid's pixels to the image's pixels.
    package let columns, rows: WebMercatorAxis
    /// The mapping of the same columns, 360 degrees further east; nil unless the image crosses the 180th meridian and is at
    /// least half as wide as the map.
    ///
    /// A narrower image is placed on a grid that continues beyond the meridian, so that no more columns are made than the image
    /// has.
    package let wrappedColumns: WebMercatorAxis?
    /// The zoom and the bounds in degrees, for stores.
    package let georeference: Georeference
    /// The ratio of the finest zoom's resolution to the image's: 1 for pixels of the same size, less if detail is lost.
    ///
    /// It is measured at the center of the image, along the direction in which the image is finer.
    package let resolution: Double

    /// The most pixels of the finest level, along a side, that one pixel of a chosen coarsest level stands for.
    ///
    /// Empty rows are made so that the image begins at a whole pixel of the coarsest level.
    private static let coarsestLimit = 1 << 14
    /// The most pixels of a row around the Earth that is made only because zoom 0 is chosen.
    private static let wholeRowLimit = 1 << 16
    /// The part of a pixel by which bounds may be in excess without a further row or column.
    private static let slack = 1e-4

    /// Places an image.
    ///
    /// - Parameters:
    ///   - bounds: the edges of the image.
    ///   - size: the size of the image in pixels.
    ///   - metersPerPixel: the size of the image's pixels in projected meters, along the direction in which they are smaller;
    ///     nil, the default, for the size at the center of an image with these bounds.
    ///   - tileSize: the side of a tile in pixels.
    ///   - zooms: the coarsest and the finest zoom. Nil for the coarsest means the first zoom at which the image fits into one
    ///     tile; nil for the finest means ``TileMatrix/zoom(forMetersPerPixel:tileSize:)``, at which the image keeps its
    ///     detail.
    ///   - longestSide: the largest width and height in pixels of ``rect``.
    /// - Throws: ``GeoreferencingError`` when the bounds or the zooms are invalid.
    package init(
        _ bounds: GeoBounds, size: PixelSize, metersPerPixel: Double? = nil, tileSize: Int,
        zooms: (minimum: Int?, maximum: Int?), longestSide: Int
    ) throws(GeoreferencingError) {
        let edges = try Edges(bounds, rows: size.height)
        let metersPerPixel =
            metersPerPixel
            ?? GeoBounds(west: edges.first, south: bounds.south, east: edges.last, north: bounds.north, crs: bounds.crs)
            .metersPerPixel(of: size)
        let matrix = TileMatrix(
            tileSize: tileSize,
            zoom: zooms.maximum ?? TileMatrix.zoom(forMetersPerPixel: metersPerPixel, tileSize: tileSize))
        resolution = metersPerPixel / matrix.metersPerPixel
        var left = min(matrix.side - 1, Int((matrix.x(ofEasting: edges.west) + Self.slack).rounded(.down)))
        let top = min(matrix.side - 1, Int((matrix.y(ofNorthing: edges.north) + Self.slack).rounded(.down)))
        var right = max(left + 1, Int((matrix.x(ofEasting: edges.east) - Self.slack).rounded(.up)))
        let crosses = right > matrix.side
        // At zoom 0, both runs of columns would lie in one tile.
        let isAround =
            crosses && (right - left > matrix.side / 2 || zooms.minimum == 0 && matrix.side <= Self.wholeRowLimit)
        if isAround {
            left = 0
            right = matrix.side
        }
        let coarsestZoom = crosses && !isAround ? 1 : 0
        let bottom = max(top + 1, Int((matrix.y(ofNorthing: edges.south) - Self.slack).rounded(.up)))

        func rect(_ levelCount: Int) -> PixelRect {
            let pixel = 1 << (levelCount - 1)
            let x = left / pixel * pixel
            let y = top / pixel * pixel
            return PixelRect(x: x, y: y, width: right - x, height: bottom - y)
        }
        var levelCount = 1
        while levelCount <= matrix.zoom - coarsestZoom, case let size = rect(levelCount).size,
            max(size.width, size.height) > tileSize << (levelCount - 1)
        {
            levelCount += 1
        }
        if let minimum = zooms.minimum {
            let limit = max(coarsestZoom, matrix.zoom - max(levelCount - 1, Self.coarsestLimit.trailingZeroBitCount))
            guard minimum <= matrix.zoom, minimum >= limit else {
                throw GeoreferencingError(
                    "the zooms can begin from \(max(0, limit)) to \(matrix.zoom) for this image, not at \(minimum).")
            }
            levelCount = matrix.zoom - minimum + 1
        }
        let whole = rect(levelCount)
        guard max(whole.size.width, whole.size.height) <= longestSide else {
            throw GeoreferencingError(
                "zoom \(matrix.zoom) would make the image \(whole.size) pixels, and a side may have up to "
                    + "\(longestSide). Choose a smaller zoom.")
        }
        self.matrix = matrix
        self.rect = whole
        self.levelCount = levelCount
        columns = WebMercatorAxis(
            length: size.width, first: edges.first, last: edges.last, begin: whole.x, kind: edges.columnKind,
            matrix: matrix)
        wrappedColumns =
            isAround
            ? WebMercatorAxis(
                length: size.width, first: edges.first, last: edges.last, begin: matrix.side, kind: edges.columnKind,
                matrix: matrix)
            : nil
        rows = WebMercatorAxis(
            length: size.height, first: bounds.north, last: bounds.south, begin: whole.y, kind: edges.rowKind,
            matrix: matrix)
        georeference = Georeference(
            zoom: matrix.zoom,
            bounds: GeoBounds(
                west: WebMercator.longitude(ofEasting: edges.west),
                south: WebMercator.latitude(ofNorthing: edges.south),
                east: WebMercator.longitude(ofEasting: edges.east),
                north: WebMercator.latitude(ofNorthing: edges.north), crs: .wgs84))
    }

    /// True when every pixel of ``rect`` lies in the image.
    package var isFullyCovered: Bool {
        columnRuns.reduce(0) { $0 + $1.inside.count } == rect.size.width
            && rows.inside(rect.size.height).count == rect.size.height
    }

    /// The columns of ``rect`` whose centers lie in the image, from the west: one run, or two at the edges of the map.
    package var columnRuns: [(axis: WebMercatorAxis, inside: Range<Int>)] {
        let width = rect.size.width
        let inside = columns.inside(width)
        guard let wrappedColumns else { return [(columns, inside)] }
        let wrapped = wrappedColumns.inside(width)
        return [(wrappedColumns, wrapped.lowerBound..<min(wrapped.upperBound, inside.lowerBound)), (columns, inside)]
    }

    /// The edges in projected meters, clamped to the extent of the map.
    private struct Edges {
        let west, south, east, north: Double
        /// The edges in the west and the east in the unit of the bounds, the first one on the map.
        let first, last: Double
        let columnKind, rowKind: WebMercatorAxis.Kind

        init(_ bounds: GeoBounds, rows: Int) throws(GeoreferencingError) {
            guard bounds.edges.allSatisfy(\.isFinite), bounds.south < bounds.north else {
                throw GeoreferencingError(
                    "the bounds are to be west, south, east and north, with the south below the north.")
            }
            let half = bounds.crs == .wgs84 ? 180 : WebMercator.originShift
            let slack = half * 1e-7
            let turn = 2 * half
            let isReversed = bounds.west > bounds.east && bounds.west <= half + slack && bounds.east >= -half - slack
            let width = bounds.east - bounds.west + (isReversed ? turn : 0)
            guard width > 0, width <= turn + 2 * slack, abs(bounds.west) <= 3 * half,
                abs(bounds.east) <= 3 * half + slack
            else {
                throw GeoreferencingError(
                    "the bounds from \(bounds.west) in the west to \(bounds.east) in the east are not part of the "
                        + "Earth, which is \(turn) around. Correct them.")
            }
            // Once around the Earth in one direction or the other, so that the image begins on the map.
            let turns = ((bounds.west + half + slack) / turn).rounded(.down)
            first = bounds.west - turns * turn
            let end = first + width
            let crosses = end > half + slack
            last = end
            let limit = WebMercator.originShift
            switch bounds.crs {
            case .wgs84:
                // Pixels of a grid may be centered on the poles.
                let halfPixel = (bounds.north - bounds.south) / Double(rows) / 2
                func isLatitude(_ edge: Double) -> Bool {
                    abs(edge) <= 90 + slack || abs(abs(edge) - 90 - halfPixel) <= halfPixel / 50
                }
                guard isLatitude(bounds.south), isLatitude(bounds.north) else {
                    throw GeoreferencingError("latitudes are from -90 to 90 degrees.")
                }
                columnKind = .longitude
                rowKind = .latitude
                west = max(-limit, WebMercator.easting(ofLongitude: first))
                east = min(crosses ? .infinity : limit, WebMercator.easting(ofLongitude: end))
                north = min(limit, WebMercator.northing(ofLatitude: min(90, bounds.north)))
                south = max(-limit, WebMercator.northing(ofLatitude: max(-90, bounds.south)))
            case .webMercator:
                columnKind = .easting
                rowKind = .northing
                west = max(-limit, first)
                east = min(crosses ? .infinity : limit, end)
                north = min(limit, bounds.north)
                south = max(-limit, bounds.south)
            }
            guard south < north else {
                throw GeoreferencingError(
                    "the image lies beyond 85.05 degrees of latitude, where web maps end.")
            }
        }
    }
}

extension GeoBounds {
    /// The projected meters of a pixel at the center of an image with these bounds, along the direction in which it is finer.
    fileprivate func metersPerPixel(of size: PixelSize) -> Double {
        let width = (east - west) / Double(size.width)
        let height = (north - south) / Double(size.height)
        guard crs == .wgs84 else { return min(width, height) }
        let limit = WebMercator.maximumLatitude
        let latitude = min(max(-limit, center.y), limit)
        // The map stretches a latitude by the cosine, and shows a degree of longitude everywhere alike.
        return WebMercator.easting(ofLongitude: min(width, height / cos(latitude * .pi / 180)))
    }
}
