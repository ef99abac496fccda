import Compression
import Foundation
import FuzzSupport
import Georeferencing
import TestSupport
import TilePyramid
import TileStores

@testable import DatabasePyramids
@testable import FilePyramids
@testable import TileStores

extension CorpusSeeds {
    static func documents() -> [String: [String: [UInt8]]] {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a & b --><dz:Image xmlns:dz="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1"
            TileSize='254'><dz:Size Width="1027" Height="600"/><a b="&lt;&#65;&#x42;"><![CDATA[<]]></a></dz:Image>
            """
        let json = #"{"a": [null, true, false, -1.5e2, "x\u00e9\n\ud83d\ude00"], "b": {"c": [1, 2, 0.25]}}"#
        let flight = """
            {"format": "tilekit-flight/1", "about": "words",
             "image": {"width": 60000, "height": 40000, "tileSize": 256}, "viewport": {"width": 1280, "height": 800},
             "keys": [{"t": 0, "x": 30000, "y": 20000, "scale": 0.02, "angle": 0, "note": "words"},
                      {"t": 2, "x": 18000, "y": 13000, "scale": 1, "angle": 0, "jump": true}]}
            """
        let annotations = """
            {"type":"FeatureCollection","generator":"tileview","features":[
            {"type":"Feature","id":"a","geometry":{"type":"LineString","coordinates":[[1800,1700.5],[3000,2300]]},"properties":
            {"objectType":"annotation","name":"a","color":[255,0,9],"measurements":{"Length px":1},"tileview":"distance"}},
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[9,2],[9,8],[1,2]],[[3,3],[4,3],[4,4],[3,3]]]},
            "properties":{"classification":{"name":"b","colorRGB":-65536}}},
            {"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3],"plane":{"z":1}},"properties":null},
            {"type":"Feature","geometry":null,"properties":{}}]}
            """
        let ome = """
            <OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image Name="a"><Pixels
            DimensionOrder="XYZCT" Type="uint16" SignificantBits="12" PhysicalSizeX="0.5" PhysicalSizeXUnit="nm"
            SizeX="5" SizeY="4" SizeZ="2" SizeC="4" SizeT="3"><Channel Name="DAPI" Color="-16776961"
            EmissionWavelength="461" SamplesPerPixel="1"/><Channel/><TiffData IFD="2" FirstZ="1" FirstC="1"
            FirstT="2" PlaneCount="3"><UUID FileName="case">u</UUID></TiffData><TiffData/></Pixels></Image><Image>
            <Pixels Type="uint8" SizeX="9" SizeY="8" SizeZ="1" SizeC="3" SizeT="1"><Channel SamplesPerPixel="3"/>
            </Pixels></Image></OME>
            """
        let source = """
            <SourceFilename relativeToVRT="1">a.tif</SourceFilename><SourceBand>1</SourceBand><SrcRect xOff="0" yOff="0"
            xSize="40" ySize="30"/><DstRect xOff="8" yOff="4.5" xSize="20" ySize="15"/>
            """
        let vrt = """
            <VRTDataset rasterXSize="64" rasterYSize="48"><SRS>EPSG:25832</SRS><GeoTransform>5, 2, 0, 9, 0, -2</GeoTransform>
            <VRTRasterBand dataType="Byte"><NoDataValue>0</NoDataValue><ColorInterp>Gray</ColorInterp>
            <SimpleSource>\(source)</SimpleSource><ComplexSource>\(source)<NODATA>255</NODATA></ComplexSource>
            </VRTRasterBand></VRTDataset>
            """
        let masked = """
            <VRTDataset rasterXSize="64" rasterYSize="48"><VRTRasterBand dataType="UInt16"><ComplexSource>\(source)
            <UseMaskBand>true</UseMaskBand></ComplexSource></VRTRasterBand><MaskBand><VRTRasterBand><ComplexSource>
            \(source.replacing("<SourceBand>1", with: "<SourceBand>mask,1"))<ScaleOffset>255</ScaleOffset><ScaleRatio>0
            </ScaleRatio></ComplexSource></VRTRasterBand></MaskBand></VRTDataset>
            """
        let floats = """
            <VRTDataset rasterXSize="64" rasterYSize="48"><Metadata><MDI key="NODATA_VALUES">-9999</MDI></Metadata>
            <VRTRasterBand dataType="Float32"><ComplexSource><SourceProperties DataType="Float32"/>\(source)
            <NODATA>nan</NODATA></ComplexSource></VRTRasterBand></VRTDataset>
            """
        return [
            "vrt": ["nodata": Array(vrt.utf8), "mask": Array(masked.utf8), "floats": Array(floats.utf8)],
            "ome-xml": ["planes": Array(ome.utf8)],
            "xml": [
                "document": Array(xml.utf8),
                "utf16": Array([0xFF, 0xFE] + xml.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
            ],
            "json": ["document": Array(json.utf8), "text": Array(#"[" \t\\ "]"#.utf8)],
            "flight": ["two-keys": Array(flight.utf8)],
            "geojson": ["annotations": Array(annotations.utf8)],
        ]
    }

    static func pyramids() throws -> [String: [String: [UInt8]]] {
        let sparse = """
            <Image TileSize="16" Overlap="0" Format="png" xmlns="http://schemas.microsoft.com/deepzoom/2008">
            <Size Width="40" Height="24"/><DisplayRects><DisplayRect MinLevel="2" MaxLevel="6"><Rect X="3" Y="4"
            Width="20" Height="10"/></DisplayRect></DisplayRects></Image>
            """
        let iiif3 = """
            {"@context": "http://iiif.io/api/image/3/context.json", "id": "https://example.org/big", "type":
            "ImageService3", "protocol": "http://iiif.io/api/image", "profile": "level0", "width": 40, "height": 24,
            "tiles": [{"width": 16, "height": 16, "scaleFactors": [1, 2, 4]}], "sizes": [{"width": 10, "height": 6}]}
            """
        let map = """
            {"tilejson": "3.0.0", "tiles": ["https://example.org/{z}/{x}/{y}.png"], "minzoom": 0, "maxzoom": 2,
            "bounds": [-10.5, -20, 30, 40.25], "center": [0, 0, 1], "attribution": "words"}
            """
        let gdal = """
            <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0"><Title>big</Title><SRS>EPSG:3857</SRS>
            <BoundingBox minx="0" miny="-24" maxx="40" maxy="0"/><Origin x="0" y="-24"/>
            <TileFormat width="16" height="16" mime-type="image/png" extension="png"/><TileSets profile="raster">
            <TileSet href="0" units-per-pixel="4" order="0"/><TileSet href="1" units-per-pixel="2" order="1"/>
            <TileSet href="2" units-per-pixel="1" order="2"/></TileSets></TileMap>
            """
        let metadata = """
            name\tbig\nformat\tpng\nbounds\t-10.5,-20,30,40.25\ncenter\t0,0,1\nminzoom\t0\nmaxzoom\t2\ntype\toverlay
            json\t{"vector_layers": []}
            """
        return [
            "deepzoom": ["store": PyramidSandbox.deepZoom.original, "sparse": Array(sparse.utf8)],
            "network-description": Dictionary(
                uniqueKeysWithValues: DescriptionFixture.allCases.map { ($0.rawValue, Array($0.text.utf8)) }),
            "zoomify": ["store": PyramidSandbox.zoomify.original],
            "iiif": ["store": PyramidSandbox.iiif.original, "version3": Array(iiif3.utf8)],
            "tilejson": ["store": PyramidSandbox.tileJSON.original, "map": Array(map.utf8)],
            "tms": ["store": PyramidSandbox.tms.original, "gdal": Array(gdal.utf8)],
            "zip": ["szi": PyramidSandbox.zip.original, "iiif": try pyramidFile(.iiif, in: .zip, format: .jpeg)],
            "pmtiles": ["store": PyramidSandbox.pmtiles.original, "plain": try plainPMTiles()],
            "tiff-pyramid": ["png": PyramidSandbox.tiff.original, "jpeg": try pyramidFile(.tiff, format: .jpeg)],
            "remote-pyramid": try remotePyramids(),
            "geopackage": Self.geoPackages,
            "mbtiles-metadata": ["map": Array(metadata.utf8), "image": try imageMetadata()],
        ]
    }

    /// Files of several blocks, each with and without faults of the server.
    private static func remotePyramids() throws -> [String: [UInt8]] {
        var inputs: [String: [UInt8]] = [:]
        for (name, target, format) in [
            ("pmtiles", PyramidTarget(.pmtiles), TileFormat.jpeg), ("szi", PyramidTarget(.szi), .jpeg),
            ("tiff", PyramidTarget(.tiff), .jpeg), ("tiff-png", PyramidTarget(.tiff), .png),
        ] {
            let gap = [UInt8](repeating: 0, count: format == .jpeg ? 60_000 : 0)
            let file = try pyramidFile(target, format: format, gap: gap)
            inputs[name] = RemoteSandbox.input(file, faults: 0)
            inputs["\(name)-faults"] = RemoteSandbox.input(file, faults: 0x1234)
        }
        return inputs
    }

    /// Descriptions of the tiles of the sandbox's GeoPackage: as a part of the grid of Web Mercator, and in other systems.
    private static var geoPackages: [String: [UInt8]] {
        func text(_ code: Int, _ box: String, _ matrices: [String]) -> [UInt8] {
            let columns = box.split(separator: ",").joined(separator: "\t")
            let lines = [
                "srs\ts\t\(code)\tEPSG\t\(code)\tWKT\td",
                "contents\tbig\ttiles\ti\td\t2020-01-01T00:00:00.000Z\t\(columns)\t\(code)",
                "set\tbig\t\(code)\t\(columns)",
            ]
            return Array((lines + matrices.map { "matrix\tbig\t\($0)" }).joined(separator: "\n").utf8)
        }
        let edge = WebMercator.originShift
        return [
            "world": text(
                3857, "\(-edge),\(-edge),\(edge),\(edge)",
                (0...2).map { zoom in
                    let pixel = edge / 8 / Double(1 << zoom)
                    return "\(zoom)\t\(1 << zoom)\t\(1 << zoom)\t16\t16\t\(pixel)\t\(pixel)"
                }),
            "utm": text(
                25832, "500000,4999360,500640,5000000",
                ["0\t1\t1\t16\t16\t40\t40", "1\t2\t2\t16\t16\t20\t20", "2\t3\t3\t16\t16\t13.5\t13.5"]),
            "pixels": text(-1, "0,-64,64,0", ["0\t1\t1\t16\t16\t4\t4", "2\t4\t4\t16\t16\t1\t1"]),
        ]
    }

    /// The metadata of an MBTiles file of an image that is not georeferenced, as the sandbox reads them.
    private static func imageMetadata() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(Data(pyramidFile(.mbtiles)), to: "big.mbtiles")
        let rows = try TileDatabase(openingMBTiles: folder.path("big.mbtiles")).metadata()
        return Array(rows.map { "\($0.name)\t\($0.value)" }.joined(separator: "\n").utf8)
    }

    /// A pyramid of 40×24 pixels in a single file.
    static func pyramidFile(
        _ layout: PyramidFormat, in container: PyramidFormat? = nil, format: TileFormat = .png
    ) throws -> [UInt8] {
        try pyramidFile(container.map { PyramidTarget(layout, in: $0) } ?? PyramidTarget(layout), format: format)
    }

    /// A pyramid with bytes after each tile.
    private static func pyramidFile(
        _ target: PyramidTarget, format: TileFormat, gap: [UInt8] = []
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let pyramid = Pyramid(size: PixelSize(width: 40, height: 24), tileSize: 16, shape: target.shape)
        let store = try target.makeStore(at: folder.path("big"), pyramid: pyramid, format: format)
        for index in pyramid.indices {
            let tile = Libjpeg.encode(
                width: pyramid.storedSize(of: index).width, height: pyramid.storedSize(of: index).height,
                as: Libjpeg.Storage(name: "", sampling: [(2, 2), (1, 1), (1, 1)])
            ) { UInt8(sample($0, $1, $2)) }
            let bytes =
                format == .jpeg
                ? tile
                : PNGFixture(
                    width: pyramid.storedSize(of: index).width, height: pyramid.storedSize(of: index).height
                ) { sample($0, $1, $2) }.encoded()
            try store.write((bytes + gap).span.bytes, format: format, at: index)
        }
        try store.finish()
        return try [UInt8](folder.bytes(of: "big"))
    }

    /// The PMTiles file of the sandbox with directories and metadata that are not compressed, so that damage to them is
    /// not found by gzip.
    private static func plainPMTiles() throws -> [UInt8] {
        let file = PyramidSandbox.pmtiles.original
        var header = try PMTilesHeader(parsing: file, fileSize: file.count, path: "")
        func content(_ section: PMTilesHeader.Section) -> [UInt8] {
            Array(file[section.offset..<section.offset + section.length])
        }
        let root = try DeflateCodec.gunzip(content(header.root), limit: 1 << 20)
        let metadata = try DeflateCodec.gunzip(content(header.metadata), limit: 1 << 20)
        let tiles = content(header.tiles)
        header.internalCompression = .none
        header.root = .init(offset: PMTilesHeader.length, length: root.count)
        header.metadata = .init(offset: header.root.end, length: metadata.count)
        header.leaves = .init(offset: header.metadata.end, length: 0)
        header.tiles = .init(offset: header.metadata.end, length: tiles.count)
        return header.bytes + root + metadata + tiles
    }
}
