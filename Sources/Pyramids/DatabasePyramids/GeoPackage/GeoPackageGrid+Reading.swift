internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TilePyramid

extension GeoPackageGrid {
    /// The zoom of web maps that a matrix belongs to, and the column and row at which it begins there.
    struct MapPosition: Hashable {
        var zoom: Int
        var column, row: Int
    }

    /// The positions of all matrices on the grid of Web Mercator, by their zoom levels; `nil` unless each lies on it.
    ///
    /// A matrix set may be a part of that grid, and its zoom levels may have other numbers.
    var mapPositions: [Int: MapPosition]? {
        var positions: [Int: MapPosition] = [:]
        for matrix in matrices {
            guard let position = mapPosition(of: matrix),
                !positions.values.contains(where: { $0.zoom == position.zoom })
            else { return nil }
            positions[matrix.zoom] = position
        }
        let sizes = Set(matrices.map(\.tileSize))
        return sizes.count == 1 ? positions : nil
    }

    /// The greatest distance from the grid of Web Mercator, in pixels: files state it with few digits.
    private static let tolerance = 0.1

    private func mapPosition(of matrix: Matrix) -> MapPosition? {
        let width = matrix.pixelWidth * Double(matrix.tileSize.width)
        let height = matrix.pixelHeight * Double(matrix.tileSize.height)
        let edge = WebMercator.originShift
        let tolerance = Self.tolerance / Double(matrix.tileSize.width)
        guard
            let zoom = WebMercator.zooms.first(where: { zoom in
                let tile = 2 * edge / Double(1 << zoom)
                // Over all columns and rows, differences add up.
                // Checked: floating-point numbers.
                return abs(width - tile) * Double(matrix.grid.columns) <= tolerance * tile
                    // Checked: floating-point numbers.
                    && abs(height - tile) * Double(matrix.grid.rows) <= tolerance * tile
            })
        else { return nil }
        let tile = 2 * edge / Double(1 << zoom)
        let x = (set.minX + edge) / tile
        let y = (edge - set.maxY) / tile
        guard abs(x - x.rounded()) <= tolerance, abs(y - y.rounded()) <= tolerance,
            let column = CheckedNumber.integer(x.rounded(), in: 0...(1 << zoom) - 1),
            let row = CheckedNumber.integer(y.rounded(), in: 0...(1 << zoom) - 1),
            column + matrix.grid.columns <= 1 << zoom, row + matrix.grid.rows <= 1 << zoom
        else { return nil }
        return MapPosition(zoom: zoom, column: column, row: row)
    }

    /// The levels of a grid of its own, the coarsest first, with the part of it that the contents cover; `nil` if they are
    /// no pyramid: too large, or none of them is coarser than all others in both directions.
    ///
    /// The image begins with the first tile of the set, or, where a pixel of each level covers whole pixels of the next, at the
    /// pixel of the coarsest level in which the contents begin.
    var levelShapes: [LevelShape]? {
        guard let finest = matrices.last, let coarsest = matrices.first else { return nil }
        let factors = matrices.map { $0.pixelWidth / finest.pixelWidth }
        let isWhole = zip(factors, factors.dropFirst()).allSatisfy { abs($0 / $1 - ($0 / $1).rounded()) < 1e-6 }
        func pixels(_ length: Double, _ rounding: FloatingPointRoundingRule) -> Int? {
            // A thousandth of a pixel is no other pixel.
            CheckedNumber.integer(
                (length + (rounding == .down ? 0.001 : -0.001)).rounded(rounding), in: 0...PyramidLimits.longestSide)
        }
        var left = 0
        var top = 0
        if isWhole, let x = pixels((contents.minX - set.minX) / coarsest.pixelWidth, .down),
            let y = pixels((set.maxY - contents.maxY) / coarsest.pixelHeight, .down)
        {
            left = x
            top = y
        }
        var shapes: [LevelShape] = []
        for (matrix, factor) in zip(matrices, factors) {
            let steps = isWhole ? (coarsest.pixelWidth / matrix.pixelWidth).rounded() : 1
            guard let scale = CheckedNumber.integer(steps, in: 1...PyramidLimits.longestSide),
                let x = CheckedNumber.product(left, scale), let y = CheckedNumber.product(top, scale),
                let right = pixels((contents.maxX - set.minX) / matrix.pixelWidth, .up),
                let bottom = pixels((set.maxY - contents.minY) / matrix.pixelHeight, .up),
                let wide = CheckedNumber.product(matrix.grid.columns, matrix.tileSize.width),
                let high = CheckedNumber.product(matrix.grid.rows, matrix.tileSize.height)
            else { return nil }
            let size = PixelSize(width: min(right, wide) - x, height: min(bottom, high) - y)
            guard size.width > 0, size.height > 0, size.width <= PyramidLimits.longestSide,
                size.height <= PyramidLimits.longestSide, factor >= 1, factor.isFinite
            else { return nil }
            shapes.append(
                LevelShape(
                    size: size, tileSize: matrix.tileSize,
                    downsample: abs(factor - factor.rounded()) < 1e-6 ? factor.rounded() : factor,
                    origin: PixelOffset(x: x, y: y)))
        }
        let areOrdered = zip(shapes, shapes.dropFirst()).allSatisfy {
            $0.size.width <= $1.size.width && $0.size.height <= $1.size.height
        }
        return areOrdered ? shapes : nil
    }
}
