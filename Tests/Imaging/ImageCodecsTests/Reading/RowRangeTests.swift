import CTIFF
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Rows of an image that are read without those above.
@Suite(.timeLimited) struct RowRangeTests {
    private static let height = 75
    /// Ranges that begin with an even row: all, none of the edges, single rows, and those between strips and tiles.
    private static let ranges = [0..<75, 0..<1, 2..<3, 14..<17, 16..<32, 30..<75, 32..<33, 74..<75, 48..<64]

    private static func tiff(_ change: (inout LibTIFFFixture) -> Void) throws -> [UInt8] {
        var page = LibTIFFFixture(width: 70, height: height)
        change(&page)
        return try page.file(mode: "l")
    }

    private func source(_ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }) throws -> any ImageSource
    {
        var options = DecodeOptions()
        change(&options)
        return try openImage(.bytes(bytes, name: "test"), options: options)
    }

    /// The rows that are delivered, by number.
    private func rows(of source: any ImageSource, _ range: Range<Int>?) throws -> [Int: [UInt8]] {
        var rows: [Int: [UInt8]] = [:]
        var next = range?.lowerBound ?? 0
        func add(_ band: PixelBand) {
            #expect(band.rows.lowerBound == next)
            next = band.rows.upperBound
            for y in band.rows {
                let count = source.info.size.width * source.info.layout.bytesPerPixel
                rows[y] = Array(UnsafeRawBufferPointer(start: band.row(y), count: count))
            }
        }
        if let range {
            try source.readBands(rows: range, add)
        } else {
            try source.readBands(add)
        }
        #expect(next == range?.upperBound ?? source.info.size.height)
        return rows
    }

    private func expectSameRows(_ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }) throws {
        let whole = try rows(of: source(bytes, change), nil)
        for range in Self.ranges {
            let part = try rows(of: source(bytes, change), range)
            #expect(part == whole.filter { range.contains($0.key) }, "\(range)")
        }
    }

    @Test(arguments: [COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE].map { Int($0) })
    func `rows of a TIFF are those of the whole image, in strips and in tiles`(compression: Int) throws {
        for rowsPerStrip in [1, 7, 16, Self.height] {
            try expectSameRows(
                Self.tiff {
                    $0.compression = compression
                    $0.rowsPerStrip = rowsPerStrip
                })
        }
        for tile in [(16, 16), (32, 48), (256, 256)] {
            try expectSameRows(
                Self.tiff {
                    $0.compression = compression
                    $0.tile = tile
                })
        }
    }

    @Test func `strips above the rows are not read`() throws {
        var page = LibTIFFFixture(width: 70, height: Self.height)
        page.compression = Int(COMPRESSION_ADOBE_DEFLATE)
        page.rowsPerStrip = 16
        var bytes = try page.file(mode: "l")
        // The data of the first strip follow the header.
        for offset in 10..<40 { bytes[offset] = 0xFF }
        let damaged = try source(bytes)
        #expect(throws: CodecError.self) { try damaged.readBands(rows: 0..<16) { _ in } }
        #expect(try rows(of: source(bytes), 16..<75).count == 59)
        #expect(try source(bytes).rowAccess == .random)
    }

    @Test(arguments: 1...8)
    func `rows of a turned image are those of the upright one`(orientation: Int) throws {
        let bytes = try Self.tiff {
            $0 = LibTIFFFixture(width: Self.height, height: Self.height)
            $0.orientation = orientation
            $0.rowsPerStrip = 8
        }
        try expectSameRows(bytes)
        #expect(try source(bytes).rowAccess == (orientation <= 2 ? .random : .sequential))
    }

    @Test func `rows whose colors are converted are those of the whole image`() throws {
        let bytes = try Self.tiff {
            $0.profile = ProfileFixture.displayP3.bytes
            $0.tile = (16, 16)
        }
        try expectSameRows(bytes)
        #expect(try source(bytes).rowAccess == .random)
    }

    @Test func `rows of planes are those of the whole image`() throws {
        let tiled = try Self.tiff {
            $0.compression = Int(COMPRESSION_JPEG)
            $0.photometric = Int(PHOTOMETRIC_YCBCR)
            $0.isSubsampled = true
            $0.tile = (16, 32)
        }
        let converted = try Self.tiff {
            $0.profile = ProfileFixture.displayP3.bytes
            $0.rowsPerStrip = 5
        }
        let plain = try Self.tiff { $0.rowsPerStrip = 5 }
        for bytes in [tiled, converted, plain] {
            func open() throws -> any PlanarImageSource {
                let source = try source(bytes)
                if let planar = source as? any PlanarImageSource, planar.hasPlanes { return planar }
                return YCbCr420Source(source)
            }
            let whole = try planes(of: open(), nil)
            #expect(whole.count == Self.height + 2 * 38)
            for range in Self.ranges where range.upperBound.isMultiple(of: 2) || range.upperBound == Self.height {
                let part = try planes(of: open(), range)
                let chroma = range.lowerBound / 2..<(range.upperBound + 1) / 2
                #expect(part == whole.filter { ($0.key.plane == 0 ? range : chroma).contains($0.key.row) }, "\(range)")
            }
        }
    }

    private struct PlaneRow: Hashable {
        var plane: Int
        var row: Int
    }

    private func planes(of source: any PlanarImageSource, _ range: Range<Int>?) throws -> [PlaneRow: [UInt8]] {
        var rows: [PlaneRow: [UInt8]] = [:]
        func add(_ band: PlanarBand) {
            #expect(band.planes[0].rows.count <= PlanarBand.rowLimit)
            for (plane, part) in band.planes.enumerated() {
                let width = plane == 0 ? source.info.size.width : (source.info.size.width + 1) / 2
                for y in part.rows {
                    rows[PlaneRow(plane: plane, row: y)] =
                        Array(UnsafeRawBufferPointer(start: part.row(y), count: width))
                }
            }
        }
        if let range {
            try source.readPlanes(rows: range, add)
        } else {
            try source.readPlanes(add)
        }
        return rows
    }

    @Test func `a TIFF of one compressed strip and a JPEG are decoded from the top`() throws {
        let strip = try Self.tiff {
            $0.compression = Int(COMPRESSION_LZW)
            $0.rowsPerStrip = Self.height
        }
        #expect(try source(strip).rowAccess == .sequential)
        let storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)])
        let jpeg = Libjpeg.encode(width: 70, height: Self.height, as: storage)
        #expect(try source(jpeg).rowAccess == .sequential)
        try expectSameRows(jpeg)
    }
}
