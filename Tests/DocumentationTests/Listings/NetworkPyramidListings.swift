import Georeferencing
import Networking
import PyramidTools
import TilePyramid
import TileStores

func addressListing() async throws -> OpenedPyramid? {
    // listing
    let pyramid = try await Pyramids.open(PyramidLocation("https://example.org/big.dzi"))
    // end
    return pyramid
}

func addressOfFilesListing() async throws -> OpenedPyramid? {
    // listing
    let pyramid = try await Pyramids.open(PyramidLocation("https://example.org/big.dzi"), formats: .files)
    // end
    return pyramid
}

func addressListListing() async throws -> AddressList? {
    // listing
    let list = try await AddressList.read("https://example.org/manifest.json", network: NetworkAccess())
    // end
    return list
}

func transportListing(transport: any HTTPTransport, url: String) async throws -> OpenedPyramid? {
    // listing
    let client = CachedHTTPClient(HTTPClient(transport: transport), cache: nil)
    let pyramid = try await Pyramids.open(PyramidLocation(url), network: NetworkAccess(client: client))
    // end
    return pyramid
}

func remoteSourceListing() -> RemoteTileSource {
    // listing
    let pyramid = Pyramid(mapTilesOf: 0...19)
    let tiles = TileMatrixSet(pyramid: pyramid, coarsestZoom: 0)
    let source = RemoteTileSource("https://example.org/map", .init(pyramid: pyramid, format: .png)) { index in
        let tile = tiles.tile(index)
        return HTTPRequest("https://example.org/map/\(tile.zoom)/\(tile.column)/\(tile.row).png")
    }
    // end
    return source
}

func regionListing(map: OpenedPyramid) async throws -> RegionFetchSummary {
    // listing
    let region = GeoBounds(west: 8.4, south: 47.3, east: 8.7, north: 47.5, crs: .wgs84)
    let fetch = try RegionFetch(from: map, region: region, zooms: 0...14)
    let summary = try await fetch.fetch(keeping: "zurich.pmtiles.fetch") { try fetch.makeStore(at: "zurich.pmtiles") }
    // end
    return summary
}
