import Georeferencing
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// Positions of pixels in another coordinate reference system.
@Suite(.timeLimited) struct WarpedSourceTests {
    /// An image whose samples are its own positions in sixty-fourths of a pixel: red is x, green is y.
    private final class PositionSource: ImageSource {
        let info: ImageInfo
        let warnings: [String] = []
        private(set) var readRows = 0..<0

        init(_ width: Int, _ height: Int) {
            info = ImageInfo(
                size: PixelSize(width: width, height: height), layout: PixelLayout(.rgba, .sixteen), container: "test")
        }

        func readBands(_ body: (PixelBand) throws -> Void) throws {
            try readBands(rows: 0..<info.size.height, body)
        }

        func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
            readRows = rows
            for y in rows {
                let row = (0..<info.size.width).flatMap { x -> [UInt16] in
                    [UInt16(x * 64 + 32), UInt16(y * 64 + 32), 7, 65535]
                }
                try row.withUnsafeBytes { bytes in
                    let base = try #require(bytes.baseAddress)
                    try body(PixelBand(base: base, stride: row.count * 2, rows: y..<y + 1))
                }
            }
        }
    }

    /// The output's samples, row by row.
    private func pixels(_ source: WarpedSource, rows: Range<Int>? = nil) throws -> [[SIMD4<UInt16>]] {
        var result: [[SIMD4<UInt16>]] = []
        let wanted = rows ?? 0..<source.info.size.height
        try source.readBands(rows: wanted) { band in
            #expect(band.rows.lowerBound == wanted.lowerBound + result.count)
            for y in band.rows {
                let row = UnsafeBufferPointer(
                    start: band.row(y).assumingMemoryBound(to: SIMD4<UInt16>.self), count: source.info.size.width)
                result.append(Array(row))
            }
        }
        #expect(result.count == wanted.count)
        return result
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var crs: String
        var origin: (x: Double, y: Double)
        var pixel: Double
        /// The part of the rotation, in steps of a row for a column.
        var turn = 0.0
        var testDescription: String { crs }

        var source: RasterGeoreference {
            RasterGeoreference(
                crs: crs,
                transform: Geotransform(origin: origin, column: (pixel, turn * pixel), row: (turn * pixel, -pixel)))
        }
    }

    static let cases = [
        Case(crs: "EPSG:32632", origin: (600_000, 5_300_000), pixel: 10),
        Case(crs: "EPSG:32632", origin: (600_000, 5_300_000), pixel: 10, turn: 0.3),
        Case(crs: "EPSG:2154", origin: (600_000, 6_700_000), pixel: 250),
        Case(crs: "EPSG:2056", origin: (2_600_000, 1_200_000), pixel: 25),
        Case(crs: "EPSG:31467", origin: (3_600_000, 5_300_000), pixel: 40),
        Case(crs: "EPSG:3031", origin: (-400_000, 1_900_000), pixel: 3000),
        Case(crs: "EPSG:4269", origin: (-100, 45), pixel: 0.01),
    ]

    private func warped(
        _ base: PositionSource, _ source: RasterGeoreference, windowLimit: Int? = nil, partLimit: Int? = nil,
        reduction: Double = 1
    ) throws -> (WarpedSource, RasterGeoreference) {
        let limit = WebMercator.originShift
        let footprint = try RasterFootprint(
            of: source, size: base.info.size, in: "EPSG:3857", limits: (-limit, -limit, limit, limit))
        let side = footprint.pixelSide * reduction
        let output = RasterGeoreference(
            crs: "EPSG:3857",
            transform: Geotransform(
                origin: (footprint.west - 3.3 * side, footprint.north + 2.7 * side), column: (side, 0),
                row: (0, -side)))
        let size = PixelSize(
            width: Int((footprint.east - footprint.west) / side) + 6,
            height: Int((footprint.north - footprint.south) / side) + 6)
        let background = [UInt8](repeating: 0, count: 8)
        return (
            WarpedSource(
                base, name: "test", from: source, to: output, size: size, background: background, threads: 2,
                windowLimit: windowLimit, partLimit: partLimit), output
        )
    }

    @Test(arguments: cases)
    func `each pixel shows its place on the Earth, to an eighth of a pixel`(_ test: Case) throws {
        let base = PositionSource(300, 200)
        let (source, output) = try warped(base, test.source)
        let rows = try pixels(source)
        let mapping = try PixelMapping(from: output, to: test.source)
        var worst = 0.0
        var inside = 0
        for (y, row) in rows.enumerated() {
            var xs = row.indices.map { Double($0) + 0.5 }
            var ys = row.indices.map { _ in Double(y) + 0.5 }
            mapping.map(&xs, &ys)
            for (x, pixel) in row.enumerated() {
                let exactX = xs[x]
                let exactY = ys[x]
                // Filters are one-sided at the edges, by up to their radius.
                guard exactX > 5, exactX < 295, exactY > 5, exactY < 195 else {
                    if exactX < -0.2 || exactX > 300.2 || exactY < -0.2 || exactY > 200.2 || exactX.isNaN {
                        #expect(pixel == .zero)
                    }
                    continue
                }
                inside += 1
                #expect(pixel[3] == 65535 && pixel[2] == 7)
                worst = max(worst, abs(Double(pixel[0]) / 64 - exactX), abs(Double(pixel[1]) / 64 - exactY))
            }
        }
        #expect(worst < 0.125, "\(worst)")
        #expect(inside > 10_000)
    }

    @Test(arguments: cases)
    func `rows in the middle, and rows through a temporary file, are the same`(_ test: Case) throws {
        let whole = try pixels(warped(PositionSource(300, 200), test.source).0)
        let middle = whole.count / 2 & ~1..<whole.count / 2 + 21
        let base = PositionSource(300, 200)
        let part = try pixels(warped(base, test.source).0, rows: middle)
        #expect(part == Array(whole[middle]))
        if test.turn == 0, test.crs != "EPSG:3031" {
            #expect(base.readRows.count < 150)
        }
        // A row has 2,400 bytes: there is no room for what a band needs.
        let spilled = try pixels(warped(PositionSource(300, 200), test.source, windowLimit: 4800).0)
        #expect(spilled == whole)
        let partSpilled = try pixels(warped(PositionSource(300, 200), test.source, windowLimit: 4800).0, rows: middle)
        #expect(partSpilled == part)
    }

    @Test(arguments: cases, [1, 7, 40])
    func `blocks that are read in parts are those that are read whole`(_ test: Case, reduction: Double) throws {
        let whole = try pixels(warped(PositionSource(300, 200), test.source, reduction: reduction).0)
        // A part of 2,000 bytes has 250 pixels; that of one output pixel may have more.
        for partLimit in [1, 2000, 40_000] {
            let parts = try warped(
                PositionSource(300, 200), test.source, windowLimit: 0, partLimit: partLimit, reduction: reduction)
            #expect(try pixels(parts.0) == whole)
        }
    }

    @Test func `an output pixel needs no more of the source than its filter covers`() throws {
        let source = PixelSize(width: 30_000, height: 30_000)
        let place = RasterGeoreference(
            crs: "pixels", transform: Geotransform(origin: (0, 0), column: (1.0 / 64, 0), row: (0, 1.0 / 64)))
        let output = RasterGeoreference(
            crs: "pixels", transform: Geotransform(origin: (0, 0), column: (1, 0), row: (0, 1)))
        let mapping = try PixelMapping(from: output, to: place)
        let rect = PixelRect(x: 64, y: 128, width: 64, height: 64)
        let block = try #require(BlockMapping(rect, source: source, mapping: mapping))
        let kernel = WarpKernel(layout: PixelLayout(.rgb), source: source)
        let radius = kernel.radius(of: block)
        #expect(radius.x == 32 && radius.y == 32)
        let all = try #require(block.sourceRect(of: rect, radius: radius, source: source))
        #expect(all == PixelRect(x: 4095, y: 8191, width: 4098, height: 4098))
        let pixel = PixelRect(x: 70, y: 191, width: 1, height: 1)
        // Its center is at 4512, 12256 of the source.
        #expect(
            block.sourceRect(of: pixel, radius: radius, source: source)
                == PixelRect(x: 4479, y: 12223, width: 66, height: 66))
    }

    @Test func `an image in the system of the output, at its resolution, is not changed`() throws {
        let base = PositionSource(130, 90)
        let place = RasterGeoreference(
            crs: "EPSG:2056", transform: Geotransform(origin: (2_600_000, 1_200_000), column: (2, 0), row: (0, -2)))
        let source = WarpedSource(
            base, name: "test", from: place, to: place, size: base.info.size,
            background: [UInt8](repeating: 0, count: 8))
        let rows = try pixels(source)
        for (y, row) in rows.enumerated() {
            #expect(row == (0..<130).map { SIMD4(UInt16($0 * 64 + 32), UInt16(y * 64 + 32), 7, 65535) })
        }
    }

    @Test func `a system that is not known fails when rows are read`() throws {
        let place = RasterGeoreference(
            crs: "EPSG:99999", transform: Geotransform(origin: (0, 0), column: (1, 0), row: (0, -1)))
        let output = RasterGeoreference(crs: "EPSG:3857", transform: place.transform)
        let source = WarpedSource(
            PositionSource(10, 10), name: "test", from: place, to: output, size: PixelSize(width: 10, height: 10),
            background: [UInt8](repeating: 0, count: 8))
        let error = #expect(throws: CodecError.self) { try source.readBands { _ in } }
        #expect(error?.code == .unsupported && error?.file == "test" && error?.message.contains("EPSG:99999") == true)
    }
}
