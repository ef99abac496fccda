import Georeferencing
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// Which pixels of a warped image are valid.
@Suite(.timeLimited) struct WarpedValidityTests {
    /// An image of one color whose alpha says which pixels are valid; the others have a color that would show.
    private final class ValiditySource: ImageSource {
        private(set) var info = ImageInfo(
            size: PixelSize(width: 120, height: 90), layout: PixelLayout(.rgba), container: "test")
        let warnings: [String] = []

        init() { info.alphaIsValidity = true }

        static func isValid(_ x: Int, _ y: Int) -> Bool { (x / 6 + y / 4) % 3 != 0 && (x * y) % 11 != 1 }

        func readBands(_ body: (PixelBand) throws -> Void) throws {
            try readBands(rows: 0..<info.size.height, body)
        }

        func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
            for y in rows {
                let row = (0..<info.size.width).flatMap { x -> [UInt8] in
                    Self.isValid(x, y) ? [90, 80, 70, 255] : [250, 250, 250, 0]
                }
                try row.withUnsafeBytes { bytes in
                    try body(PixelBand(base: try #require(bytes.baseAddress), stride: row.count, rows: y..<y + 1))
                }
            }
        }
    }

    @Test(arguments: [4.0, 10, 37])
    func `a pixel is valid if the nearest one is, and no color comes from invalid ones`(pixel: Double) throws {
        // UTM zones 32 and 33 are turned against each other.
        let from = RasterGeoreference(
            crs: "EPSG:32632",
            transform: Geotransform(origin: (800_000, 5_300_000), column: (10, 0), row: (0, -10)))
        let meters = RasterGeoreference(
            crs: "EPSG:32633", transform: Geotransform(origin: (0, 0), column: (1, 0), row: (0, -1)))
        var (east, south) = ([60.0], [45.0])
        try PixelMapping(from: from, to: meters).map(&east, &south)
        let to = RasterGeoreference(
            crs: "EPSG:32633",
            transform: Geotransform(
                origin: (east[0] - 800, 600 - south[0]), column: (pixel, 0), row: (0, -pixel)))
        let size = PixelSize(width: Int(1600 / pixel), height: Int(1200 / pixel))
        let source = WarpedSource(
            ValiditySource(), name: "test", from: from, to: to, size: size, background: [0, 0, 0, 0])
        let exact = try PixelMapping(from: to, to: from)
        var (wrong, valid, transparent) = (0, 0, 0)
        try source.readBands { band in
            for y in band.rows {
                for x in 0..<size.width {
                    let found = (0..<4).map { band.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self) }
                    var (columns, rows) = ([Double(x) + 0.5], [Double(y) + 0.5])
                    exact.map(&columns, &rows)
                    let (column, row) = (columns[0], rows[0])
                    // Positions are interpolated between exact ones.
                    let distance = min(abs(column - column.rounded()), abs(row - row.rounded()))
                    guard distance > 0.1 else { continue }
                    let isInside = column >= 0 && column < 120 && row >= 0 && row < 90
                    if isInside, ValiditySource.isValid(Int(column), Int(row)) {
                        wrong += found == [90, 80, 70, 255] ? 0 : 1
                        valid += 1
                    } else {
                        wrong += found == [0, 0, 0, 0] ? 0 : 1
                        transparent += isInside ? 1 : 0
                    }
                }
            }
        }
        #expect(wrong == 0)
        #expect(valid > 100)
        #expect(transparent > 100)
    }
}
