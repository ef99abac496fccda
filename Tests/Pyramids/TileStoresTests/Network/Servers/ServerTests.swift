import Foundation
import ImageCodecs
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

/// Servers as others run them, from Debian's packages, which `Tools/setup --servers` installs.
@Suite(.timeLimited) struct ServerTests {
    private let folder: TemporaryFolder
    private var network: NetworkFixture

    init() throws {
        folder = try TemporaryFolder()
        network = try NetworkFixture()
        for name in ["www", "images", "tiles"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
    }

    /// A pyramid of 600×410 pixels, whose tiles have colors of their own.
    private func fixture(_ target: PyramidTarget) throws -> TIFFPyramidFixture {
        var fixture = try TIFFPyramidFixture()
        fixture.pyramid = Pyramid(size: PixelSize(width: 600, height: 410), tileSize: 128, shape: target.shape)
        return fixture
    }

    /// Writes a pyramid, and opens it as a file.
    private func write(_ format: PyramidFormat, to name: String) async throws -> OpenedPyramid {
        let target = PyramidTarget(format)
        let fixture = try fixture(target)
        let store = try target.makeStore(at: folder.path(name), pyramid: fixture.pyramid, format: .jpeg)
        for index in fixture.pyramid.indices {
            let tile = try fixture.tile(index)
            try store.write(tile.span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        let path = format == .deepZoom ? "\(name).dzi" : name
        return try #require(try await Pyramids.open(folder.path(path)))
    }

    private func expectEqual(_ remote: OpenedPyramid?, _ local: OpenedPyramid) async throws {
        let remote = try #require(remote).source
        let local = local.source
        #expect(remote.pyramid == local.pyramid)
        let indices = Array(local.pyramid.indices)
        try await withBlockingWork { () throws in
            for index in indices { #expect(try remote.read(index) == local.read(index), "\(index)") }
        }
    }

    @Test(
        .enabled(if: ServerProcess.has(.lighttpd), "lighttpd is not installed"),
        arguments: [
            (PyramidFormat.deepZoom, "/big.dzi"), (.zoomify, "/big"), (.iiif, "/big/info.json"), (.tms, "/big/"),
            (.xyz, "/big/tiles.json"),
        ])
    func `lighttpd serves the files of a pyramid`(format: PyramidFormat, path: String) async throws {
        let local = try await write(format, to: "www/big")
        let server = try ServerProcess.lighttpd(in: folder)
        try await expectEqual(network.open(server.url(path, network.access.client)), local)
    }

    @Test(.enabled(if: ServerProcess.has(.nginx, .openSSL), "nginx or openssl is not installed"))
    func `nginx serves the files of a pyramid over HTTP/2 and TLS to those who trust its authority`() async throws {
        let local = try await write(.deepZoom, to: "www/big")
        let server = try ServerProcess.nginx(in: folder)
        let url = try await server.url("/big.dzi", scheme: "https", network.access.client)
        #expect(try await network.open(url) == nil, "an unknown authority is not trusted")
        var options = CurlOptions()
        options.certificates = folder.path("authority.pem")
        var trusting = network
        trusting.access.client = CachedHTTPClient(HTTPClient(transport: CurlTransport(options)), cache: nil)
        #expect(try await trusting.access.client.client.response(to: HTTPRequest(url)).isMultiplexed)
        try await expectEqual(trusting.open(url), local)
    }

    // MARK: iipimage-server

    @Test(
        .enabled(if: ServerProcess.has(.lighttpd, .iipimage), "lighttpd or iipimage-server is not installed"),
        arguments: [
            (PyramidFormat.iiif, "?IIIF=big.tif/info.json"), (.deepZoom, "?DeepZoom=big.tif.dzi"),
            (.zoomify, "?Zoomify=big.tif/ImageProperties.xml"),
        ])
    func `iipimage-server shows a TIFF`(format: PyramidFormat, query: String) async throws {
        let local = try await write(.tiff, to: "images/big.tif")
        let server = try ServerProcess.lighttpd(in: folder)
        let remote = try #require(
            try await network.open(server.url("/iipsrv.fcgi\(query)", network.access.client)))
        #expect([format, .iiif2].contains(remote.format))
        let shown = remote.source
        let original = local.source
        #expect(shown.pyramid.size == original.pyramid.size)
        try await withBlockingWork { () throws in
            for index in shown.pyramid.indices {
                let tile = try #require(try shown.read(index), "\(index)")
                let size = try TileDecoder.size(of: tile.bytes, name: "")
                let expected = shown.pyramid.storedSize(of: index)
                // The server rounds the sizes of regions in its own way.
                #expect(abs(size.width - expected.width) <= 1 && abs(size.height - expected.height) <= 1, "\(index)")
            }
            // The finest levels are those of the file, encoded again.
            #expect(shown.pyramid.finestLevel.grid == original.pyramid.finestLevel.grid)
            for index in shown.pyramid.finestLevel.indices {
                let own = TileIndex(
                    level: original.pyramid.finestLevel.index, column: index.column, row: index.row)
                let first = try Self.color(#require(try shown.read(index)))
                let second = try Self.color(#require(try original.read(own)))
                #expect(zip(first, second).allSatisfy { abs($0 - $1) <= 4 }, "\(index): \(first), \(second)")
            }
        }
    }

    /// The red, green and blue of a tile's middle.
    private static func color(_ tile: EncodedTile) throws -> [Int] {
        try TileDecoder().decode(tile.bytes, name: "tile") { opened in
            let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: opened.size.area)
            defer { pixels.deallocate() }
            _ = try opened.write(to: pixels)
            let pixel = pixels[opened.size.height / 2 * opened.size.width + opened.size.width / 2]
            return [16, 8, 0].map { Int(pixel >> $0 & 255) }
        }
    }

    // MARK: MapCache

    /// Writes map tiles of three zooms, one of which is missing, and a configuration of MapCache that serves them.
    private func writeMap() throws {
        for zoom in 0...2 {
            for column in 0..<(1 << zoom) {
                for row in 0..<(1 << zoom) where (zoom, column, row) != (2, 3, 1) {
                    try folder.write(Data(try Self.tile(zoom, column, row)), to: "tiles/\(zoom)/\(column)/\(row).png")
                }
            }
        }
        let configuration = """
            <?xml version="1.0" encoding="UTF-8"?>
            <mapcache>
            <cache name="disk" type="disk" layout="template"><template>\(folder.path)/tiles/{z}/{x}/{inv_y}.png</template></cache>
            <tileset name="other"><cache>disk</cache><grid>WGS84</grid><format>PNG</format><read-only/></tileset>
            <tileset name="map"><metadata><title>A map</title></metadata><cache>disk</cache>
            <grid>GoogleMapsCompatible</grid><format>PNG</format><read-only/></tileset>
            <service type="wmts" enabled="true"/><service type="tms" enabled="true"/><errors>report</errors>
            <lock_dir>\(folder.path)</lock_dir>
            </mapcache>
            """
        try folder.write(Data(configuration.utf8), to: "mapcache.xml")
    }

    /// A tile that differs from all others by a comment.
    private static func tile(_ zoom: Int, _ column: Int, _ row: Int) throws -> [UInt8] {
        try pngTile() + Array("\(zoom)/\(column)/\(row)".utf8)
    }

    private func expectMap(_ opened: OpenedPyramid?) async throws {
        let source = try #require(opened).source
        #expect(source.georeference != nil && source.isSparse)
        try await withBlockingWork { () throws in
            for level in 0...2 {
                for index in source.pyramid.levels[level].indices {
                    let tile = try source.read(index)?.bytes
                    let own = try Self.tile(level, index.column, index.row)
                    // In place of a tile that is missing, MapCache sends one that is empty.
                    let isMissing = index == TileIndex(level: 2, column: 3, row: 1)
                    #expect((tile == own) != isMissing, "\(index)")
                }
            }
        }
    }

    @Test(
        .enabled(if: ServerProcess.has(.lighttpd, .mapCache), "lighttpd or mapcache-cgi is not installed"),
        arguments: [
            "/mapcache/wmts/1.0.0/WMTSCapabilities.xml#layer=map",
            "/mapcache/wmts?SERVICE=WMTS&REQUEST=GetCapabilities&layer=map",
            "/mapcache/tms/1.0.0/map@GoogleMapsCompatible",
        ])
    func `MapCache serves a map by WMTS and TMS`(path: String) async throws {
        try writeMap()
        let server = try ServerProcess.lighttpd(in: folder)
        try await expectMap(network.open(server.url(path, network.access.client)))
    }

    @Test(.enabled(if: ServerProcess.has(.lighttpd, .mapCache), "lighttpd or mapcache-cgi is not installed"))
    func `MapCache serves a map by the parameters of WMTS`() async throws {
        try writeMap()
        let server = try ServerProcess.lighttpd(in: folder)
        let url = try await server.url("/mapcache/wmts/1.0.0/WMTSCapabilities.xml", network.access.client)
        let answer = try await network.access.client.answer(to: HTTPRequest(url))
        // Without the templates, only the parameters are left.
        let xml = String(decoding: answer.body, as: UTF8.self).replacing("ResourceURL", with: "Other")
        let response = DescribedPyramid.Response(
            bytes: Array(xml.utf8), isComplete: true, contentType: "application/xml", url: url)
        try await expectMap(DescribedPyramid.open(url + "#layer=map", response: response, access: network.access))
    }

    @Test(.enabled(if: ServerProcess.has(.lighttpd, .mapCache), "lighttpd or mapcache-cgi is not installed"))
    func `MapCache has maps in degrees`() async throws {
        try writeMap()
        let server = try ServerProcess.lighttpd(in: folder)
        let url = try await server.url("/mapcache/wmts/1.0.0/WMTSCapabilities.xml#layer=other", network.access.client)
        let opened = try #require(try await network.open(url))
        #expect(opened.source.georeference == nil)
        #expect(opened.source.pyramid.levels[0].grid == TileGrid(columns: 2, rows: 1))
    }
}
