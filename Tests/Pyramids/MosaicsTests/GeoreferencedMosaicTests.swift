import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import MapProjections
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

/// Images that are placed by their own georeference.
@Suite(.timeLimited) struct GeoreferencedMosaicTests {
    private let fixture: MosaicFixture

    init() throws {
        fixture = try MosaicFixture()
    }

    /// Writes a gray GeoTIFF, uncompressed.
    private func write(
        _ name: String, epsg: Int, corner: (x: Double, y: Double), pixel: Double, size: PixelSize,
        orientation: Int = 1, sample: (_ x: Int, _ y: Int) -> Int
    ) throws {
        var directory = TIFFDirectoryBuilder()
        directory[.imageWidth] = .shorts([size.width])
        directory[.imageLength] = .shorts([size.height])
        directory[.bitsPerSample] = .shorts([8])
        directory[.compression] = .shorts([1])
        directory[.photometric] = .shorts([1])
        directory[.samplesPerPixel] = .shorts([1])
        directory[.orientation] = .shorts([orientation])
        directory[.rowsPerStrip] = .shorts([size.height])
        directory[.stripByteCounts] = .longs([size.area])
        directory[.stripOffsets] = .longs([0])
        directory[.modelPixelScale] = .doubles([pixel, pixel, 0])
        directory[.modelTiepoint] = .doubles([0, 0, 0, corner.x, corner.y, 0])
        directory[.geoKeyDirectory] = .shorts([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, epsg])
        directory[.stripOffsets] = .longs([8 + directory.size(isBigTIFF: false)])
        let pixels = (0..<size.area).map { UInt8(sample($0 % size.width, $0 / size.width)) }
        let bytes =
            Array("II*\0".utf8) + [8, 0, 0, 0] + directory.bytes(at: 8, next: 0, isBigTIFF: false) + pixels
        try fixture.folder.write(Data(bytes), to: name)
    }

    @Test func `images of one grid are copied to their places`() throws {
        let size = PixelSize(width: 6, height: 4)
        func sample(_ x: Int, _ y: Int) -> Int { MosaicFixture.sample(x, y, 0) }
        try write("right.tif", epsg: 32632, corner: (600_060, 5_300_020), pixel: 10, size: size) {
            sample($0 + 6, $1 + 3)
        }
        try write("left.tif", epsg: 32632, corner: (600_000, 5_300_050), pixel: 10, size: size, sample: sample)
        let path = try fixture.write(
            list: #"{"mosaic": 1, "images": [{"path": "right.tif"}, {"path": "left.tif"}]}"#)
        let mosaic = try fixture.mosaic(path)
        #expect(mosaic.size == PixelSize(width: 12, height: 7))
        #expect(
            mosaic.georeference
                == RasterGeoreference(
                    crs: "EPSG:32632",
                    transform: Geotransform(origin: (600_000, 5_300_050), column: (10, 0), row: (0, -10))))
        #expect(mosaic.layout == PixelLayout(.grayAlpha))
        let rows = try MosaicFixture.rows(MosaicSource(mosaic))
        for (y, row) in rows.enumerated() {
            #expect(
                row
                    == (0..<12).flatMap { x in
                        let isThere = x < 6 ? y < 4 : y >= 3
                        return isThere ? [UInt8(sample(x, y)), 255] : [0, 0]
                    })
        }
    }

    @Test(arguments: 1...8)
    func `an orientation moves no pixel of an image that lies where its georeference has it`(orientation: Int) throws {
        let size = PixelSize(width: 6, height: 4)
        try write(
            "a.tif", epsg: 32632, corner: (600_000, 5_300_050), pixel: 10, size: size, orientation: orientation
        ) { MosaicFixture.sample($0, $1, 0) }
        let list = try fixture.write(list: #"{"mosaic": 1, "images": [{"path": "a.tif"}]}"#)
        let vrt = try fixture.write(
            list: """
                <VRTDataset rasterXSize="6" rasterYSize="4"><SRS>EPSG:32632</SRS>\
                <GeoTransform>600000, 10, 0, 5300050, 0, -10</GeoTransform><VRTRasterBand dataType="Byte"><SimpleSource>\
                <SourceFilename relativeToVRT="1">a.tif</SourceFilename><SourceBand>1</SourceBand>\
                <SrcRect xOff="0" yOff="0" xSize="6" ySize="4"/><DstRect xOff="0" yOff="0" xSize="6" ySize="4"/>\
                </SimpleSource></VRTRasterBand></VRTDataset>
                """, to: "list.vrt")
        for path in [list, vrt] {
            let mosaic = try fixture.mosaic(path)
            #expect(mosaic.size == size && mosaic.layout == PixelLayout(.gray))
            #expect(
                mosaic.georeference?.transform
                    == Geotransform(origin: (600_000, 5_300_050), column: (10, 0), row: (0, -10)))
            let rows = try MosaicFixture.rows(MosaicSource(mosaic))
            #expect(rows == (0..<4).map { y in (0..<6).map { UInt8(MosaicFixture.sample($0, y, 0)) } })
        }
    }

    @Test func `images that are named are joined as those of a list, the later ones on top`() throws {
        let size = PixelSize(width: 6, height: 4)
        try write("b.tif", epsg: 32632, corner: (600_030, 5_300_000), pixel: 10, size: size) { _, _ in 2 }
        try write("a.tif", epsg: 32632, corner: (600_000, 5_300_000), pixel: 10, size: size) { _, _ in 1 }
        let a = fixture.folder.path("a.tif")
        let b = fixture.folder.path("b.tif")
        for (images, row) in [([a, b], [1, 1, 1, 2, 2, 2, 2, 2, 2]), ([b, a], [1, 1, 1, 1, 1, 1, 2, 2, 2])] {
            let mosaic = try #require(try MosaicInput.images(images).mosaic(DecodeOptions()))
            #expect(mosaic.georeference?.transform.originX == 600_000 && mosaic.layout == PixelLayout(.gray))
            #expect(try MosaicFixture.rows(MosaicSource(mosaic)) == Array(repeating: row.map { UInt8($0) }, count: 4))
        }
    }

    @Test func `a list, or an image without a georeference, among images that are named is an error that names it`()
        throws
    {
        try write("a.tif", epsg: 32632, corner: (0, 0), pixel: 1, size: PixelSize(width: 6, height: 4)) { _, _ in 1 }
        try fixture.write("b.png", [1], width: 2, height: 2)
        let list = try fixture.write(list: #"{"mosaic": 1, "images": [{"path": "a.tif"}]}"#)
        for (name, reason) in [(list, "this is a list of images"), (fixture.folder.path("b.png"), "not georeferenced")]
        {
            let input = MosaicInput.images([fixture.folder.path("a.tif"), name])
            let error = #expect(throws: CodecError.self) { try input.mosaic(DecodeOptions()) }
            #expect(error?.file == "mosaic of 2 images" && error?.message.hasPrefix("\(name): ") == true)
            #expect(error?.message.contains(reason) == true && error?.message.contains("list says") == false)
        }
    }

    @Test func `an image in another system is warped to its place`() throws {
        // 200 m around a place in zone 32, and the middle of that in zone 33, with samples that say where in zone 32 they are.
        let corner = (x: 800_000.0, y: 5_300_000.0)
        try write("base.tif", epsg: 32632, corner: corner, pixel: 2, size: PixelSize(width: 100, height: 100)) { x, _ in
            x * 2 + 1
        }
        var x = [corner.x + 50, corner.x + 150]
        var y = [corner.y - 50, corner.y - 150]
        try CoordinateTransform(from: "EPSG:32632", to: "EPSG:32633").transform(&x, &y)
        let left = x[0].rounded()
        let top = y[0].rounded()
        let back = try CoordinateTransform(from: "EPSG:32633", to: "EPSG:32632")
        try write("other.tif", epsg: 32633, corner: (left, top), pixel: 2, size: PixelSize(width: 50, height: 50)) {
            var x = [left + Double($0 * 2 + 1)]
            var y = [top - Double($1 * 2 + 1)]
            back.transform(&x, &y)
            return Int((x[0] - corner.x).rounded())
        }
        let path = try fixture.write(
            list: #"{"mosaic": 1, "images": [{"path": "base.tif"}, {"path": "other.tif", "priority": 1}]}"#)
        let mosaic = try fixture.mosaic(path)
        #expect(mosaic.size == PixelSize(width: 100, height: 100) && mosaic.layout == PixelLayout(.gray))
        let rows = try MosaicFixture.rows(MosaicSource(mosaic))
        // Both say the same of a place, so that the seam cannot be seen: within the rounding of samples.
        for row in rows {
            for (x, value) in row.enumerated() { #expect(abs(Int(value) - (x * 2 + 1)) <= 1) }
        }
        #expect(rows.contains { row in row.indices.contains { Int(row[$0]) != $0 * 2 + 1 } })
    }

    @Test func `the first image of the list determines the resolution in another system`() throws {
        for index in 0..<12 {
            try write(
                "\(index).tif", epsg: 32632, corner: (600_000 + Double(index) * 1000, 5_300_000),
                pixel: Double(index + 2), size: PixelSize(width: 20, height: 20)
            ) { x, _ in x }
        }
        for first in 0..<3 {
            let order = [first] + (0..<12).filter { $0 != first }
            let images = order.map { #"{"path": "\#($0).tif"}"# }.joined(separator: ", ")
            let mosaic = try fixture.mosaic(
                fixture.write(list: #"{"mosaic": 1, "crs": "EPSG:3857", "images": [\#(images)]}"#))
            let footprint = try RasterFootprint(
                of: RasterGeoreference(
                    crs: "EPSG:32632",
                    transform: Geotransform(
                        origin: (600_000 + Double(first) * 1000, 5_300_000), column: (Double(first + 2), 0),
                        row: (0, -Double(first + 2)))), size: PixelSize(width: 20, height: 20), in: "EPSG:3857")
            #expect(mosaic.georeference?.transform.columnX == footprint.pixelSide)
        }
    }

    @Test func `an image across the 180th meridian is an error that names it`() throws {
        try write(
            "a.tif", epsg: 32760, corner: (780_000, 8_100_000), pixel: 1000, size: PixelSize(width: 100, height: 9)
        ) { x, _ in x }
        for crs in ["EPSG:3857", "EPSG:4326"] {
            let path = try fixture.write(list: #"{"mosaic": 1, "crs": "\#(crs)", "images": [{"path": "a.tif"}]}"#)
            let error = #expect(throws: CodecError.self) { try fixture.mosaic(path) }
            #expect(error?.message.contains("a.tif") == true && error?.message.contains("180th meridian") == true)
        }
    }

    @Test func `an image without a place or a georeference is an error that names it`() throws {
        try fixture.write("plain.png", [1], width: 2, height: 2)
        let path = try fixture.write(list: #"{"mosaic": 1, "images": [{"path": "plain.png"}]}"#)
        let error = #expect(throws: CodecError.self) { try fixture.mosaic(path) }
        #expect(
            error?.message.hasPrefix(fixture.folder.path("plain.png: ")) == true
                && error?.message.contains("not georeferenced") == true)
    }
}
