internal import Glibc
package import TilePyramid

/// The position of an image with bounds in the tile grid of Web Mercator.
package struct WebMercatorPlacement: Hashable, Sendable {
    /// The grid that the image is resampled to: the pixels of the finest zoom.
    package let matrix: TileMatrix
    /// The pixels of the grid that are made: from a whole pixel of the coarsest zoom to the end of the image.
    package let rect: PixelRect
    /// The number of levels, from the finest zoom to the coarsest.
    package let levelCount: Int
    /// The mapping of the grid's pixels to those of the image.
    package let columns, rows: WebMercatorAxis
    /// The zoom and the bounds in degrees, for stores.
    package let georeference: Georeference
    /// The resolution of the finest zoom as a part of the image's, along the direction in which the image is finer, at its
    /// center: 1 where both have pixels of the same size, less where detail is lost.
    package let resolution: Double

    /// The most pixels of the finest level, along a side, that one pixel of a chosen coarsest level stands for.
    ///
    /// Empty rows are made so that the image begins at a whole pixel of the coarsest level.
    private static let coarsestLimit = 1 << 14
    /// The part of a pixel by which bounds may be in excess without a further row or column.
    private static let slack = 1e-4

    /// Places an image.
    ///
    /// - Parameters:
    ///   - bounds: the edges of the image.
    ///   - size: the size of the image in pixels.
    ///   - metersPerPixel: the size of the image's pixels in projected meters, along the direction in which they are smaller;
    ///     nil, the default, for that of an image with these bounds at its center.
    ///   - tileSize: the side of a tile in pixels.
    ///   - zooms: the coarsest and the finest zoom; nil for the first at which the image fits into one tile, and for
    ///     ``TileMatrix/zoom(forMetersPerPixel:tileSize:)``, at which it keeps its detail.
    ///   - longestSide: the largest width and height in pixels of ``rect``.
    /// - Throws: ``GeoreferencingError`` when the bounds or the zooms are invalid.
    package init(
        _ bounds: GeoBounds, size: PixelSize, metersPerPixel: Double? = nil, tileSize: Int,
        zooms: (minimum: Int?, maximum: Int?), longestSide: Int
    ) throws(GeoreferencingError) {
        let edges = try Edges(bounds)
        let metersPerPixel = metersPerPixel ?? bounds.metersPerPixel(of: size)
        let matrix = TileMatrix(
            tileSize: tileSize,
            zoom: zooms.maximum ?? TileMatrix.zoom(forMetersPerPixel: metersPerPixel, tileSize: tileSize))
        resolution = metersPerPixel / matrix.metersPerPixel
        let left = min(matrix.side - 1, Int((matrix.x(ofEasting: edges.west) + Self.slack).rounded(.down)))
        let top = min(matrix.side - 1, Int((matrix.y(ofNorthing: edges.north) + Self.slack).rounded(.down)))
        let right = max(left + 1, Int((matrix.x(ofEasting: edges.east) - Self.slack).rounded(.up)))
        let bottom = max(top + 1, Int((matrix.y(ofNorthing: edges.south) - Self.slack).rounded(.up)))

        func rect(_ levelCount: Int) -> PixelRect {
            let pixel = 1 << (levelCount - 1)
            let (x, y) = (left / pixel * pixel, top / pixel * pixel)
            return PixelRect(x: x, y: y, width: right - x, height: bottom - y)
        }
        var levelCount = 1
        while levelCount <= matrix.zoom, case let size = rect(levelCount).size,
            max(size.width, size.height) > tileSize << (levelCount - 1)
        {
            levelCount += 1
        }
        if let minimum = zooms.minimum {
            let limit = matrix.zoom - max(levelCount - 1, Self.coarsestLimit.trailingZeroBitCount)
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
            length: size.width, first: bounds.west, last: bounds.east, begin: whole.x, kind: edges.columnKind,
            matrix: matrix)
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
        columns.inside(rect.size.width).count == rect.size.width
            && rows.inside(rect.size.height).count == rect.size.height
    }

    /// The edges in projected meters, clamped to the extent of the map.
    private struct Edges {
        let west, south, east, north: Double
        let columnKind, rowKind: WebMercatorAxis.Kind

        init(_ bounds: GeoBounds) throws(GeoreferencingError) {
            guard bounds.edges.allSatisfy(\.isFinite), bounds.south < bounds.north else {
                throw GeoreferencingError(
                    "the bounds are to be west, south, east and north, with the south below the north.")
            }
            let half = bounds.crs == .wgs84 ? 180 : WebMercator.originShift
            let slack = half * 1e-7
            guard bounds.west < bounds.east, bounds.west >= -half - slack, bounds.east <= half + slack else {
                throw GeoreferencingError(
                    "the bounds from \(bounds.west) in the west to \(bounds.east) in the east are not within "
                        + "\(-half) to \(half). An image that crosses the 180th meridian has to be cut in two there.")
            }
            let limit = WebMercator.originShift
            switch bounds.crs {
            case .wgs84:
                guard bounds.south >= -90, bounds.north <= 90 else {
                    throw GeoreferencingError("latitudes are from -90 to 90 degrees.")
                }
                (columnKind, rowKind) = (.longitude, .latitude)
                west = max(-limit, WebMercator.easting(ofLongitude: bounds.west))
                east = min(limit, WebMercator.easting(ofLongitude: bounds.east))
                north = min(limit, WebMercator.northing(ofLatitude: bounds.north))
                south = max(-limit, WebMercator.northing(ofLatitude: bounds.south))
            case .webMercator:
                (columnKind, rowKind) = (.easting, .northing)
                west = max(-limit, bounds.west)
                east = min(limit, bounds.east)
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
        let (width, height) = ((east - west) / Double(size.width), (north - south) / Double(size.height))
        guard crs == .wgs84 else { return min(width, height) }
        let limit = WebMercator.maximumLatitude
        let latitude = min(max(-limit, center.y), limit)
        // The map stretches a latitude by the cosine, and shows a degree of longitude everywhere alike.
        return WebMercator.easting(ofLongitude: min(width, height / cos(latitude * .pi / 180)))
    }
}
