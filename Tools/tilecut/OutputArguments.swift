import ArgumentParser
import CutCommand

/// Where the pyramid goes, and what becomes of one that is there.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write: \"p\" makes p.dzi and p_files/; a folder, or a path ending in /, takes the pyramid by the "
                + "image's name. With several images it is a folder and is made if missing. (default: beside the image)",
            valueName: "path"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "deepzoom: NAME.dzi and NAME_files/. flat: the full size only, as NAME_COLUMN_ROW.jpg side by side.",
            valueName: "layout"))
    var layout = PyramidLayout.deepzoom

    @Flag(help: "Replace an existing pyramid once the new one is complete.")
    var force = false

    @Flag(help: "Finish a pyramid that an interrupted run has begun.")
    var resume = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    func apply(to request: inout CutRequest) {
        request.output = output
        request.layout = layout
        request.replacesExisting = force
        request.resumes = resume
        request.isDryRun = dryRun
    }
}
