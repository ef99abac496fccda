import Georeferencing
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// Pixels of `gdalwarp -r bilinear -et 0`, of GDAL 3.6 with PROJ 9.1.
@Suite(.timeLimited) struct GDALComparisonTests {
    /// An image of 60 × 40 pixels whose red says the column, by fours, and whose green says the row, by sixes.
    private final class RampSource: ImageSource {
        let info = ImageInfo(
            size: PixelSize(width: 60, height: 40), layout: PixelLayout(.rgba), container: "test")
        let warnings: [String] = []

        func readBands(_ body: (PixelBand) throws -> Void) throws {
            for y in 0..<40 {
                let row = (0..<60).flatMap { x -> [UInt8] in [UInt8(x * 4 + 2), UInt8(y * 6 + 3), 9, 255] }
                try row.withUnsafeBytes { bytes in
                    let base = try #require(bytes.baseAddress)
                    try body(PixelBand(base: base, stride: row.count, rows: y..<y + 1))
                }
            }
        }
    }

    @Test func `pixels of an image in UTM are those of gdalwarp`() throws {
        let expected: [(x: Int, y: Int, red: Int, green: Int)] = [
            (5, 5, 21, 29), (30, 5, 122, 26), (50, 6, 202, 30), (6, 20, 26, 119), (31, 21, 127, 122),
            (57, 22, 232, 126), (8, 38, 35, 227), (32, 36, 132, 213), (56, 35, 229, 204),
        ]
        let utm = RasterGeoreference(
            crs: "EPSG:32632",
            transform: Geotransform(origin: (600_000, 5_300_000), column: (100, 0), row: (0, -100)))
        let output = RasterGeoreference(
            crs: "EPSG:3857",
            transform: Geotransform(origin: (1_150_600, 6_081_300), column: (150, 0), row: (0, -150)))
        let source = WarpedSource(
            RampSource(), name: "ramp", from: utm, to: output, size: PixelSize(width: 64, height: 48),
            background: [0, 0, 0, 0])
        var pixels: [SIMD4<UInt8>] = []
        try source.readBands { band in
            for y in band.rows {
                pixels += UnsafeBufferPointer(
                    start: band.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self), count: 64)
            }
        }
        for point in expected {
            let pixel = pixels[point.y * 64 + point.x]
            #expect(abs(Int(pixel[0]) - point.red) <= 1 && abs(Int(pixel[1]) - point.green) <= 1, "\(point): \(pixel)")
            #expect(pixel[2] == 9 && pixel[3] == 255)
        }
        #expect(abs(pixels.count(where: { $0[3] == 255 }) - 2368) <= 4)
    }
}
