internal import Numbers
internal import TileContainers
internal import TilePyramid

/// The limits of a conversion's cost: a fixed amount, and more for every byte of the pyramid's tiles.
///
/// The tiles of a server have no bytes that are known beforehand, and a limit of their own: each is requested, and the first
/// that is missing ends the conversion. A descriptor can claim any size, and an entry of a directory can stand for any number
/// of tiles. What is not there is not copied, but levels that are cut again are made whole, as blank tiles where there are
/// none.
enum ConversionLimits {
    /// A limit: in any case, for each byte of the tiles, and for tiles that are not counted.
    struct Limit {
        var any: Int, perByte: Int, uncounted: Int

        func most(for report: PyramidReport) -> Int {
            guard report.isCounted else { return uncounted }
            return max(any, CheckedNumber.product(report.bytes, perByte) ?? .max)
        }
    }

    /// The most tiles that are copied.
    static let copiedTiles = Limit(any: 1 << 16, perByte: 16, uncounted: 1 << 24)
    /// The most pixels of a level that is cut again; small tiles count as ``leastTilePixels``.
    static let cutPixels = Limit(any: 1 << 30, perByte: 4096, uncounted: 1 << 40)
    /// The most pixels of a row of tiles of such a level, which are in memory at one time.
    static let rowPixels = Limit(any: 1 << 25, perByte: 256, uncounted: 1 << 28)
    /// The most entries of the tables of a TIFF.
    static let tableEntries = Limit(any: 1 << 20, perByte: 1, uncounted: 1 << 24)
    /// The pixels that a tile counts as, however small it is.
    static let leastTilePixels = 1 << 14

    /// Throws if there are more tiles to copy than the bytes of the pyramid allow.
    static func check(copying report: PyramidReport) throws {
        guard report.isCounted else {
            return try check(
                report.tiles, copiedTiles, report, "there may be \(report.tiles) tiles", "are requested",
                "Open fewer zooms, for example 0-8.")
        }
        try check(
            report.tiles, copiedTiles, report, "its directories list \(report.tiles) tiles", "are copied",
            "It is damaged or made to do harm; get it again from its source.")
    }

    /// Throws if a level has too many pixels to be cut again from what is there.
    ///
    /// - Parameters:
    ///   - level: the level of the new pyramid.
    ///   - source: the level of the old one that it is made from.
    ///   - report: the description of the old pyramid.
    /// - Throws: ``StoreError`` that names the number and the limit.
    static func check(cutting level: Level, from source: Level, _ report: PyramidReport) throws {
        let tilePixels = max(
            leastTilePixels, CheckedNumber.product(level.tileSize.width, level.tileSize.height) ?? .max)
        let covered = min(level.tileSize.width, level.size.width), rows = min(level.tileSize.height, level.size.height)
        let smallest = max(leastTilePixels, CheckedNumber.product(covered, rows) ?? tilePixels)
        let pixels = CheckedNumber.product(level.grid.count, smallest) ?? .max
        let remedy = "Choose an output that keeps its levels, tile size and tile format."
        let what = "cutting it again would take \(level.grid.count) tiles of \(level.tileSize) pixels"
        try check(pixels, cutPixels, report, "\(what), \(pixels) pixels", "are cut again", remedy)
        // Each tile of the old level is looked up, whether it is there or not.
        let looked = CheckedNumber.product(source.grid.count, leastTilePixels) ?? .max
        try check(
            looked, cutPixels, report,
            "cutting it again would look up \(source.grid.count) tiles, which count as \(looked) pixels",
            "are cut again", remedy)
        let height = max(rows, min(source.tileSize.height, source.size.height))
        let row = max(
            CheckedNumber.product(source.size.width, height) ?? .max,
            CheckedNumber.product(level.grid.columns, smallest) ?? .max)
        try check(row, rowPixels, report, "a row of tiles would have \(row) pixels", "are held in memory", remedy)
    }

    /// Throws if a TIFF would have too many tiles in its tables, most of them absent.
    static func check(listing pyramid: Pyramid, _ report: PyramidReport) throws {
        try check(
            pyramid.tileCount, tableEntries, report, "a TIFF would list all \(pyramid.tileCount) tiles of the grid",
            "are listed", "Choose another container, or larger tiles.")
    }

    private static func check(
        _ number: Int, _ limit: Limit, _ report: PyramidReport, _ claim: String, _ verb: String,
        _ remedy: String
    ) throws {
        let most = limit.most(for: report)
        guard number > most else { return }
        let basis = report.isCounted ? "for a pyramid whose tiles have \(report.bytes) bytes" : "of a server"
        throw StoreError(
            .malformed, path: report.path,
            "this is too large to be converted: \(claim), and up to \(most) \(verb) \(basis). \(remedy)")
    }
}
