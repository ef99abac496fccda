import Georeferencing
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct RemoteWMTSTests {
    private let network: NetworkFixture
    private let tile: [UInt8]

    init() throws {
        network = try NetworkFixture()
        tile = try pngTile()
    }

    /// Capabilities with layers and sets of tile matrices.
    private func capabilities(_ layers: String, _ sets: String, tiles: String = "/wmts/kvp?") -> String {
        """
        <?xml version="1.0"?><Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
        xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
        <ows:ServiceIdentification><ows:Title>Maps</ows:Title></ows:ServiceIdentification>
        <ows:ServiceProvider><ows:ProviderName>A &amp; B</ows:ProviderName></ows:ServiceProvider>
        <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="\(tiles)">
        <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues>
        </ows:Constraint></ows:Get></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
        <Contents>\(layers)\(sets)</Contents></Capabilities>
        """
    }

    private func layer(_ name: String, _ parts: String = "", set: String = "google", format: String = "image/png")
        -> String
    {
        """
        <Layer><ows:Title>Layer \(name)</ows:Title><ows:Identifier>\(name)</ows:Identifier><Style isDefault="true">
        <ows:Identifier>a b</ows:Identifier></Style><Format>\(format)</Format><TileMatrixSetLink><TileMatrixSet>\(set)
        </TileMatrixSet></TileMatrixSetLink>\(parts)</Layer>
        """
    }

    private func matrixSet(
        _ name: String = "google", crs: String = "urn:ogc:def:crs:EPSG::3857",
        corner: String = "-20037508.3428 20037508.3428",
        scale: Double = 559_082_264.0287178, zooms: ClosedRange<Int> = 0...3, columns: Int = 1, ratio: Double = 2
    ) -> String {
        let matrices = zooms.reversed().map { zoom in
            var own = scale
            for _ in 0..<zoom { own /= ratio }
            return """
                <TileMatrix><ows:Identifier>z\(zoom)</ows:Identifier><ScaleDenominator>\(own)</ScaleDenominator>
                <TopLeftCorner>\(corner)</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
                <MatrixWidth>\(columns << zoom)</MatrixWidth><MatrixHeight>\(1 << zoom)</MatrixHeight></TileMatrix>
                """
        }
        return """
            <TileMatrixSet><ows:Identifier>\(name)</ows:Identifier><ows:SupportedCRS>\(crs)</ows:SupportedCRS>
            \(matrices.joined())</TileMatrixSet>
            """
    }

    private func open(_ xml: String, _ query: String = "") async throws -> (OpenedPyramid, [String], ScriptedServer) {
        let bytes = tile
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/wmts?") || request.path == "/wmts"
                ? .init(200, Array(xml.utf8)) : .init(200, bytes)
        }
        do {
            let opened = try #require(try await network.open(server.url("/wmts" + query)))
            return (opened, server.paths, server)
        } catch {
            server.close(keepsPort: true)
            throw error
        }
    }

    private func path(_ opened: OpenedPyramid, _ level: Int, _ column: Int, _ row: Int) throws -> String {
        let source = try #require(opened.source as? RemoteTileSource)
        let url = try #require(
            URLReference(source.request(TileIndex(level: level, column: column, row: row)).url))
        return url.path + (url.query.map { "?\($0)" } ?? "")
    }

    @Test func `tiles are requested by parameters`() async throws {
        let time = """
            <Dimension><ows:Identifier>Time</ows:Identifier><Default>2026-01-01</Default><Value>2025</Value></Dimension>
            """
        let (opened, paths, server) = try await open(
            capabilities(layer("a&amp;b", time), matrixSet()), "?SERVICE=WMTS&REQUEST=GetCapabilities")
        defer { server.close() }
        let prefix =
            "/wmts/kvp?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=a%26b&STYLE=a%20b&FORMAT=image%2Fpng"
            + "&TILEMATRIXSET=google&Time=2026-01-01"
        #expect(
            paths == [
                "\(prefix)&TILEMATRIX=z0&TILEROW=0&TILECOL=0", "/wmts?SERVICE=WMTS&REQUEST=GetCapabilities",
            ])
        #expect(try path(opened, 3, 5, 2) == "\(prefix)&TILEMATRIX=z3&TILEROW=2&TILECOL=5")
        #expect(opened.format == .wmts && !opened.format.isWritable && opened.name == "Layer a&b")
        #expect(opened.source.pyramid == Pyramid(mapTilesOf: 0...3) && opened.source.georeference?.zoom == 3)
        #expect(opened.source.attribution == "A & B")
        #expect(opened.source.properties.contains(PyramidProperty("Time", "2026-01-01")))
    }

    @Test func `tiles are requested by a template`() async throws {
        let template = """
            <ResourceURL format="image/png" resourceType="tile" template="/t/{Style}/{TileMatrixSet}/{tilematrix}/{TileRow}/{TileCol}.png"/>
            """
        let (opened, paths, server) = try await open(capabilities(layer("a", template), matrixSet()))
        defer { server.close() }
        #expect(paths == ["/t/a%20b/google/z0/0/0.png", "/wmts"])
        #expect(try path(opened, 2, 1, 3) == "/t/a%20b/google/z2/3/1.png")
    }

    @Test(arguments: ["#layer=b%20c", "?layer=b%20c", "?service=WMTS&LAYER=b%20c#x"])
    func `the address names a layer`(part: String) async throws {
        let (opened, _, server) = try await open(capabilities(layer("a") + layer("b c"), matrixSet()), part)
        defer { server.close() }
        #expect(opened.name == "Layer b c")
    }

    @Test func `the first layer with images is opened, and one that does not exist is answered with the names`()
        async throws
    {
        let layers = layer("v", format: "application/vnd.mapbox-vector-tile") + layer("a")
        let (opened, _, server) = try await open(capabilities(layers, matrixSet()))
        server.close(keepsPort: true)
        #expect(opened.name == "Layer a")
        let error = await remoteError { _ = try await open(capabilities(layers, matrixSet()), "#layer=x") }
        #expect(error?.message == "there is no layer \"x\". The layers are v, a.")
    }

    @Test func `limits exclude tiles, and matrices without limits have none`() async throws {
        let link = """
            <TileMatrixSetLink><TileMatrixSet>google</TileMatrixSet><TileMatrixSetLimits>
            <TileMatrixLimits><TileMatrix>z2</TileMatrix><MinTileRow>1</MinTileRow><MaxTileRow>2</MaxTileRow>
            <MinTileCol>0</MinTileCol><MaxTileCol>0</MaxTileCol></TileMatrixLimits></TileMatrixSetLimits></TileMatrixSetLink>
            """
        let layers = layer("a", link, set: "none")
        let (opened, paths, server) = try await open(capabilities(layers, matrixSet(zooms: 0...2)))
        defer { server.close() }
        #expect(paths.last?.hasSuffix("&TILEMATRIX=z2&TILEROW=2&TILECOL=0") == true)
        #expect((0...2).map { opened.source.mostTiles(of: $0) } == [0, 0, 2])
    }

    @Test func `bounds begin the pyramid where the layer begins`() async throws {
        let box = """
            <ows:WGS84BoundingBox><ows:LowerCorner>5 45</ows:LowerCorner><ows:UpperCorner>15 55</ows:UpperCorner>
            </ows:WGS84BoundingBox>
            """
        let (opened, _, server) = try await open(capabilities(layer("a", box), matrixSet(zooms: 3...5)))
        defer { server.close() }
        #expect(opened.source.pyramid.levels.map(\.grid.count) == [1, 4, 16])
        #expect(try path(opened, 0, 0, 0).hasSuffix("&TILEMATRIX=z3&TILEROW=2&TILECOL=4"))
        #expect(opened.source.mostTiles(of: 2) == 4 && opened.source.georeference?.bounds.west == 5)
    }

    @Test func `a set in degrees is a pyramid without a place on the Earth`() async throws {
        let set = matrixSet(
            "degrees", crs: "urn:ogc:def:crs:OGC:1.3:CRS84", corner: "-180 90", scale: 279_541_132.014,
            zooms: 0...2, columns: 2)
        let (opened, _, server) = try await open(capabilities(layer("a", set: "degrees"), set))
        defer { server.close() }
        #expect(opened.source.georeference == nil)
        #expect(
            opened.source.pyramid.levels.map(\.grid) == [
                .init(columns: 2, rows: 1), .init(columns: 4, rows: 2), .init(columns: 8, rows: 4),
            ])
        #expect(try path(opened, 2, 7, 3).hasSuffix("&TILEMATRIX=z2&TILEROW=3&TILECOL=7"))
    }

    @Test func `Web Mercator is preferred`() async throws {
        let link = "<TileMatrixSetLink><TileMatrixSet>google</TileMatrixSet></TileMatrixSetLink>"
        let degrees = matrixSet("degrees", crs: "EPSG:4326", corner: "90 -180", columns: 2)
        let (opened, _, server) = try await open(
            capabilities(layer("a", link, set: "degrees"), degrees + matrixSet(crs: "EPSG:900913")))
        defer { server.close() }
        #expect(opened.source.georeference != nil)
    }

    @Test func `matrices of any ratio are levels`() async throws {
        let (opened, _, server) = try await open(
            capabilities(layer("a"), matrixSet(crs: "EPSG:2056", scale: 1000, zooms: 0...3, ratio: 2.5)))
        defer { server.close() }
        let levels = opened.source.pyramid.levels
        #expect(levels.map(\.downsample) == [15.625, 6.25, 2.5, 1] && opened.source.georeference == nil)
        // Each matrix has twice as many tiles as the next coarser one, so that the finest covers the least.
        #expect(levels.map(\.size.width) == [132, 328, 820, 2048] && levels.map(\.grid.columns) == [1, 2, 4, 8])
    }

    @Test func `malformed and hostile capabilities are refused with a reason`() async throws {
        let cases = [
            (capabilities("", matrixSet()), "the service has no layers"),
            (capabilities(layer("a"), ""), "no set of tile matrices of the layer a is a pyramid"),
            (capabilities(layer("a", format: "text/plain"), matrixSet()), "are not supported: text/plain"),
            (capabilities(layer("a"), matrixSet(), tiles: "http://example.org/wmts?"), "allow the host example.org"),
            (capabilities(layer("a"), matrixSet(), tiles: "file:///etc/passwd"), "Only addresses of http and https"),
            (capabilities(layer("a"), matrixSet(scale: -1)), "has no scale, or no corner"),
            (capabilities(layer("a"), matrixSet(columns: 0)), "MatrixWidth of the tile matrix \"z3\" is \"0\""),
            (
                capabilities(layer("a", template("/t/{TileMatrix}/{TileRow}/{TileCol}/{elevation}")), matrixSet()),
                "the placeholder {elevation}"
            ),
            (capabilities(layer("a", template("/t/{TileMatrix}")), matrixSet()), "no places for"),
            (
                capabilities(layer("a", template("http://{Style}.org/{TileMatrix}/{TileRow}/{TileCol}")), matrixSet()),
                "Only addresses of http"
            ),
            ("<Capabilities/>", "these are not capabilities of a WMTS"),
            (#"<!DOCTYPE a [<!ENTITY b "c">]><Capabilities>&b;</Capabilities>"#, "declarations in the document type"),
            (
                "<ows:ExceptionReport><ows:Exception><ows:ExceptionText>no SERVICE</ows:ExceptionText></ows:Exception></ows:ExceptionReport>",
                "the service refuses the request: no SERVICE."
            ),
        ]
        for (xml, reason) in cases {
            let error = await remoteError { _ = try await open(xml) }
            #expect(error?.message.contains(reason) == true, "\(reason): \(error.map { "\($0)" } ?? "")")
        }
    }

    private func template(_ text: String) -> String {
        "<ResourceURL format=\"image/png\" resourceType=\"tile\" template=\"\(text)\"/>"
    }

    @Test func `tiles of another size than the capabilities say are refused`() async throws {
        let set = matrixSet().replacing("256", with: "512")
        let error = await remoteError { _ = try await open(capabilities(layer("a"), set)) }
        #expect(error?.message.contains("its tiles have 256×256 pixels") == true)
    }

    @Test func `a WMTS cannot be written`() {
        let error = #expect(throws: StoreError.self) {
            _ = try PyramidTarget(.wmts).makeStore(at: "x", pyramid: smallPyramid, format: .png)
        }
        #expect(error?.code == .cannotCreate && error?.message.hasPrefix("a WMTS is only read") == true)
        #expect(!PyramidFormats.standard.all.contains(.wmts))
    }
}
