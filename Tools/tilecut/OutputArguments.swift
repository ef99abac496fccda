import ArgumentParser
import CutCommand

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

    func apply(to request: inout CutRequest) {
        request.output = target.request(output)
        request.output.blankTolerance = skipBlank
        request.isDryRun = target.dryRun
    }
}
