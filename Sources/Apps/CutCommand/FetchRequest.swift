internal import FilePyramids
package import Georeferencing
internal import PyramidTools
package import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// A region of a map to fetch, the output, and the form of the report.
package struct FetchRequest: Sendable {
    /// The map's address or path.
    package var input: String
    /// The path of the new pyramid.
    package var output: String
    /// The region in degrees; one whose west lies beyond its east crosses the 180th meridian.
    package var region: GeoBounds
    /// The zooms; nil, the default, for all of the map.
    package var zooms: ClosedRange<Int>?
    /// The requests per second, 0 for no limit; default 2.
    package var requestsPerSecond = 2.0
    /// The most tiles; default 100,000.
    package var tileLimit = RegionFetch.tileLimit
    /// Whether the owner of the server permits it, although their terms do not; default false.
    package var isPermitted = false
    /// The network settings for the map; by default with the cache that the tools share.
    package var network = NetworkAccess()
    /// Whether an existing pyramid is replaced; default false.
    package var replacesExisting = false
    /// Whether the files of a folder are synced before it gets its name; default false.
    package var syncsFolders = false
    /// Whether only the plan is reported and nothing is fetched; default false.
    package var isDryRun = false
    /// Whether the summary is a JSON object; default false.
    package var reportsJSON = false
    /// The verbosity of the report; default ``CutRequest/Verbosity/normal``.
    package var verbosity = CutRequest.Verbosity.normal

    /// Creates a request with the defaults.
    package init(input: String, output: String, region: GeoBounds) {
        self.input = input
        self.output = output
        self.region = region
    }

    /// Checks everything that can be checked without opening the map.
    ///
    /// - Throws: ``UsageError`` for values that are out of range, and for servers whose owners do not permit it.
    package func validate() throws {
        if let fault = region.unwrapped.fault { throw UsageError("--region takes west,south,east,north: \(fault).") }
        guard requestsPerSecond >= 0, requestsPerSecond <= 1000 else {
            throw UsageError("--rate takes 0 to 1000 requests a second.")
        }
        guard tileLimit > 0 else { throw UsageError("--tile-limit takes a number from 1.") }
        _ = try target()
        try checkPermission(of: input)
    }

    /// The kind of pyramid that the output's ending names.
    func target() throws -> PyramidTarget {
        let format = PyramidFormats.standard.format(forOutput: output) ?? .xyz
        guard format.capabilities.isMapTiled, format.capabilities.supportsSparseTiles,
            !TileFormat.allCases.map(\.fileExtension).contains(FilePath.fileExtension(of: output))
        else { throw UsageError("name the output NAME.pmtiles, NAME.mbtiles or NAME.gpkg, or a folder for z/x/y.") }
        if format == .xyz { try OutputRequest().checkExtension(ofFolder: output) }
        return PyramidTarget(format)
    }

    /// Throws if an address is that of a server whose owner does not permit it.
    func checkPermission(of address: String) throws {
        guard !isPermitted, let host = PyramidLocation(address).host, RestrictedHosts.contains(host) else { return }
        throw UsageError(
            "the terms of \(host) do not permit to fetch many tiles. Use a server that does, or your own. With the permission "
                + "of the owner, say so with --permitted.")
    }
}
