import ArgumentParser
import CutCommand
import TilePyramid
import TileStores

/// What kind of pyramid is written, and what becomes of one that is there.
struct TargetArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How levels and tiles are named. deepzoom: NAME.dzi and NAME_files/. zoomify, iiif, iiif2: folders for the "
                + "viewers of these. xyz, tms, google: tiles of one size, as of maps. flat: the full size only, as "
                + "NAME_COLUMN_ROW.jpg side by side. (default: deepzoom)",
            valueName: "layout"))
    var layout: LayoutArgument?

    @Option(
        help: ArgumentHelp(
            "What the files are kept in. (default: what the output's ending says, else a folder)",
            valueName: "container"))
    var container: ContainerArgument?

    @Option(
        help: ArgumentHelp(
            "How odd sizes are halved. (default: what readers of the layout expect; floor for zoomify, else ceil)",
            valueName: "rounding"))
    var rounding: PyramidShape.Rounding?

    @Option(
        help: ArgumentHelp(
            "The address at which an IIIF image will be served, written as it stands. (default: its name)",
            valueName: "uri"))
    var id: String?

    @Flag(help: "Put the picture in the middle of the google layout's grid.")
    var center = false

    // How the option was spelled at first.
    @Flag(help: .hidden)
    var centre = false

    @Flag(help: "Let equal tiles in a folder be one file with several names; PMTiles, MBTiles and TIFF always do so.")
    var linkEqual = false

    @Flag(help: "Write a web page too that shows the pyramid from its folder.")
    var html = false

    @Flag(help: "Lay a TIFF out so that it can be read in parts from a web server (Cloud-Optimized GeoTIFF).")
    var cog = false

    @Flag(
        name: .customLong("subifds"),
        help: "Let the reduced images of a TIFF belong to its one page, as in OME-TIFF, instead of being pages.")
    var subIFDs = false

    @Flag(help: "Keep the pixels of png tiles in a TIFF as they are, for readers that map the file into memory.")
    var uncompressed = false

    @Flag(help: "Replace an existing pyramid once the new one is complete.")
    var force = false

    @Flag(
        help: "Finish a pyramid that an interrupted run has begun. One-file containers begin anew: they leave nothing.")
    var resume = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    /// The request that the arguments stand for.
    func request(_ path: String?) -> OutputRequest {
        var request = OutputRequest()
        request.path = path
        request.layout = layout?.format
        request.container = container?.container
        request.rounding = rounding
        request.identifier = id
        request.isCentered = center || centre
        request.linksDuplicateTiles = linkEqual
        request.writesPage = html
        request.isCloudOptimized = cog
        request.usesSubIFDs = subIFDs
        request.isUncompressed = uncompressed
        request.replacesExisting = force
        request.resumes = resume
        return request
    }
}
