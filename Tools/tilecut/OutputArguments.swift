import ArgumentParser
import CutCommand
internal import Georeferencing
import ImageCodecs

/// The options for the output: its path and kind, and the georeference.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The pyramid, or a folder for it. NAME writes NAME.dzi and NAME_files/; an extension .szi, .zip, .mbtiles, "
                + ".pmtiles or .tif writes a single file; - writes that of --container to standard output. An existing "
                + "folder, or a path that ends in /, gets a pyramid named after the image. With several images the path "
                + "is a folder, created if missing. (default: beside the image)",
            valueName: "path"),
        completion: .file())
    var output: String?

    @Flag(
        help: "Join georeferenced images to one, and cut that; later ones lie on top. Otherwise each becomes a pyramid."
    )
    var mosaic = false

    @OptionGroup var target: TargetArguments

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The georeferenced edges of the image: west, south, east and north. none ignores those of a GeoTIFF. "
                + "(default: those of a GeoTIFF)",
            valueName: "W,S,E,N|none"))
    var bounds: String?

    @Option(
        help: ArgumentHelp(
            "The coordinate reference system of --bounds: 4326 for degrees (WGS 84), 3857 for meters (Web Mercator).",
            valueName: "epsg"))
    var boundsCrs = BoundsCRSArgument.wgs84

    @Option(
        help: ArgumentHelp(
            "The finest zoom level of map tiles, or the coarsest and the finest. (default: from one tile to full size)",
            valueName: "zoom|min-max"))
    var zoom: ZoomArgument?

    func validate() throws {
        guard let bounds, bounds != "none" else { return }
        guard let parsed = GeoBounds(bounds, crs: boundsCrs.crs) else {
            throw ValidationError("--bounds takes four numbers, west,south,east,north, or none; not \(bounds).")
        }
        if let fault = parsed.unwrapped.fault {
            throw ValidationError("--bounds takes west,south,east,north: \(fault).")
        }
    }

    func apply(to request: inout CutRequest) {
        request.output = target.request(output)
        request.isMosaic = mosaic
        if let bounds {
            request.output.boundsSource =
                GeoBounds(bounds, crs: boundsCrs.crs).map { .bounds($0.unwrapped) } ?? .omitted
        }
        request.output.minimumZoom = zoom?.minimum
        request.output.maximumZoom = zoom?.maximum
        request.isDryRun = target.dryRun
    }
}
