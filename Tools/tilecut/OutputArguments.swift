import ArgumentParser
import CutCommand
internal import Georeferencing
import ImageCodecs

/// Where the pyramid goes, and what becomes of one that is there.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write: \"p\" makes p.dzi and p_files/, \"p.pmtiles\" one file: .szi .zip .mbtiles .pmtiles .tif; a "
                + "folder, or a path ending in /, takes the pyramid by the image's name. With several images it is a "
                + "folder and is made if missing. (default: beside the image)",
            valueName: "path"),
        completion: .file())
    var output: String?

    @OptionGroup var target: TargetArguments

    @Option(
        defaultAsFlag: 5,
        help: ArgumentHelp(
            "Leave tiles out that differ from the background by so many steps of 255 at most.", valueName: "steps"))
    var skipBlank: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The picture's edges on the Earth: puts map tiles in their place. none leaves a GeoTIFF's out. (default: those "
                + "of a GeoTIFF)",
            valueName: "W,S,E,N|none"))
    var bounds: String?

    @Option(help: ArgumentHelp("What --bounds are: degrees (4326), or meters of Web Mercator.", valueName: "epsg"))
    var boundsCrs = BoundsCRSArgument.wgs84

    @Option(
        help: ArgumentHelp(
            "The finest zoom of map tiles, or the coarsest and the finest. (default: from one tile to full size)",
            valueName: "zoom|min-max"))
    var zoom: ZoomArgument?

    func validate() throws {
        guard let bounds, bounds != "none" else { return }
        guard GeoBounds(bounds, crs: boundsCrs.crs) != nil else {
            throw ValidationError("--bounds takes four numbers, west,south,east,north, or none; not \(bounds).")
        }
    }

    func apply(to request: inout CutRequest) {
        request.output = target.request(output)
        if let bounds {
            request.output.boundsSource = GeoBounds(bounds, crs: boundsCrs.crs).map { .bounds($0) } ?? .omitted
        }
        request.output.minimumZoom = zoom?.minimum
        request.output.maximumZoom = zoom?.maximum
        request.output.blankTolerance = skipBlank
        request.isDryRun = target.dryRun
    }
}
