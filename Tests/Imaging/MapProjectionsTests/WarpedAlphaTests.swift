import Georeferencing
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// The alpha of warped images.
@Suite(.timeLimited) struct WarpedAlphaTests {
    /// An image of one color with pixels that are transparent or translucent; transparent ones have a color that would show.
    private final class TranslucentSource: ImageSource {
        let info = ImageInfo(
            size: PixelSize(width: 120, height: 90), layout: PixelLayout(.rgba), container: "test")
        let warnings: [String] = []

        static func alpha(_ x: Int, _ y: Int) -> UInt8 {
            (x / 6 + y / 4) % 3 != 0 && (x * y) % 11 != 1 ? UInt8(255 - (x % 5) * 40) : 0
        }

        func readBands(_ body: (PixelBand) throws -> Void) throws {
            try readBands(rows: 0..<info.size.height, body)
        }

        func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
            for y in rows {
                let row = (0..<info.size.width).flatMap { x -> [UInt8] in
                    let alpha = Self.alpha(x, y)
                    return alpha > 0 ? [90, 80, 70, alpha] : [250, 250, 250, 0]
                }
                try row.withUnsafeBytes { bytes in
                    try body(PixelBand(base: try #require(bytes.baseAddress), stride: row.count, rows: y..<y + 1))
                }
            }
        }
    }

    @Test(arguments: [4.0, 10, 37])
    func `alpha is that of the nearest pixel, and no color comes from transparent ones`(pixel: Double) throws {
        // UTM zones 32 and 33 are turned against each other.
        let from = RasterGeoreference(
            crs: "EPSG:32632",
            transform: Geotransform(origin: (800_000, 5_300_000), column: (10, 0), row: (0, -10)))
        let meters = RasterGeoreference(
            crs: "EPSG:32633", transform: Geotransform(origin: (0, 0), column: (1, 0), row: (0, -1)))
        var east = [60.0]
        var south = [45.0]
        try PixelMapping(from: from, to: meters).map(&east, &south)
        let to = RasterGeoreference(
            crs: "EPSG:32633",
            transform: Geotransform(
                origin: (east[0] - 800, 600 - south[0]), column: (pixel, 0), row: (0, -pixel)))
        let size = PixelSize(width: Int(1600 / pixel), height: Int(1200 / pixel))
        let source = WarpedSource(
            TranslucentSource(), name: "test", from: from, to: to, size: size, background: [0, 0, 0, 0])
        let exact = try PixelMapping(from: to, to: from)
        var wrong = 0
        var visible = 0
        var transparent = 0
        try source.readBands { band in
            for y in band.rows {
                for x in 0..<size.width {
                    let found = (0..<4).map { band.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self) }
                    var columns = [Double(x) + 0.5]
                    var rows = [Double(y) + 0.5]
                    exact.map(&columns, &rows)
                    let column = columns[0]
                    let row = rows[0]
                    // Positions are interpolated between exact ones.
                    let distance = min(abs(column - column.rounded()), abs(row - row.rounded()))
                    guard distance > 0.1 else { continue }
                    let isInside = column >= 0 && column < 120 && row >= 0 && row < 90
                    let alpha = isInside ? TranslucentSource.alpha(Int(column), Int(row)) : 0
                    if alpha > 0 {
                        wrong += found == [90, 80, 70, alpha] ? 0 : 1
                        visible += 1
                    } else {
                        wrong += found == [0, 0, 0, 0] ? 0 : 1
                        transparent += isInside ? 1 : 0
                    }
                }
            }
        }
        #expect(wrong == 0)
        #expect(visible > 100)
        #expect(transparent > 100)
    }
}
