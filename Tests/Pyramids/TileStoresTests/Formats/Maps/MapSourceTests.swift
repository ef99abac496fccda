import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

/// Map tiles of other programs in folders, written by hand from the descriptions of the formats.
@Suite(.timeLimited)
struct MapSourceTests: FolderReading {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the Google layout of libvips is recognized by its blank tile, and has the row before the column`()
        throws
    {
        try write(["blank.png", "vips-properties.xml", "0/0/0.jpg", "1/0/0.jpg", "1/0/1.jpg", "2/0/3.jpg", "2/1/2.jpg"])
        let source = try source()
        #expect(try open().format == .google)
        #expect(source.pyramid.levels.map(\.grid) == [1, 2, 4].map { TileGrid(columns: $0, rows: $0) })
        #expect(try text(source, 2, 3, 0) == "2/0/3.jpg")
        #expect(try text(source, 2, 2, 1) == "2/1/2.jpg")
        #expect(try text(source, 2, 0, 1) == nil)
        #expect(source.isSparse)
        let (tiles, issues) = try inventory(source)
        #expect(tiles.count == 5 && issues.isEmpty)
    }

    @Test func `map tiles without a descriptor cover a part of the world`() throws {
        try writeImages(["11/327/791.png", "12/654/1582.png", "12/655/1583.png"], side: 512)
        try write(["leaflet.html", "11/327/791.txt"])
        let source = try source()
        #expect(try open().format == .xyz)
        #expect(source.pyramid.size == PixelSize(width: 1_024, height: 1_024) && source.pyramid.tileSize == 512)
        #expect(source.pyramid.levels.map(\.firstTile) == [PixelOffset(x: 327, y: 791), PixelOffset(x: 654, y: 1_582)])
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 1)) != nil)
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 0)) == nil)
        let (tiles, issues) = try inventory(source)
        #expect(tiles.count == 3)
        #expect(issues == ["11/327/791.txt"])
    }

    private func resource(profile: String, box: String, zooms: Range<Int>) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
            <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0">
              <Title>a.tif</Title><Abstract></Abstract><SRS></SRS>
              <BoundingBox \(box)/><Origin x="0.0" y="-600.0"/>
              <TileFormat width="256" height="256" mime-type="image/png" extension="png"/>
              <TileSets profile="\(profile)">
                \(zooms.map {
                    "<TileSet href=\"\($0)\" units-per-pixel=\"\(1 << (zooms.upperBound - 1 - $0)).00\" order=\"\($0)\"/>"
                }.joined())
              </TileSets>
            </TileMap>
        """
    }

    @Test func `gdal2tiles counts rows from the image's bottom edge in the raster profile`() throws {
        // 1027×600: 5×3 tiles, then 513×300 in 3×2, 256×150 and 128×75 in one.
        try write(
            ["3/0/0.png", "3/4/2.png", "2/2/1.png", "1/0/0.png", "0/0/0.png"], "tilemapresource.xml",
            resource(
                profile: "raster",
                box: "minx=\"0.0\" miny=\"-600.00000000000000\" maxx=\"1027.00000000000000\" maxy=\"0.0\"", zooms: 0..<4
            ))
        let source = try source()
        #expect(try open().format == .tms)
        #expect(try open("p/tilemapresource.xml").format == .tms)
        #expect(source.pyramid.levels.map(\.size.width) == [128, 256, 513, 1_027])
        #expect(source.pyramid.levels.map(\.size.height) == [75, 150, 300, 600])
        // In the top row, the image is in the lower 88 of 256 pixel rows.
        #expect(source.pyramid.levels.map(\.inset.y) == [181, 106, 212, 168])
        #expect(source.pyramid.finestLevel.grid == TileGrid(columns: 5, rows: 3))
        #expect(try text(source, 3, 0, 2) == "3/0/0.png")
        #expect(try text(source, 3, 4, 0) == "3/4/2.png")
        #expect(try text(source, 2, 2, 0) == "2/2/1.png")
    }

    @Test func `gdal2tiles counts rows from the world's bottom edge in the mercator profile`() throws {
        try write(
            ["11/327/1256.png", "12/654/2513.png", "12/655/2512.png"], "tilemapresource.xml",
            resource(profile: "mercator", box: "minx=\"-122\" miny=\"37\" maxx=\"-121\" maxy=\"38\"", zooms: 11..<13))
        let source = try source()
        #expect(source.pyramid.levels[0].firstTile == PixelOffset(x: 327, y: 791))
        #expect(try text(source, 0, 0, 0) == "11/327/1256.png")
        #expect(try text(source, 1, 0, 0) == "12/654/2513.png")
        #expect(try text(source, 1, 1, 1) == "12/655/2512.png")
        #expect(source.properties.first == PyramidProperty("profile", "mercator"))
    }

    @Test func `TileJSON declares the direction of rows and the order of the numbers`() throws {
        let names = ["0/0/0.png", "1/0/1.png"]
        for (template, scheme, kind, index) in [
            ("{z}/{x}/{y}", "xyz", PyramidFormat.xyz, TileIndex(level: 1, column: 0, row: 1)),
            ("https://a.org/t/{z}/{y}/{x}", "xyz", .google, TileIndex(level: 1, column: 1, row: 0)),
            ("{z}/{x}/{y}", "tms", .tms, TileIndex(level: 1, column: 0, row: 0)),
        ] {
            try write(
                names, "tiles.json",
                "{\"tilejson\":\"3.0.0\",\"tiles\":[\"\(template).png\"],\"scheme\":\"\(scheme)\",\"attribution\":\"me\"}"
            )
            let pyramid = try open("p/tiles.json")
            #expect(pyramid.format == kind)
            #expect(try text(pyramid.source, index.level, index.column, index.row) == "1/0/1.png")
            #expect(try source().properties == [PyramidProperty("attribution", "me")])
        }
    }

    @Test(arguments: [
        ("\"width\":0,\"height\":1,\"tileSize\":256", "tilekit.width"),
        ("\"width\":1,\"height\":1e99,\"tileSize\":256", "tilekit.height"),
        ("\"width\":600,\"height\":1,\"tileSize\":256,\"originX\":1", "contradict each other"),
        ("\"width\":100,\"height\":1,\"tileSize\":256", "contradict each other"),
    ])
    func `invalid metadata of map tiles throw errors`(members: String, words: String) throws {
        try write(
            ["0/0/0.png"], "tiles.json",
            "{\"tilejson\":\"3.0.0\",\"tiles\":[\"{z}/{x}/{y}.png\"],\"maxzoom\":2,\"tilekit\":{\(members)}}")
        let error = failure()
        #expect(error?.path == folder.path("p/tiles.json"))
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `numbers that are too far apart throw an error, and photos by date are not a map`() throws {
        try write(["0/0/0.jpg", "30/5/5.jpg"])
        #expect(failure()?.message.contains("too far apart") == true)
        try folder.remove("p")
        try write(["2019/12/25.jpg", "2020/1/2.jpg", "12/25/9.txt", "7/200/3.jpg", "3/x/3.jpg", "5/1_2.jpg"])
        try folder.remove("p/7/200")
        #expect(failure()?.message.hasPrefix("this folder holds no pyramid") == true)
    }
}
