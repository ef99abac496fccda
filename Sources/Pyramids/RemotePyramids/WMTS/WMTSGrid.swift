internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TilePyramid

/// The pyramid that a set of tile matrices is.
///
/// Matrices in Web Mercator whose scales halve are zooms of the world. All others are levels of any ratio, and each is
/// shown at its own scale.
struct WMTSGrid {
    /// The geometry.
    let pyramid: Pyramid
    /// The bounds on the Earth; `nil` for other systems than Web Mercator.
    let georeference: Georeference?
    /// The matrices of the levels, the coarsest first.
    let matrices: [WMTSCapabilities.Matrix]
    /// The columns and rows of the matrices' first tiles in the grids of the levels.
    private let firstTiles: [PixelOffset]

    /// The meters of a pixel at scale 1 (OGC 07-057r7, section 6.1).
    private static let pixelMeters = 0.00028
    /// The greatest difference of ratios that count as equal.
    private static let tolerance = 1e-4

    /// The column and row of a tile in its matrix.
    func position(of index: TileIndex) -> (column: Int, row: Int) {
        let level = pyramid.levels[index.level]
        let first = firstTiles[index.level]
        return (index.column + level.firstTile.x - first.x, index.row + level.firstTile.y - first.y)
    }

    /// The tiles of a level at the columns and rows of its matrix.
    func tiles(
        of level: Level, at limits: (columns: Range<Int>, rows: Range<Int>)
    ) -> (columns: Range<Int>, rows: Range<Int>) {
        let first = firstTiles[level.index]
        func shifted(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
            // Checked: numbers of tiles below 2^31, and offsets below 2^31.
            (range.lowerBound + offset)..<(range.upperBound + offset)
        }
        return (
            shifted(limits.columns, first.x - level.firstTile.x), shifted(limits.rows, first.y - level.firstTile.y)
        )
    }

    /// The pyramid of a set; `nil` if it has no matrices.
    ///
    /// - Parameters:
    ///   - set: the set.
    ///   - bounds: the region in degrees within which there are tiles; `nil` for all.
    ///   - region: the part of the matrices within which there are tiles, for other systems than Web Mercator; the
    ///     default is `nil`: all of it.
    init?(
        _ set: WMTSCapabilities.MatrixSet, within bounds: GeoBounds?, cropping region: MatrixAlignment.Region? = nil
    ) {
        let halving = Self.halvingMatrices(set.matrices)
        // A map of the world lacks the matrices that are not zooms; with most of them lacking it is better no map.
        // Checked: at most 64 matrices.
        let isMostOfAll = 2 * halving.count > set.matrices.count
        if set.system.isWebMercator, isMostOfAll, let map = Self.map(halving, within: bounds) {
            self = map
            return
        }
        guard let alignment = MatrixAlignment(set, cropping: region) else { return nil }
        pyramid = Pyramid(levels: alignment.shapes, padsTiles: true)
        matrices = alignment.matrices
        georeference = nil
        firstTiles = alignment.matrices.map { _ in .zero }
    }

    private init(
        pyramid: Pyramid, georeference: Georeference, matrices: [WMTSCapabilities.Matrix], firstTiles: [PixelOffset]
    ) {
        self.pyramid = pyramid
        self.georeference = georeference
        self.matrices = matrices
        self.firstTiles = firstTiles
    }

    /// The finest matrices that are halves of each other, with equal tiles and corners.
    private static func halvingMatrices(_ matrices: [WMTSCapabilities.Matrix]) -> [WMTSCapabilities.Matrix] {
        var found: [WMTSCapabilities.Matrix] = []
        for matrix in matrices.reversed() {
            guard let next = found.last else {
                found.append(matrix)
                continue
            }
            let isHalf = abs(matrix.scaleDenominator / next.scaleDenominator / 2 - 1) < tolerance
            // Checked: Doubles.
            let unit = matrix.scaleDenominator * pixelMeters
            let isAligned = zip(matrix.corner, next.corner).allSatisfy { abs($0 - $1) <= max(1e-6, unit / 100) }
            guard isHalf, isAligned, matrix.tileWidth == next.tileWidth, matrix.tileHeight == next.tileHeight else {
                break
            }
            found.append(matrix)
            // Beyond this, sides are too long in any case.
            if found.count > MapTile.maximumZoom { break }
        }
        return found.reversed()
    }

    /// The matrices as zooms of the world; `nil` if they are not in its grid.
    private static func map(_ halving: [WMTSCapabilities.Matrix], within bounds: GeoBounds?) -> WMTSGrid? {
        guard let coarsest = halving.first, coarsest.tileWidth == coarsest.tileHeight,
            coarsest.tileWidth <= MapDescription.longestTileSide
        else { return nil }
        let side = coarsest.tileWidth
        // Checked: Doubles.
        let meters = coarsest.scaleDenominator * pixelMeters
        let zoom = WebMercator.zooms.first { zoom in
            abs(TileMatrix(tileSize: side, zoom: zoom).metersPerPixel / meters - 1) < tolerance
        }
        guard let zoom else { return nil }
        // Checked: at least one matrix.
        var zooms = zoom...min(zoom + halving.count - 1, MapTile.maximumZoom)
        // The finest ones of which the sides are too long are left out.
        let coarse = (bounds ?? .webMercatorExtent).tiles(at: zoom)
        while zooms.count > 1, case let most = max(coarse.columns.count, coarse.rows.count),
            CheckedNumber.product(most, side, 1 << (zooms.count - 1)) ?? .max > MapTileTree.longestSide
        {
            // Checked: more than one zoom.
            zooms = zoom...(zooms.upperBound - 1)
        }
        let known = Array(halving.prefix(zooms.count))
        // The corner of a matrix may be any tile of the world.
        var firstTiles: [PixelOffset] = []
        for (zoom, matrix) in zip(zooms, known) {
            // Checked: Doubles.
            let tile = Double(side) * TileMatrix(tileSize: side, zoom: zoom).metersPerPixel
            let steps = [
                (matrix.corner[0] + WebMercator.originShift) / tile,
                (WebMercator.originShift - matrix.corner[1]) / tile,
            ]
            let numbers = steps.compactMap { step -> Int? in
                let whole = step.rounded()
                guard abs(step - whole) < 0.01 else { return nil }
                return CheckedNumber.integer(whole, in: 0...(1 << zoom))
            }
            guard numbers.count == 2 else { return nil }
            firstTiles.append(PixelOffset(x: numbers[0], y: numbers[1]))
        }
        let range = (bounds ?? .webMercatorExtent).tiles(at: zooms.lowerBound)
        let most = max(range.columns.count, range.rows.count)
        guard let length = CheckedNumber.product(most, side, 1 << (zooms.count - 1)), length <= MapTileTree.longestSide
        else { return nil }
        let tileMatrixSet = TileMatrixSet(
            range, zooms: zooms, tileSize: PixelSize(width: side, height: side))
        return WMTSGrid(
            pyramid: tileMatrixSet.pyramid,
            georeference: Georeference(zoom: zooms.upperBound, untrusted: bounds ?? tileMatrixSet.bounds),
            matrices: known, firstTiles: firstTiles)
    }
}
