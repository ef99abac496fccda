package import Georeferencing
package import TilePyramid

/// The area of an image in another coordinate reference system: its edges, and the size of its pixels.
package struct RasterFootprint: Hashable, Sendable {
    /// The edges in the other system; if the image crosses the 180th meridian, the east is beyond the system's limit.
    package let west, south, east, north: Double
    /// The side of a square in the other system with the same area as a pixel: the median over the image.
    package let pixelSide: Double
    /// The length of the shorter side of a pixel in the other system, at the center of the image.
    ///
    /// If the center has no position in it, as in images around a pole, it is the median over the image.
    package let shorterPixelSide: Double

    /// The number of samples along each side of the image.
    private static let sampleCount = 65

    /// Measures the footprint of an image.
    ///
    /// - Parameters:
    ///   - source: the image's position.
    ///   - size: the image's size in pixels.
    ///   - crs: the other system.
    ///   - limits: the rectangle of the other system to which the image is limited.
    /// - Throws: ``GeoreferencingError`` when no transformation to the system exists, or no part of the image lies in it.
    package init(
        of source: RasterGeoreference, size: PixelSize, in crs: String,
        limits: (west: Double, south: Double, east: Double, north: Double)? = nil
    ) throws(GeoreferencingError) {
        let count = Self.sampleCount
        let width = Double(size.width)
        let height = Double(size.height)
        var (x, y): ([Double], [Double]) = ([], [])
        for row in 0..<count {
            for column in 0..<count {
                let pixel = (
                    x: width * Double(column) / Double(count - 1), y: height * Double(row) / Double(count - 1)
                )
                let position = source.transform.coordinate(x: pixel.x, y: pixel.y)
                x.append(position.x)
                y.append(position.y)
            }
        }
        // The middles of the sides of the central pixel: left, right, upper, lower.
        for step in [(-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)] {
            let position = source.transform.coordinate(x: width / 2 + step.0, y: height / 2 + step.1)
            x.append(position.x)
            y.append(position.y)
        }
        if crs != source.crs {
            try CoordinateTransform(from: source.crs, to: crs).transform(&x, &y)
        }
        var center = (x: Array(x.suffix(4)), y: Array(y.suffix(4)))
        x.removeLast(4)
        y.removeLast(4)
        let limits = limits ?? (-Double.infinity, -Double.infinity, .infinity, .infinity)
        var west = Double.infinity
        var south = Double.infinity
        var east = -Double.infinity
        var north = -Double.infinity
        for (x, y) in zip(x, y) where x.isFinite && y.isFinite {
            west = min(west, x)
            east = max(east, x)
            south = min(south, y)
            north = max(north, y)
        }
        let halfTurn = (limits.east - limits.west) / 2
        if Self.wraps(x, halfTurn: halfTurn) {
            if Self.spansHalfTurn(x, halfTurn: halfTurn) {
                west = limits.west
                east = limits.east
            } else {
                // What lies beyond the limit in the east has come around to the west.
                func unwrapped(_ x: Double) -> Double { x < limits.west + halfTurn ? x + 2 * halfTurn : x }
                x = x.map(unwrapped)
                center.x = center.x.map(unwrapped)
                let known = zip(x, y).filter { $0.isFinite && $1.isFinite }.map(\.0)
                west = known.min() ?? limits.west
                east = known.max() ?? limits.east
            }
        } else {
            west = max(west, limits.west)
            east = min(east, limits.east)
        }
        south = max(south, limits.south)
        north = min(north, limits.north)
        guard west < east, south < north else {
            throw GeoreferencingError("nothing of the image lies in \(crs). Correct its georeference.")
        }
        self.west = west
        self.south = south
        self.east = east
        self.north = north

        var areas: [Double] = []
        var shorterSides: [Double] = []
        let step = (x: width / Double(count - 1), y: height / Double(count - 1))
        let pixels = width * height / Double((count - 1) * (count - 1))
        for row in 0..<count - 1 {
            for column in 0..<count - 1 {
                let node = row * count + column
                let right = node + 1
                let below = node + count
                guard x[node] >= west, x[node] <= east, y[node] >= south, y[node] <= north else { continue }
                let area = abs(
                    (x[right] - x[node]) * (y[below] - y[node]) - (y[right] - y[node]) * (x[below] - x[node]))
                if area.isFinite, area > 0 {
                    areas.append(area / pixels)
                    let sides = (
                        Self.distance(x[right] - x[node], y[right] - y[node]) / step.x,
                        Self.distance(x[below] - x[node], y[below] - y[node]) / step.y
                    )
                    shorterSides.append(min(sides.0, sides.1))
                }
            }
        }
        guard !areas.isEmpty else {
            throw GeoreferencingError("the pixels of the image have no area in \(crs). Correct its georeference.")
        }
        areas.sort()
        pixelSide = areas[areas.count / 2].squareRoot()
        shorterSides.sort()
        let central = min(
            Self.distance(center.x[1] - center.x[0], center.y[1] - center.y[0]),
            Self.distance(center.x[3] - center.x[2], center.y[3] - center.y[2]))
        let isCentral =
            central > 0 && central.isFinite && center.x.allSatisfy { $0 >= west && $0 <= east }
            && center.y.allSatisfy { $0 >= south && $0 <= north }
        shorterPixelSide = isCentral ? central : shorterSides[shorterSides.count / 2]
    }

    private static func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

    /// True when neighboring samples are more than half of the limits apart: the image goes across the 180th meridian.
    private static func wraps(_ x: [Double], halfTurn: Double) -> Bool {
        guard halfTurn.isFinite else { return false }
        return x.indices.contains { index in
            let right = index % sampleCount == sampleCount - 1 ? index : index + 1
            let below = min(index + sampleCount, x.count - 1)
            return abs(x[right] - x[index]) > halfTurn
                || below == index + sampleCount && abs(x[below] - x[index]) > halfTurn
        }
    }

    /// True when the outline, a row or a column of samples goes around at least half of the Earth, as it does around a pole.
    private static func spansHalfTurn(_ x: [Double], halfTurn: Double) -> Bool {
        let count = sampleCount
        let last = sampleCount - 1
        let rows = (0..<count).map { row in (0..<count).map { x[row * count + $0] } }
        let columns = (0..<count).map { column in (0..<count).map { x[$0 * count + column] } }
        let outline = rows[0] + columns[last] + rows[last].reversed() + columns[0].reversed()
        return (rows + columns + [outline]).contains { extent(of: $0, halfTurn: halfTurn) >= halfTurn }
    }

    /// The extent of consecutive samples, each on the nearer side of the one before.
    private static func extent(of line: [Double], halfTurn: Double) -> Double {
        var position = 0.0
        var least = 0.0
        var greatest = 0.0
        var previous: Double?
        for x in line where x.isFinite {
            var step = x - (previous ?? x)
            if abs(step) > halfTurn { step -= step < 0 ? -2 * halfTurn : 2 * halfTurn }
            position += step
            least = min(least, position)
            greatest = max(greatest, position)
            previous = x
        }
        return greatest - least
    }
}
