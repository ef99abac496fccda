import ArgumentParser

/// The option for the files that a list of images names.
struct AllowedFilesArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder in which images of a list may lie, or below it; by default they lie in the folder of the list. May be "
                + "repeated.",
            valueName: "folder"),
        completion: .directory)
    var allowFiles: [String] = []
}
