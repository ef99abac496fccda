import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Descriptors that claim more than there is: they are refused with the number and the limit, or opened at once.
@Suite(.timeLimited) struct HostileDescriptorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let numbers = [
        "0", "1", "-1", "2147483647", "2147483648", "9007199254740992", "144115188075855872", "9223372036854775807",
        "9223372036854775808", "NaN", "1e300", "null", "", "two", "0x10", "1.5",
    ]

    private func message(_ path: String) -> String? {
        do {
            _ = try Pyramids.openBlocking(folder.path(path))
            return nil
        } catch {
            return (error as? StoreError)?.message ?? "\(error)"
        }
    }

    /// Opens a pyramid and uses it as programs do; any error is a `StoreError`.
    private func use(_ name: String) {
        do {
            guard let source = try Pyramids.openBlocking(folder.path(name))?.source else { return }
            for level in source.pyramid.levels {
                let last = TileIndex(level: level.index, column: level.grid.columns - 1, row: level.grid.rows - 1)
                _ = try? source.read(last)
                _ = try source.anyTile(of: level.index)
            }
            try source.forEachStoredRun { _, _, _ in }
            try source.inspectFiles { _ in }
        } catch {
            #expect(error is StoreError, "\(name): \(error)")
        }
    }

    @Test(arguments: numbers, numbers)
    func `Deep Zoom`(side: String, tileSize: String) throws {
        for overlap in ["0", tileSize] {
            let xml = """
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="\(overlap)"
                TileSize="\(tileSize)"><Size Width="\(side)" Height="\(side)"/><DisplayRects><DisplayRect
                MinLevel="\(tileSize)" MaxLevel="\(side)"><Rect X="1" Y="\(side)" Width="\(side)" Height="\(side)"/>
                </DisplayRect></DisplayRects></Image>
                """
            try folder.write(Data(xml.utf8), to: "a.dzi")
            try folder.write(Data([1]), to: "a_files/0/0_0.jpg")
            use("a.dzi")
        }
    }

    @Test(arguments: numbers, numbers)
    func `Zoomify, IIIF, TileJSON and TMS`(side: String, other: String) throws {
        try folder.write(
            Data("<IMAGE_PROPERTIES WIDTH=\"\(side)\" HEIGHT=\"9\" NUMTILES=\"\(other)\" TILESIZE=\"\(other)\"/>".utf8),
            to: "z/ImageProperties.xml")
        try folder.write(
            Data(
                """
                {"@context":"http://iiif.io/api/image/3/context.json","id":"i","width":\(side),"height":9,
                "tiles":[{"width":\(other),"height":\(side),"scaleFactors":[1,2,\(other)]}]}
                """.utf8), to: "i/info.json")
        try folder.write(
            Data(
                """
                {"tilejson":"3.0.0","tiles":["{z}/{x}/{y}.jpg"],"minzoom":\(other),"maxzoom":\(side),"tilekit":
                {"width":\(side),"height":\(other),"tileSize":\(other),"originX":\(side),"originY":0,"marginX":\(other)}}
                """.utf8), to: "x/tiles.json")
        try folder.write(
            Data(
                """
                <TileMap version="1.0.0"><BoundingBox minx="0" miny="-\(other)" maxx="\(side)" maxy="0"/><TileFormat
                width="\(other)" height="\(other)" extension="jpg"/><TileSets profile="raster"><TileSet href="0"
                units-per-pixel="\(other)"/><TileSet href="\(side)" units-per-pixel="1" order="\(other)"/></TileSets>
                </TileMap>
                """.utf8), to: "t/tilemapresource.xml")
        for name in ["z", "i", "x", "t"] {
            try folder.write(Data([1]), to: "\(name)/0/0/0.jpg")
            use(name)
        }
    }

    @Test func `tiles that no decoder accepts are refused with their size and the limit`() throws {
        let xml = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="2147483647">
            <Size Width="2147483647" Height="2147483647"/></Image>
            """
        try folder.write(Data(xml.utf8), to: "a.dzi")
        try folder.write(Data([1]), to: "a_files/31/0_0.jpg")
        #expect(
            message("a.dzi")
                == "this is too large to be opened: its tiles have 2147483647×2147483647 pixels, and tiles of up to "
                + "67108864 are decoded.")
    }

    @Test func `a tile size beyond the end of a small image is accepted`() throws {
        let xml = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1" TileSize="2147483647">
            <Size Width="5" Height="3"/></Image>
            """
        try folder.write(Data(xml.utf8), to: "a.dzi")
        try folder.write(Data([1]), to: "a_files/3/0_0.jpg")
        #expect(message("a.dzi") == nil)
    }

    @Test func `vector tiles are named in TileJSON`() throws {
        for json in [
            #"{"tilejson":"3.0.0","tiles":["{z}/{x}/{y}.pbf?key=1"]}"#,
            #"{"tilejson":"3.0.0","tiles":["{z}/{x}/{y}.png"],"vector_layers":[]}"#,
        ] {
            try folder.write(Data(json.utf8), to: "v/tiles.json")
            #expect(message("v")?.hasPrefix("these are vector tiles (MVT), which hold shapes") == true, "\(json)")
        }
    }

    @Test(arguments: [
        #"{"@context":"http://library.stanford.edu/iiif/image-api/1.1/context.json","@id":"i","width":9,"height":9}"#,
        #"{"@context":"http://iiif.io/api/image/1/context.json","@id":"i","width":9,"height":9}"#,
        #"{"identifier":"i","width":9,"height":9,"scale_factors":[1,2],"tile_width":8,"tile_height":8}"#,
    ])
    func `IIIF Image API 1 is refused by name`(json: String) throws {
        try folder.write(Data(json.utf8), to: "i/info.json")
        for path in ["i", "i/info.json"] {
            #expect(message(path) == "IIIF Image API 1 is not supported; versions 2 and 3 are.", "\(path)")
        }
    }

    @Test func `an IIIF image with sizes alone is refused by name`() throws {
        let json = """
            {"@context":"http://iiif.io/api/image/2/context.json","@id":"i","protocol":"http://iiif.io/api/image",
            "width":9,"height":9,"sizes":[{"width":9,"height":9}]}
            """
        try folder.write(Data(json.utf8), to: "i/info.json")
        #expect(message("i")?.hasPrefix("this IIIF image has \"sizes\" and no \"tiles\"") == true)
    }
}
