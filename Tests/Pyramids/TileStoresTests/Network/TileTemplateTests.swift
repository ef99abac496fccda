import Georeferencing
import TestLimits
import Testing

@testable import RemotePyramids
@testable import TileStores

@Suite(.timeLimited) struct TileTemplateTests {
    private let tile = MapTile(zoom: 3, column: 5, row: 2)

    @Test(arguments: [
        ("http://a/{z}/{x}/{y}.png", "http://a/3/5/2.png"), ("http://a/{z}/{x}/{-y}.png", "http://a/3/5/5.png"),
        ("http://{s}.a/{z}/{y}/{x}{r}.jpg", "http://b.a/3/2/5.jpg"), ("http://{a-d}.a/{z}/{x}/{y}", "http://d.a/3/5/2"),
        ("http://t{0-3}.a/?z={z}&x={x}&y={y}", "http://t3.a/?z=3&x=5&y=2"),
        ("http://{switch:tic,tac}.a/{z}/{x}/{y}", "http://tac.a/3/5/2"),
        ("http://a/{z}/{x}/{y}{ratio}.png", "http://a/3/5/2.png"),
        ("http://a{s}/{quadkey}.jpg?g=1", "http://ab/121.jpg?g=1"),
        (
            "http://a/wms?w=256&bbox={bbox-epsg-3857}",
            "http://a/wms?w=256&bbox=5009377.085697311,5009377.085697311,10018754.171394622,10018754.171394622"
        ),
    ])
    func `placeholders are filled in`(template: String, url: String) throws {
        #expect(try #require(TileTemplate(template)).url(of: tile, row: tile.row) == url)
    }

    @Test(arguments: [
        "http://a/b.png", "http://a/{z}/{x}.png", "http://a/{z}/{x}/{y", "http://a/{z}/{x}/{y}/{unknown}",
        "http://a/{z}/{x}/{y}/{d-a}", "http://a/{z}/{x}/{y}/{switch:}", "http://{z}.a/{x}/{y}", "http://a{x}/{z}/{y}",
        "http://{quadkey}.a/", "http://{bbox-epsg-3857}/a", "http://a/{ratio}", "http://a:8{y}/{z}/{x}",
        "http://a:8{-y}/{z}/{x}", "//a{x}/{z}/{y}", "/{switch:/a,/b}{x}/{z}/{y}",
        "http://{a-z}.{0-9}.{switch:1,2,3,4,5,6,7}.a/{z}/{x}/{y}",
    ])
    func `what is not a template is refused`(text: String) {
        #expect(!DescribedPyramid.isTemplate(text))
    }

    @Test func `displays with small pixels get tiles for them`() throws {
        for template in ["http://a/{z}/{x}/{y}{r}.png", "http://a/{z}/{x}/{y}{ratio}.png"] {
            let template = try #require(TileTemplate(template))
            #expect(template.url(of: tile, row: tile.row, isDense: true) == "http://a/3/5/2@2x.png")
        }
    }

    @Test func `edges are exact at the equator and the meridian, and the world has no quarter`() throws {
        let edges = try #require(TileTemplate("http://a/{bbox-epsg-3857}"))
        let shift = "\(WebMercator.originShift)"
        let whole = MapTile(zoom: 0, column: 0, row: 0)
        #expect(edges.url(of: whole, row: 0) == "http://a/-\(shift),-\(shift),\(shift),\(shift)")
        #expect(edges.url(of: MapTile(zoom: 1, column: 1, row: 0), row: 0) == "http://a/0.0,0.0,\(shift),\(shift)")
        #expect(TileTemplate("http://a/q{quadkey}")?.url(of: whole, row: 0) == "http://a/q")
    }

    @Test func `examples name each host, and the folder is that of the zooms`() throws {
        let template = try #require(TileTemplate("http://{s}.a/m/{z}/{x}/{y}.png?k=1"))
        #expect(template.examples == ["a", "b", "c"].map { "http://\($0).a/m/0/0/0.png?k=1" })
        #expect(
            TileTemplate("http://{0-1}{a-c}/{z}/{x}/{y}")?.examples
                == ["0a", "1b", "0c", "1a", "0b", "1c"].map { "http://\($0)/0/0/0" })
        #expect(template.folder == "http://a.a/m/" && template.fileExtension == "png")
        #expect(TileTemplate("http://a/?z={z}&x={x}&y={y}")?.folder == nil)
        #expect(TileTemplate("http://a/tile-{z}/{x}/{y}.png")?.folder == nil)
    }
}
