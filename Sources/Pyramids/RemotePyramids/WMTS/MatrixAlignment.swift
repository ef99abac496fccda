internal import FilePyramids
internal import Numbers
internal import TilePyramid

/// The geometry of tile matrices of any ratio: the region that all of them cover, as the levels of a pyramid.
///
/// The matrices of one set begin at one corner, at the top left or, where a server counts its grids from below, at the
/// bottom left. Then the upper edge differs from matrix to matrix, and each level begins with the row of pixels that is
/// nearest to the edge of the region: at most half a pixel of that level away.
struct MatrixAlignment {
    /// The levels, the coarsest first.
    let shapes: [LevelShape]
    /// The matrices of the levels.
    let matrices: [WMTSCapabilities.Matrix]

    /// The meters of a pixel at scale 1 (OGC 07-057r7, section 6.1).
    static let pixelMeters = 0.00028
    /// The greatest relative difference of a ratio from a whole number that is due to how it is written.
    private static let tolerance = 1e-6
    /// The part of a pixel by which edges may differ that count as one.
    private static let edgeTolerance = 0.01

    /// A part of the region of the matrices, in units of their system from the upper left corner of the finest one.
    struct Region: Hashable {
        var left, top, right, bottom: Double
    }

    /// Aligns the matrices of a set; `nil` if none is left.
    ///
    /// Left out are matrices that begin elsewhere than the finest one, and those with a scale that occurs twice.
    ///
    /// - Parameters:
    ///   - set: the set.
    ///   - region: the part within which there is a map; the default is `nil`: all of it. The pyramid begins with it, or up
    ///     to a pixel of the coarsest level before.
    init?(_ set: WMTSCapabilities.MatrixSet, cropping region: Region? = nil) {
        let unit = set.unitMeters
        guard let finest = set.matrices.last(where: Self.fits) else { return nil }
        let own = Edges(finest, unit)
        var found: [(matrix: WMTSCapabilities.Matrix, edges: Edges)] = []
        for matrix in set.matrices.reversed() {
            let edges = Edges(matrix, unit)
            // Checked: Doubles.
            let isNew = found.last.map { edges.step > $0.edges.step * (1 + Self.tolerance) } ?? true
            guard isNew, edges.isAligned(with: own, tolerance: Self.edgeTolerance), Self.fits(matrix) else { continue }
            found.append((matrix, edges))
        }
        // The region that all matrices cover; y counts downward from the upper edge of the finest one.
        guard let coarsest = found.last?.edges.step else { return nil }
        let lowest = found.map { $0.edges.top(below: own) }.max() ?? 0
        // At a whole pixel of the coarsest level, levels that are halves of each other all begin at one place.
        // Checked: Doubles.
        let left = ((region?.left ?? 0) / coarsest).rounded(.down) * coarsest
        // Checked: Doubles.
        let top = lowest + (max(0, (region?.top ?? 0) - lowest) / coarsest).rounded(.down) * coarsest
        let bottom = min(
            found.map { $0.edges.top(below: own) + $0.edges.height }.min() ?? 0, region?.bottom ?? .infinity)
        let right = min(found.map(\.edges.width).min() ?? 0, region?.right ?? .infinity)
        func pixels(_ length: Double, _ step: Double, _ most: Int) -> Int {
            // Checked: Doubles.
            let count = length / step - Self.edgeTolerance
            return CheckedNumber.integer(count, rounded: .up, clampedTo: 1...max(1, most))
        }
        var shapes: [LevelShape] = []
        for (matrix, edges) in found {
            // Checked: Doubles.
            func offset(_ distance: Double) -> Int {
                CheckedNumber.integer(
                    distance / edges.step, rounded: .toNearestOrAwayFromZero, clampedTo: 0...PyramidLimits.longestSide)
            }
            let x = offset(left)
            let y = offset(top - edges.top(below: own))
            guard let columns = CheckedNumber.product(matrix.columns, matrix.tileWidth),
                let rows = CheckedNumber.product(matrix.rows, matrix.tileHeight), x < columns, y < rows
            else { return nil }
            shapes.append(
                LevelShape(
                    size: PixelSize(
                        // Checked: within the tiles.
                        width: pixels(right - left, edges.step, columns - x),
                        height: pixels(bottom - top, edges.step, rows - y)),
                    tileSize: PixelSize(width: matrix.tileWidth, height: matrix.tileHeight),
                    downsample: Self.written(edges.step / own.step), origin: PixelOffset(x: x, y: y)))
        }
        guard bottom > top, right > left, !shapes.isEmpty else { return nil }
        // A level that was rounded up may not be larger than the next one.
        for position in shapes.indices.dropFirst() {
            shapes[position].size = PixelSize(
                width: min(shapes[position].size.width, shapes[position - 1].size.width),
                height: min(shapes[position].size.height, shapes[position - 1].size.height))
        }
        self.shapes = shapes.reversed()
        matrices = found.map(\.matrix).reversed()
    }

    /// Whether the sides of a matrix are not too long.
    private static func fits(_ matrix: WMTSCapabilities.Matrix) -> Bool {
        [
            CheckedNumber.product(matrix.columns, matrix.tileWidth),
            CheckedNumber.product(matrix.rows, matrix.tileHeight),
        ]
        .allSatisfy { $0.map { $0 <= PyramidLimits.longestSide } ?? false }
    }

    /// A ratio, which is a whole number if it is one but for the digits of the scales.
    private static func written(_ ratio: Double) -> Double {
        let whole = ratio.rounded()
        return abs(ratio / whole - 1) < tolerance ? max(1, whole) : ratio
    }

    /// The edges of a matrix in units of its coordinate reference system.
    private struct Edges {
        /// The coordinates of the top left corner, in the order of the file.
        let corner: [Double]
        /// The side of a pixel, and the sides of all tiles together.
        let step, width, height: Double

        init(_ matrix: WMTSCapabilities.Matrix, _ unit: Double) {
            corner = matrix.corner
            // Checked: Doubles.
            step = matrix.scaleDenominator * pixelMeters / unit
            // Checked: Doubles.
            width = Double(matrix.columns) * Double(matrix.tileWidth) * step
            // Checked: Doubles.
            height = Double(matrix.rows) * Double(matrix.tileHeight) * step
        }

        /// Whether two matrices begin at one corner, or end at one lower edge.
        ///
        /// The order of the coordinates follows from the system, which need not be known here: the coordinate that differs is
        /// the upper edge.
        func isAligned(with other: Edges, tolerance: Double) -> Bool {
            // Checked: Doubles.
            let limit = max(step * tolerance, 1e-9)
            let equal = zip(corner, other.corner).map { abs($0 - $1) <= limit }
            guard equal.contains(false) else { return true }
            guard equal.contains(true) else { return false }
            // Checked: Doubles.
            return abs(top(below: other) + height - other.height) <= limit
        }

        /// The distance of the upper edge below that of another matrix with the same left edge.
        func top(below other: Edges) -> Double {
            // Checked: Doubles.
            let differences = zip(corner, other.corner).map { $1 - $0 }
            return differences.max { abs($0) < abs($1) } ?? 0
        }
    }
}

extension WMTSCapabilities.MatrixSet {
    /// The meters of a degree at the equator of WGS 84, by which scales of systems in degrees are computed
    /// (OGC 07-057r7, section 6.1).
    private static let degreeMeters = 111_319.490_793_273_58
    /// The systems in degrees that servers of tiles have.
    private static let codesInDegrees = [4326, 4258, 4269, 4283, 4490, 4674, 4979, 7844]

    /// The meters of a unit of the coordinates: those of a degree, or 1.
    fileprivate var unitMeters: Double {
        let isInDegrees = system.isLongitudeFirst || system.number.map(Self.codesInDegrees.contains) ?? false
        return isInDegrees ? Self.degreeMeters : 1
    }

    /// The meters of a unit of a system.
    static func unitMeters(ofEPSG code: Int) -> Double { codesInDegrees.contains(code) ? degreeMeters : 1 }
}
