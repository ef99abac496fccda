import ArgumentParser
import CutCommand
internal import Georeferencing

/// The options for the output: its path and kind, and the georeference.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The pyramid, or a folder for it. NAME writes NAME.dzi and NAME_files/; an extension .szi, .zip, .mbtiles, "
                + ".gpkg, .pmtiles or .tif writes a single file; .ome.zarr (a folder), .ozx and .ome.tif keep stored values; - "
                + "writes that of --container to standard output. An existing folder, or a path that ends in /, gets a pyramid named after the image. With several images the path "
                + "is a folder, created if missing. (default: beside the image)",
            valueName: "path"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The name of a pyramid that is named after its image. stem: photo.dzi. extension: photo.jpg.dzi, for images whose "
                + "names differ in their extensions alone.",
            valueName: "part"))
    var nameBy = NameArgument.stem

    @Flag(
        help: "Join georeferenced images to one, and cut that; later ones lie on top. Otherwise each becomes a pyramid."
    )
    var mosaic = false

    @Option(
        help: ArgumentHelp(
            "Cut the images that this file lists, in JSON or as a VRT, whatever its name is. A file that is named .vrt, or "
                + ".json with \"mosaic\", needs no option.",
            valueName: "file"),
        completion: .file())
    var mosaicList: String?

    @OptionGroup var allowedFiles: AllowedFilesArguments

    @OptionGroup var target: TargetArguments

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The georeferenced edges of the image: west, south, east and north; a west beyond the east crosses the 180th "
                + "meridian. none ignores what the image and files "
                + "beside it say. (default: from GeoTIFF tags, JPEG 2000 boxes, .aux.xml, or a world file with .prj)",
            valueName: "W,S,E,N|none"))
    var bounds: String?

    @Option(
        help: ArgumentHelp(
            "The coordinate reference system of --bounds, or of an image that does not name its own: a code such as "
                + "EPSG:25832 or ESRI:54030, well-known text, or a PROJ string. It replaces the one that the image names. "
                + "(default: the image's, and EPSG:4326 of --bounds)",
            valueName: "code"))
    var srs: String?

    @Option(
        help: ArgumentHelp(
            "The same for --bounds in one of two systems: 4326 for degrees (WGS 84), 3857 for meters (Web Mercator).",
            valueName: "epsg"))
    var boundsCrs: BoundsCRSArgument?

    @Option(
        help: ArgumentHelp(
            "The finest zoom level of map tiles, or the coarsest and the finest. (default: from the zoom at which a tile "
                + "holds the image to the first that keeps its detail)",
            valueName: "zoom|min-max"))
    var zoom: ZoomArgument?

    func validate() throws {
        try zoom?.validate()
        if srs != nil, boundsCrs != nil || bounds == "none" {
            throw ValidationError("--srs cannot be combined with --bounds-crs or --bounds none. Leave one of them out.")
        }
        guard let bounds, bounds != "none" else { return }
        guard let parsed = GeoBounds(bounds, crs: .wgs84) else {
            throw ValidationError("--bounds takes four numbers, west,south,east,north, or none; not \(bounds).")
        }
        if let fault = parsed.unwrapped.fault {
            throw ValidationError("--bounds takes west,south,east,north: \(fault).")
        }
    }

    func apply(to request: inout CutRequest) {
        request.output = target.request(output)
        request.output.keepsExtension = nameBy == .extension
        request.isMosaic = mosaic
        if let mosaicList {
            request.images.append(mosaicList)
            request.isList = true
        }
        request.allowedFolders = allowedFiles.allowFiles
        if let bounds {
            request.output.boundsSource = GeoBounds(bounds, crs: boundsCrs?.crs ?? .wgs84).map(source) ?? .omitted
        }
        request.output.crs = system
        request.output.minimumZoom = zoom?.minimum
        request.output.maximumZoom = zoom?.maximum
        request.isDryRun = target.dryRun
    }

    /// The system in the form that PROJ reads: a number alone is a code of EPSG.
    private var system: String? { srs.map { $0.allSatisfy(\.isNumber) ? "EPSG:\($0)" : $0 } }

    /// The source of the position of an image with edges in degrees, or in the system of --srs.
    private func source(_ bounds: GeoBounds) -> OutputRequest.BoundsSource {
        guard let system else { return .bounds(bounds) }
        let projected = ProjectedBounds(
            west: bounds.west, south: bounds.south, east: bounds.east, north: bounds.north, crs: system)
        return projected.builtIn.map { .bounds($0) } ?? .projectedBounds(projected)
    }
}
