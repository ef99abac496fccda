import ArgumentParser
import CutCommand
import FilePyramids
import TileContainers
import TilePyramid

/// The options for the kind of pyramid, and for an existing or partial one.
struct TargetArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The files and folders of levels and tiles. deepzoom: NAME.dzi and NAME_files/. zoomify, iiif, iiif2: a "
                + "folder for viewers of that format. xyz, tms, google: map tiles, all of one size. flat: only the "
                + "full-size level, as NAME_COLUMN_ROW.jpg. (default: deepzoom)",
            valueName: "layout"))
    var layout: LayoutArgument?

    @Option(
        help: ArgumentHelp(
            "The container of the tiles. (default: by the extension of the output, else folder)",
            valueName: "container"))
    var container: ContainerArgument?

    @Option(
        help: ArgumentHelp(
            "The rounding of odd sizes when they are halved. (default: as the layout requires; floor for zoomify, else ceil)",
            valueName: "rounding"))
    var rounding: PyramidShape.Rounding?

    @Option(
        help: ArgumentHelp(
            "The URI at which an IIIF image will be served, with a manifest.json beside it. (default: the name of the pyramid)",
            valueName: "uri"))
    var id: String?

    @Flag(help: "Center the image in the grid of the google layout.")
    var center = false

    // The option's first spelling, which is still accepted.
    @Flag(help: .hidden)
    var centre = false

    @Flag(help: "Store equal tiles of a folder once, as hard links; PMTiles, MBTiles and TIFF always store them once.")
    var deduplicate = false

    // The option's first name, which is still accepted.
    @Flag(help: .hidden)
    var linkEqual = false

    @Flag(help: "Also write a web page that shows the pyramid from its folder.")
    var html = false

    @OptionGroup var captions: CaptionArguments

    @Flag(help: "Write a Cloud-Optimized GeoTIFF, which clients can read in parts from a web server.")
    var cog = false

    @Flag(
        name: .customLong("subifds"),
        help: "Store the reduced images of a TIFF as SubIFDs of its one page, as in OME-TIFF, instead of as pages.")
    var subIFDs = false

    @Flag(help: "Store png tiles in a TIFF as uncompressed pixels, for readers that map the file into memory.")
    var uncompressed = false

    @Flag(help: "Replace an existing pyramid once the new one is complete.")
    var force = false

    @Flag(
        help: "Finish the pyramid of an interrupted run. A single-file container starts over.")
    var resume = false

    @Flag(help: ArgumentHelp(Self.syncHelp))
    var sync = false

    /// The help of ``sync``.
    static let syncHelp =
        "Wait until all files of a folder are on the disk before it gets its name. Single files always are."

    @Flag(help: "Print what would be written, and write nothing.")
    var dryRun = false

    /// The output request that the arguments describe.
    func request(_ path: String?) -> OutputRequest {
        var request = OutputRequest()
        request.path = path
        request.layout = layout?.format
        request.container = container?.container
        request.rounding = rounding
        request.identifier = id
        request.isCentered = center || centre
        request.writesPage = html
        captions.apply(to: &request)
        request.tiff.isCloudOptimized = cog
        request.tiff.reducedImages = subIFDs ? .subIFDs : .pages
        request.tiff.compresses = !uncompressed
        request.storeOptions.linksDuplicateTiles = deduplicate || linkEqual
        request.storeOptions.replacesExisting = force
        request.storeOptions.resumes = resume
        request.storeOptions.syncsFolders = sync
        return request
    }
}
