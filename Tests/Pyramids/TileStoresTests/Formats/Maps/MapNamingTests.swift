import Georeferencing
import TestLimits
import Testing
import TilePyramid
import XMLDocuments

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited)
struct MapNamingTests {
    /// Grids of 1×1, 2×1, 3×2 and 5×3 tiles.
    private static let own = Pyramid(
        size: PixelSize(width: 1_027, height: 600), tileSize: 256, shape: PyramidFormat.xyz.shape)

    /// An image at zooms 9 to 11 that begins at column 327 and row 791 of the last.
    private static let placed = {
        var shape = PyramidFormat.xyz.shape
        shape.origin = PixelOffset(x: 327 * 256, y: 791 * 256)
        return Pyramid(size: PixelSize(width: 1_000, height: 700), tileSize: 256, shape: shape)
    }()
    private static let georeference = Georeference(
        zoom: 11, bounds: GeoBounds(west: -122.5, south: 37.25, east: -122, north: 37.75, crs: .wgs84))

    private func naming(_ layout: PyramidFormat, _ georeference: Georeference? = nil) throws -> any LayoutNaming {
        var target = PyramidTarget(layout)
        target.georeference = georeference
        return try StoreRequest(
            path: "/x/my \"map\" & co", pyramid: georeference == nil ? Self.own : Self.placed, format: .jpeg,
            target: target
        ).naming()
    }

    @Test(arguments: [
        (PyramidFormat.xyz, "3/4/0.jpg", "0/0/0.jpg"), (.tms, "3/4/2.jpg", "0/0/0.jpg"),
        (.google, "3/0/4.jpg", "0/0/0.jpg"),
    ])
    func `without georeference, the zoom is the level`(layout: PyramidFormat, corner: String, first: String) throws {
        let naming = try naming(layout)
        #expect(naming.name(of: TileIndex(level: 3, column: 4, row: 0)) == corner)
        #expect(naming.name(of: TileIndex(level: 0, column: 0, row: 0)) == first)
    }

    @Test(arguments: [
        (PyramidFormat.xyz, "11/327/791.jpg", "10/163/395.jpg"), (.tms, "11/327/1256.jpg", "10/163/628.jpg"),
        (.google, "11/791/327.jpg", "10/395/163.jpg"),
    ])
    func `a georeferenced image has the numbers of its place, and TMS counts rows from the bottom`(
        layout: PyramidFormat, fine: String, coarse: String
    ) throws {
        let naming = try naming(layout, Self.georeference)
        #expect(naming.name(of: TileIndex(level: 2, column: 0, row: 0)) == fine)
        #expect(naming.name(of: TileIndex(level: 1, column: 0, row: 0)) == coarse)
    }

    @Test(arguments: [PyramidFormat.xyz, .tms, .google])
    func `names map back to their tiles, and other names to none`(layout: PyramidFormat) throws {
        let naming = try naming(layout)
        for index in Self.own.indices {
            #expect(naming.index(of: naming.name(of: index)) == index)
        }
        for name in [
            "3/5/5.jpg", "4/0/0.jpg", "3/0/0.png", "3/0/0", "03/0/0.jpg", "3/-1/0.jpg", "3//0.jpg", "3/0/0/0.jpg",
            "../3/0/0.jpg", "3/0/../0.jpg", "tiles.json", "blank.png",
        ] {
            #expect(naming.index(of: name) == nil, "\(name)")
        }
    }

    @Test func `TileJSON describes an image that is not georeferenced`() throws {
        let file = try #require(try naming(.xyz).descriptors.last)
        #expect(file.name == "tiles.json")
        #expect(
            String(decoding: file.bytes, as: UTF8.self) == """
                {
                  "tilejson": "3.0.0",
                  "name": "my \\"map\\" & co",
                  "scheme": "xyz",
                  "tiles": ["{z}/{x}/{y}.jpg"],
                  "minzoom": 0,
                  "maxzoom": 3,
                  "description": "An image without a geographic position.",
                  "tilekit": {"width":1027,"height":600,"tileSize":256,"originX":0,"originY":0}
                }

                """)
    }

    @Test func `TileJSON of a georeferenced image has bounds and a center`() throws {
        let file = try #require(try naming(.google, Self.georeference).descriptors.last)
        #expect(
            String(decoding: file.bytes, as: UTF8.self) == """
                {
                  "tilejson": "3.0.0",
                  "name": "my \\"map\\" & co",
                  "scheme": "xyz",
                  "tiles": ["{z}/{y}/{x}.jpg"],
                  "minzoom": 9,
                  "maxzoom": 11,
                  "bounds": [-122.5,37.25,-122,37.75],
                  "center": [-122.25,37.5,9]
                }

                """)
    }

    @Test func `a Tile Map Service without georeference has the raster profile`() throws {
        let file = try #require(try naming(.tms).descriptors.last)
        #expect(file.name == "tilemapresource.xml")
        #expect(
            String(decoding: file.bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0" xmlns:tilekit="urn:tilekit" \
                tilekit:width="1027" tilekit:height="600">
                  <Title>my &quot;map&quot; &amp; co</Title>
                  <Abstract></Abstract>
                  <SRS></SRS>
                  <BoundingBox minx="0" miny="-600" maxx="1027" maxy="0"/>
                  <Origin x="0" y="-768"/>
                  <TileFormat width="256" height="256" mime-type="image/jpeg" extension="jpg"/>
                  <TileSets profile="raster">
                    <TileSet href="0" units-per-pixel="8" order="0"/>
                    <TileSet href="1" units-per-pixel="4" order="1"/>
                    <TileSet href="2" units-per-pixel="2" order="2"/>
                    <TileSet href="3" units-per-pixel="1" order="3"/>
                  </TileSets>
                </TileMap>

                """)
    }

    @Test func `a georeferenced Tile Map Service has the mercator profile`() throws {
        let file = try #require(try naming(.tms, Self.georeference).descriptors.last)
        let root = try XMLElement(parsing: file.bytes)
        let tileSets = try #require(root.children.first { $0.name == "TileSets" })
        #expect(tileSets.attributes["profile"] == "mercator")
        #expect(tileSets.children.map { $0.attributes["href"] } == ["9", "10", "11"])
        #expect(tileSets.children.last?.attributes["units-per-pixel"] == "76.43702828517625")
        let box = try #require(root.children.first { $0.name == "BoundingBox" })
        #expect(box.attributes["minx"].flatMap(Double.init).map { abs($0 + 13_636_637.6) < 1 } == true)
    }

    @Test func `the Google layout has a white tile for those that are left out`() throws {
        let files = try naming(.google).descriptors
        #expect(files.map(\.name) == ["blank.png", "tiles.json"])
        #expect(files[0].bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func `layouts that do not support a pyramid say why`() {
        func message(_ layout: PyramidFormat, _ pyramid: Pyramid, _ format: TileFormat, id: String? = nil) -> String? {
            var target = PyramidTarget(layout)
            target.identifier = id
            let error = #expect(throws: StoreError.self) {
                try StoreRequest(path: "out", pyramid: pyramid, format: format, target: target).naming()
            }
            return error?.message
        }
        let plain = Pyramid(size: PixelSize(width: 600, height: 400), shape: PyramidFormat.iiif.shape)
        let overlapping = Pyramid(size: PixelSize(width: 600, height: 400), tileSize: 254, overlap: 1)
        let cut = Pyramid(size: PixelSize(width: 600, height: 400), levelCount: 1)
        #expect(message(.iiif, plain, .png)?.contains("requires jpg tiles") == true)
        #expect(message(.iiif2, plain, .webp)?.contains("the format jpg") == true)
        let address = message(.iiif, plain, .jpeg, id: "https://a.org/i/")
        #expect(address?.hasSuffix("Write https://a.org/i instead.") == true)
        #expect(message(.zoomify, overlapping, .jpeg)?.contains("do not overlap") == true)
        #expect(message(.zoomify, cut, .jpeg)?.contains("needs all levels") == true)
    }

    @Test func `Deep Zoom in one tree has its descriptor beside the folder of levels`() throws {
        let naming = DeepZoomNaming(beside: "big.dzi", pyramid: smallPyramid, fileExtension: "png")
        #expect(naming.name(of: TileIndex(level: 3, column: 2, row: 1)) == "big_files/3/2_1.png")
        for index in smallPyramid.indices {
            #expect(naming.index(of: naming.name(of: index)) == index)
        }
        for name in ["other_files/3/2_1.png", "big_files/3/2_2.png", "big_files/3/2_1.jpg", "big.dzi", "3/2_1.png"] {
            #expect(naming.index(of: name) == nil)
        }
    }

    @Test func `a title names no file, whatever it has`() throws {
        for name in ["../../etc/passwd", "..", "", "a/b", "The harbor"] {
            var target = PyramidTarget(.zip)
            target.name = name
            let naming = try StoreRequest(path: "x.zip", pyramid: smallPyramid, format: .jpeg, target: target).naming()
            #expect(naming.descriptors.map(\.name) == ["x.dzi"])
        }
    }
}
