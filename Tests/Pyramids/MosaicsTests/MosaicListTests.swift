import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

/// The contents of lists of images, and the lists that are refused.
@Suite(.timeLimited) struct MosaicListTests {
    private let fixture: MosaicFixture

    init() throws {
        fixture = try MosaicFixture()
    }

    private func message(_ list: String, _ name: String = "list.json") throws -> String {
        let path = try fixture.write(list: list, to: name)
        let error = #expect(throws: CodecError.self) { _ = try fixture.mosaic(path) }
        return error?.message ?? ""
    }

    @Test(arguments: [
        (#"{"mosaic": 2, "images": []}"#, "version 2"),
        (#"{"mosaic": 1, "images": []}"#, "no images"),
        (#"{"mosaic": 1}"#, "\"images\" is missing"),
        (#"{"mosaic": 1, "images": [{"path": "a.png", "x": 1}]}"#, "\"y\" is missing"),
        (#"{"mosaic": 1, "images": [{"path": "a.png", "z": 1}]}"#, "images[0].z"),
        (#"{"mosaic": 1, "size": [0, 5], "images": []}"#, "size"),
        (#"{"mosaic": 1, "images": [{"path": "https://example.org/a.png", "x": 0, "y": 0}]}"#, "is not a path"),
        (#"{"mosaic": 1, "images": [{"path": "", "x": 0, "y": 0}]}"#, "has no path"),
        (#"{"mosaic": 1, "background": "blue", "images": []}"#, "background"),
        (#"{"mosaic": 1, "images": [{"path": "list.json"}"#, "not valid"),
    ])
    func `a list that is wrong is an error that says where`(list: String, expected: String) throws {
        #expect(try message(list).contains(expected))
    }

    @Test func `a file is a list by its name, and never by its content alone`() throws {
        try fixture.write("a.png", [1], width: 1, height: 1)
        let list = #"{"mosaic": 1, "images": [{"path": "a.png", "x": 0, "y": 0}]}"#
        for name in ["list.json", "LIST.JSON"] { #expect(try MosaicList.isNamed(fixture.write(list: list, to: name))) }
        for name in ["a.vrt", "a.VRT"] { #expect(MosaicList.isNamed(fixture.folder.path(name))) }
        for name in ["list.jpg", "list.tif", "list", "list.json.jpg", ".json", ".vrt"] {
            let path = try fixture.write(list: list, to: name)
            #expect(!MosaicList.isNamed(path), "\(name)")
            #expect(MosaicList.isContent(of: path))
            let error = #expect(throws: CodecError.self) { try MosaicInput.named(path).open(DecodeOptions()) }
            #expect(error?.code == .unsupported && error?.file == path)
            // The user may say that it is one.
            #expect(try MosaicInput.list(MosaicList(path)).open(DecodeOptions()).info.size.width == 1)
        }
        #expect(!MosaicList.isNamed(fixture.folder.path("a.png")))
        #expect(try !MosaicList.isNamed(fixture.write(list: #"{"tiles": []}"#)))
        #expect(!MosaicList.isNamed(fixture.folder.path("none.json")))
    }

    private func vrt(_ bands: String, attributes: String = #"rasterXSize="8" rasterYSize="4""#) -> String {
        "<VRTDataset \(attributes)>\(bands)</VRTDataset>"
    }

    private func source(_ file: String, band: Int, _ rect: String, kind: String = "SimpleSource", more: String = "")
        -> String
    {
        """
        <\(kind)><SourceFilename relativeToVRT="1">\(file)</SourceFilename><SourceBand>\(band)</SourceBand>\
        <SourceProperties RasterXSize="4" RasterYSize="4" DataType="Byte" BlockXSize="4" BlockYSize="4"/>\(rect)\(more)</\(kind)>
        """
    }

    private func rect(_ source: [Int], _ target: [Int]) -> String {
        #"<SrcRect xOff="\#(source[0])" yOff="\#(source[1])" xSize="\#(source[2])" ySize="\#(source[3])"/>"#
            + #"<DstRect xOff="\#(target[0])" yOff="\#(target[1])" xSize="\#(target[2])" ySize="\#(target[3])"/>"#
    }

    @Test func `a VRT places parts of images, and leaves out absent pixels`() throws {
        try fixture.writePart("tiles/a.png", x: 0, y: 0, width: 4, height: 4)
        try fixture.write("tiles/b.png", [5, 6, 7], width: 4, height: 4)
        let colors = ["Red", "Green", "Blue"]
        let bands = (1...3).map { band in
            "<VRTRasterBand dataType=\"Byte\" band=\"\(band)\"><NoDataValue>9</NoDataValue>"
                + "<ColorInterp>\(colors[band - 1])</ColorInterp>"
                + source("tiles/a.png", band: band, rect([1, 0, 3, 4], [0, 0, 3, 4]))
                + source(
                    "tiles/b.png", band: band, rect([0, 0, 4, 4], [4, 0, 4, 4]), kind: "ComplexSource",
                    more: "<NODATA>\(band + 4)</NODATA>")
                + "</VRTRasterBand>"
        }
        let path = try fixture.write(
            list: vrt(
                "<SRS>PROJCS[\"x\",AUTHORITY[\"EPSG\",\"32632\"]]</SRS><GeoTransform>5, 2, 0, 9, 0, -2</GeoTransform>"
                    + bands.joined()), to: "list.vrt")
        let mosaic = try fixture.mosaic(path)
        #expect(
            mosaic.georeference
                == RasterGeoreference(
                    crs: "EPSG:32632", transform: Geotransform(origin: (5, 9), column: (2, 0), row: (0, -2))))
        #expect(mosaic.layout == PixelLayout(.rgba))
        let rows = try MosaicFixture.rows(MosaicSource(mosaic))
        #expect(rows.count == 4)
        for (y, row) in rows.enumerated() {
            let part = (0..<12).map { $0 % 4 == 3 ? 255 : UInt8(MosaicFixture.sample($0 / 4 + 1, y, $0 % 4)) }
            #expect(row == part + [UInt8](repeating: 0, count: 20))
        }
    }

    @Test(
        arguments: [
            (#"GEOGCS["a",UNIT["degree",0.01],AUTHORITY["EPSG","4326"]]"#, "EPSG:4326"),
            ("  EPSG:25832\n", "EPSG:25832"),
            (#"PROJCRS["a \"\"b\"\" [",BASEGEOGCRS["c",ID["EPSG",4258]],ID["EPSG",25832]]"#, "EPSG:25832"),
            (#"PROJCS["a",UNIT["metre",1,AUTHORITY["EPSG","9001"]]]"#, nil),
            (#"COMPD_CS["a",PROJCS["b",AUTHORITY["EPSG","25832"]],VERT_CS["c",AUTHORITY["EPSG","5783"]]]"#, nil),
            (#"PROJCS["a",AUTHORITY["ESRI","102008"]]"#, nil), ("PROJCS[", nil), ("]][[\"", nil),
        ] as [(String, String?)])
    func `the code of a VRT's system is that of its whole text`(text: String, code: String?) throws {
        try fixture.write("a.png", [5], width: 8, height: 4)
        let escaped = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;")
        let path = try fixture.write(
            list: vrt(
                "<SRS>\(escaped)</SRS><VRTRasterBand dataType=\"Byte\" band=\"1\">" + source("a.png", band: 1, "")
                    + "</VRTRasterBand>"), to: "list.vrt")
        #expect(try MosaicDescription(MosaicList(path)).crs == (code ?? text))
    }

    @Test func `bands of a VRT may come from any channel`() throws {
        try fixture.write("a.png", [5, 6, 7], width: 8, height: 4)
        let path = try fixture.write(
            list: vrt(
                "<VRTRasterBand dataType=\"Byte\" band=\"1\"><ColorInterp>Gray</ColorInterp>"
                    + source("a.png", band: 3, "") + "</VRTRasterBand>"), to: "list.vrt")
        let mosaic = try fixture.mosaic(path)
        #expect(mosaic.layout == PixelLayout(.gray))
        #expect(
            try MosaicFixture.rows(MosaicSource(mosaic)) == Array(repeating: Array(repeating: 7, count: 8), count: 4))
    }

    @Test func `a source of a VRT without rectangles fills the raster`() throws {
        try fixture.write("a.png", [5], width: 2, height: 1)
        func rows(_ rect: String) throws -> [[UInt8]] {
            let path = try fixture.write(
                list: vrt(
                    "<VRTRasterBand dataType=\"Byte\" band=\"1\">\(source("a.png", band: 1, rect))</VRTRasterBand>"),
                to: "list.vrt")
            return try MosaicFixture.rows(MosaicSource(fixture.mosaic(path)))
        }
        let filled = [[UInt8]](repeating: Array(repeating: 5, count: 8), count: 4)
        #expect(try rows("") == filled)
        #expect(try rows(#"<SrcRect xOff="0" yOff="0" xSize="1" ySize="1"/>"#) == filled)
        let corner = #"<DstRect xOff="0" yOff="0" xSize="2" ySize="1"/>"#
        #expect(try rows(corner)[0] == [5, 5, 0, 0, 0, 0, 0, 0])
    }

    @Test func `a path of a VRT is relative to the VRT only where it says so`() throws {
        try fixture.write("a.png", [5], width: 8, height: 4)
        func path(_ attribute: String) throws -> String {
            let list = vrt(
                "<VRTRasterBand band=\"1\"><SimpleSource><SourceFilename\(attribute)>a.png</SourceFilename></SimpleSource>"
                    + "</VRTRasterBand>")
            let path = try fixture.write(list: list, to: "list.vrt")
            return try MosaicDescription(MosaicList(path, allowedFolders: ["."])).members[0].path
        }
        #expect(try path(#" relativeToVRT="1""#) == fixture.folder.path("a.png"))
        #expect(try path(#" relativeToVRT="0""#) == "a.png")
        #expect(try path("") == "a.png")
    }

    @Test func `gaps whose value is hidden have its color, that of the upper 8 of 16 bits`() throws {
        try fixture.write("a.png", [5], width: 1, height: 1, bits: 16)
        let rect = rect([0, 0, 1, 1], [0, 0, 1, 1])
        for (value, expected) in [(1000, 3), (65535, 255), (0, 0)] as [(Int, UInt8)] {
            let list = vrt(
                "<VRTRasterBand dataType=\"UInt16\" band=\"1\"><NoDataValue>\(value)</NoDataValue>"
                    + "<HideNoDataValue>1</HideNoDataValue>\(source("a.png", band: 1, rect))</VRTRasterBand>")
            let mosaic = try fixture.mosaic(fixture.write(list: list, to: "list.vrt"))
            #expect(mosaic.background == RGBColor(red: expected, green: expected, blue: expected))
        }
    }

    @Test(arguments: [
        ("<VRTRasterBand dataType=\"CFloat32\" band=\"1\"/>", "the type CFloat32"),
        ("<VRTRasterBand dataType=\"Byte\" band=\"1\" subClass=\"VRTDerivedRasterBand\"/>", "VRTDerivedRasterBand"),
        (
            "<VRTRasterBand dataType=\"Byte\" band=\"1\"><PixelFunctionType>sum</PixelFunctionType></VRTRasterBand>",
            "PixelFunctionType"
        ),
        ("<VRTRasterBand dataType=\"Byte\" band=\"1\"><KernelFilteredSource/></VRTRasterBand>", "KernelFilteredSource"),
        ("<VRTRasterBand dataType=\"Byte\" band=\"1\"><ColorTable/></VRTRasterBand>", "ColorTable"),
        ("<GDALWarpOptions/>", "GDALWarpOptions"), ("", "0 bands"),
        ("<VRTRasterBand dataType=\"Byte\" band=\"1\"/><MaskBand/>", "MaskBand has no band"),
    ])
    func `what a VRT has that is not supported is named`(content: String, name: String) throws {
        #expect(try message(vrt(content), "list.vrt").contains(name))
    }

    @Test func `sources of a VRT that change pixels, or are not files, are refused`() throws {
        func band(_ source: String) -> String {
            vrt("<VRTRasterBand dataType=\"Byte\" band=\"1\">\(source)</VRTRasterBand>")
        }
        let scale = source("a.png", band: 1, "", kind: "ComplexSource", more: "<ScaleRatio>2</ScaleRatio>")
        #expect(try message(band(scale), "list.vrt").contains("ScaleRatio"))
        #expect(try message(band(source("/vsicurl/x", band: 1, "")), "list.vrt").contains("is not a path"))
        #expect(try message(band(source("a.png", band: 7, "")), "list.vrt").contains("source band 7"))
        let empty = rect([0, 0, 0, 4], [0, 0, 4, 4])
        #expect(try message(band(source("a.png", band: 1, empty)), "list.vrt").contains("SrcRect"))
    }

    @Test func `a damaged VRT never traps`() throws {
        let text = vrt(
            "<VRTRasterBand dataType=\"Byte\" band=\"1\">\(source("a.png", band: 1, rect([0, 0, 4, 4], [0, 0, 4, 4])))</VRTRasterBand>"
        )
        for length in stride(from: 11, to: text.utf8.count, by: 3) {
            #expect(throws: CodecError.self) {
                try fixture.mosaic(fixture.write(list: String(text.prefix(length)), to: "list.vrt"))
            }
        }
        for size in ["-1", "1e300", "nan", "99999999999999999999"] {
            #expect(
                try message(vrt("", attributes: "rasterXSize=\"\(size)\" rasterYSize=\"4\""), "list.vrt").contains(
                    "rasterXSize"))
        }
    }
}
