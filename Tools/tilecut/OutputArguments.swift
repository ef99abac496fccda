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

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    func apply(to request: inout CutRequest) {
        request.output = target.request(output)
        request.isDryRun = dryRun
    }
}
