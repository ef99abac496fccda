internal import Georeferencing
internal import MapProjections
internal import TileContainers
internal import TilePyramid

extension RasterGeoreference {
    /// The position of the pixels of a tile matrix, from one of them on.
    ///
    /// Scales are those of pixels of 0.28 mm (OGC 07-057r7, section 6.1), and a degree has the length that it has at the
    /// equator of WGS 84. The corner is in the order of the system's axes, except where the system is named `EPSG:` and not as
    /// URN or URL, as by servers that have the east first. Where the region of the layer lies in the matrix in one of the two
    /// orders only, that is it.
    ///
    /// - Parameters:
    ///   - matrix: the matrix.
    ///   - origin: the pixel of the matrix at which the image begins.
    ///   - system: the reference system.
    ///   - bounds: the region of the layer in degrees; `nil` if it is not named.
    ///   - path: the address for messages.
    /// - Throws: ``StoreError`` if PROJ does not know the system, or the region does not lie in the matrix.
    init(
        of matrix: WMTSCapabilities.Matrix, from origin: PixelOffset, in system: ReferenceSystemName,
        within bounds: GeoBounds?, path: String
    ) throws {
        func refused(_ reason: String) -> StoreError {
            StoreError(.malformed, path: path, "the place of its tiles cannot be found: \(reason)")
        }
        let axes: CoordinateAxes
        let region: (center: (x: Double, y: Double), xs: ClosedRange<Double>, ys: ClosedRange<Double>)?
        do {
            axes = try CoordinateAxes(of: system.definition)
            region = try Self.region(of: bounds, in: system.crs)
        } catch let error as GeoreferencingError {
            throw refused(error.message)
        }
        // Checked: Doubles, two numbers of a corner.
        let units = matrix.scaleDenominator * Self.pixelMeters / axes.metersPerUnit
        // Checked: Doubles.
        let width = Double(matrix.columns) * Double(matrix.tileWidth) * units
        // Checked: Doubles.
        let height = Double(matrix.rows) * Double(matrix.tileHeight) * units
        let orders = [(matrix.corner[0], matrix.corner[1]), (matrix.corner[1], matrix.corner[0])]
        let usual = axes.isNorthFirst && !system.isShort ? [orders[1], orders[0]] : orders
        func holdsMiddle(_ corner: (x: Double, y: Double)) -> Bool {
            guard let center = region?.center else { return true }
            return center.x >= corner.x && center.x <= corner.x + width && center.y <= corner.y
                && center.y >= corner.y - height
        }
        // Servers also name a region that is larger than what they have tiles of.
        func holdsPart(_ corner: (x: Double, y: Double)) -> Bool {
            guard let region else { return true }
            return region.xs.upperBound >= corner.x && region.xs.lowerBound <= corner.x + width
                && region.ys.lowerBound <= corner.y && region.ys.upperBound >= corner.y - height
        }
        guard let corner = usual.first(where: holdsMiddle) ?? usual.first(where: holdsPart) else {
            throw refused(
                "the region of the layer, which begins at \(bounds?.west ?? 0), \(bounds?.south ?? 0) degrees, does not lie in "
                    + "the tile matrix \"\(matrix.identifier)\" in \(system.text).")
        }
        // Checked: Doubles.
        let first = (x: corner.0 + Double(origin.x) * units, y: corner.1 - Double(origin.y) * units)
        self.init(crs: system.crs, transform: Geotransform(origin: first, column: (units, 0), row: (0, -units)))
    }

    /// The middle of a region in degrees, and its extent by its corners; nil if it is not named.
    private static func region(
        of bounds: GeoBounds?, in crs: String
    ) throws -> (center: (x: Double, y: Double), xs: ClosedRange<Double>, ys: ClosedRange<Double>)? {
        guard let bounds else { return nil }
        var x = [bounds.center.x, bounds.west, bounds.east, bounds.west, bounds.east]
        var y = [bounds.center.y, bounds.south, bounds.south, bounds.north, bounds.north]
        try CoordinateTransform(from: GeoBounds.CoordinateReferenceSystem.wgs84.rawValue, to: crs).transform(&x, &y)
        // Corners of large regions are nowhere in the system of a small country.
        let xs = x.filter(\.isFinite)
        let ys = y.filter(\.isFinite)
        // Checked: the least is no greater than the greatest.
        return ((x[0], y[0]), (xs.min() ?? 0)...(xs.max() ?? 0), (ys.min() ?? 0)...(ys.max() ?? 0))
    }

    /// The meters of a pixel at scale 1.
    private static let pixelMeters = 0.00028
}
