import FilePyramids
import Foundation
import ImageCodecs
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

/// Valid pixels of the tiles of a TIFF.
@Suite(.timeLimited) struct TIFFValidityTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A tiled page of 40 × 24 pixels, or of the half or the quarter.
    private func page(_ scale: Int, _ sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> UInt64) -> TIFFFixture {
        var page = TIFFFixture(width: 40 / scale, height: 24 / scale, sample: sample)
        page.tile = (16, 16)
        if scale > 1 { page.tags[254] = .longs([1]) }
        return page
    }

    private func color(_ scale: Int, _ sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> UInt64) -> TIFFFixture
    {
        var page = page(scale, sample)
        page.samplesPerPixel = 3
        page.photometric = 2
        return page
    }

    /// A mask whose pixels are valid from a column on, of 1 bit or 8.
    private func mask(_ scale: Int, from column: Int, bits: Int = 1) -> TIFFFixture {
        var page = page(scale) { x, _, _ in x < column / scale ? 0 : 1 }
        page.bits = bits
        page.photometric = 4
        page.tags[254] = .longs([scale > 1 ? 5 : 4])
        return page
    }

    private func write(_ pages: [TIFFFixture]) throws -> String {
        try folder.write(Data(TIFFFixture.encode(pages)), to: "a.tif")
        return folder.path("a.tif")
    }

    /// The alpha of the pixels that a tile shows, row by row.
    private func alphas(_ source: TIFFPyramidSource, _ index: TileIndex) throws -> [[Int]] {
        let tile = try #require(try source.read(index))
        let shown = source.pyramid.rect(of: index).size
        return try TileDecoder().decode(tile.bytes, name: "tile") { opened in
            var pixels = [UInt32](repeating: 0, count: opened.size.area)
            try pixels.withUnsafeMutableBufferPointer { _ = try opened.write(to: $0) }
            return (0..<shown.height).map { y in
                (0..<shown.width).map { x in Int(pixels[y * opened.size.width + x] >> 24) }
            }
        }
    }

    @Test(arguments: [1, 8])
    func `pixels that a mask excludes are transparent, on every level`(bits: Int) throws {
        let path = try write([
            color(1) { UInt64($0 + $1 + $2 + 1) }, mask(1, from: 20, bits: bits),
            color(2) { UInt64($0 + $1 + $2 + 1) }, mask(2, from: 20, bits: bits),
        ])
        let source = try TIFFPyramidSource(opening: path)
        #expect(source.format == .png && source.mayHaveAlpha && source.pyramid.levels.count == 2)
        for index in source.pyramid.indices {
            let first = source.pyramid.rect(of: index).x
            let limit = index.level == 1 ? 20 : 10
            for row in try alphas(source, index) {
                #expect(row == row.indices.map { first + $0 < limit ? 0 : 255 })
            }
        }
        #expect(try Pyramids.openBlocking(path)?.format == .tiff)
    }

    @Test func `a pixel is transparent if all its samples have the nodata value`() throws {
        var base = color(1) { x, _, channel in x < 9 ? 7 : x == 9 && channel < 2 ? 7 : UInt64(x + 10) }
        base.tags[42113] = .text("7")
        // GDAL writes the value into every page; without it, that of the first counts.
        let half = color(2) { x, _, _ in x < 4 ? 7 : 50 }
        let source = try TIFFPyramidSource(opening: write([base, half]))
        for row in try alphas(source, TileIndex(level: 1, column: 0, row: 0)) {
            #expect(row == (0..<16).map { $0 < 9 ? 0 : 255 })
        }
        for row in try alphas(source, TileIndex(level: 0, column: 0, row: 0)) {
            #expect(row == (0..<16).map { $0 < 4 ? 0 : 255 })
        }
    }

    @Test func `values in GDAL's metadata, and in the file beside the image, mark pixels`() throws {
        let item = "<GDALMetadata><Item name=\"NODATA_VALUES\">7 8 9</Item></GDALMetadata>"
        let bands = (1...3).map { "<PAMRasterBand band=\"\($0)\"><NoDataValue>\($0 + 6)</NoDataValue></PAMRasterBand>" }
        for isBeside in [false, true] {
            func page(_ scale: Int) -> TIFFFixture {
                color(scale) { x, _, channel in x < 9 / scale ? UInt64(7 + channel) : 7 }
            }
            var base = page(1)
            if !isBeside { base.tags[42112] = .text(item) }
            let path = try write([base, page(2)])
            if isBeside {
                try folder.write(Data("<PAMDataset>\(bands.joined())</PAMDataset>".utf8), to: "a.tif.aux.xml")
            }
            let source = try TIFFPyramidSource(opening: path)
            let finest = source.pyramid.finestLevel.index
            // GDAL fills what is invalid in a reduced copy with zeros, where the values are those of the metadata.
            #expect(finest == (isBeside ? 1 : 0))
            #expect(
                try alphas(source, TileIndex(level: finest, column: 0, row: 0))[0]
                    == (0..<16).map { $0 < 9 ? 0 : 255 })
            guard isBeside else { continue }
            #expect(try alphas(source, TileIndex(level: 0, column: 0, row: 0))[0] == (0..<16).map { $0 < 4 ? 0 : 255 })
        }
    }

    @Test(arguments: ["-9999", "256", "0.5", "nan"])
    func `a value that samples cannot hold changes nothing`(text: String) throws {
        var base = color(1) { x, _, _ in UInt64(x) }
        base.tags[42113] = .text(text)
        let source = try TIFFPyramidSource(opening: write([base, color(2) { x, _, _ in UInt64(x) }]))
        #expect(!source.mayHaveAlpha)
    }

    @Test func `JPEG tiles are passed through where all pixels of the image are valid`() throws {
        var encoder = try TIFFPyramidFixture()
        encoder.isColorful = false
        let jpeg = try encoder.tile(TileIndex(level: 0, column: 0, row: 0))
        func photo(_ scale: Int) -> TIFFFixture {
            var page = color(scale) { _, _, _ in 0 }
            page.photometric = 6
            page.compression = 7
            page.compress = { _, _ in jpeg }
            return page
        }
        let source = try TIFFPyramidSource(
            opening: write([photo(1), mask(1, from: 20), photo(2), mask(2, from: 20)]))
        let formats = try source.pyramid.indices.map { try source.read($0)?.format }
        // The tiles of 16 columns from 0, 0 and 16 have invalid pixels, those from 16 and 32 on have none.
        #expect(formats == [.png, .jpeg, .png, .png, .jpeg, .png, .png, .jpeg])
        #expect(try source.read(TileIndex(level: 1, column: 2, row: 0))?.bytes == jpeg)
        #expect(
            try alphas(source, TileIndex(level: 1, column: 1, row: 0))[3] == [0, 0, 0, 0]
                + Array(repeating: 255, count: 12))
    }

    @Test func `a tile that a mask lacks is invalid, and alpha comes before a mask`() throws {
        var sparse = mask(1, from: 0)
        sparse.overrideEntry = { number, offset, size in
            if number == 1 {
                offset = 0
                size = 0
            }
        }
        let source = try TIFFPyramidSource(
            opening: write([color(1) { _, _, _ in 9 }, sparse, color(2) { _, _, _ in 9 }, mask(2, from: 0)]))
        #expect(try alphas(source, TileIndex(level: 1, column: 1, row: 0)).allSatisfy { $0.allSatisfy { $0 == 0 } })
        #expect(try alphas(source, TileIndex(level: 1, column: 0, row: 0)).allSatisfy { $0.allSatisfy { $0 == 255 } })
        func alpha(_ scale: Int) -> TIFFFixture {
            var page = color(scale) { _, _, channel in channel == 3 ? 200 : 9 }
            page.samplesPerPixel = 4
            page.extraSamples = [2]
            return page
        }
        let withAlpha = try TIFFPyramidSource(
            opening: write([alpha(1), mask(1, from: 20), alpha(2), mask(2, from: 20)]))
        #expect(!withAlpha.mayHaveAlpha)
        #expect(try alphas(withAlpha, TileIndex(level: 1, column: 0, row: 0))[0] == Array(repeating: 200, count: 16))
    }

    @Test func `levels without a mask are left out, and a file with a mask beside it is not a pyramid`() throws {
        let pages = [color(1) { _, _, _ in 9 }, mask(1, from: 20), color(2) { _, _, _ in 9 }]
        #expect(try TIFFPyramidSource(opening: write(pages)).pyramid.levels.count == 1)
        let path = try write([pages[0], pages[2]])
        #expect(try Pyramids.openBlocking(path)?.format == .tiff)
        try folder.write(Data(TIFFFixture.encode([mask(1, from: 20)])), to: "a.tif.msk")
        #expect(try Pyramids.openBlocking(path) == nil)
    }
}
