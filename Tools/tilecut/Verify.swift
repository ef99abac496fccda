import ArgumentParser
import ChannelImages
import CutCommand
import PyramidTools
import ToolSupport

/// The subcommand that checks the tiles of pyramids.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        _superCommandName: "tilecut",
        abstract: "Check every tile of pyramids, and list what is wrong.",
        usage: "tilecut verify <pyramid> ... [<options>]",
        discussion: """
            A pyramid is valid if every tile exists, can be decoded and has the right format and size; if tiles show \
            the same pixels as their neighbors where they overlap (exactly in PNG; in other formats with a mean \
            difference of luma of at most 24 of 255); and if its files agree with each other, and none is superfluous.

            Of an OME-Zarr, or an OME-TIFF by its name, every chunk is decoded. With --source, all values of full size \
            have to be equal to those of the image.

            An image of many channels is compared in the colors of the pyramid: repeat the options for channels and \
            --range with which it was cut. Without them the channels are chosen automatically, and the report names them.

            Exit status: 0 the pyramids are valid; 65 there are issues, or the file is not a pyramid; 66 the pyramid does \
            not exist or may not be read; 74 an I/O error; 130 and 143 interrupted.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("The pyramids to check: descriptors, folders, files or addresses.", valueName: "pyramid"),
        completion: .file())
    var pyramids: [String]

    @Option(
        help: ArgumentHelp(
            "Compare every pixel with a new cut of this image, and print the similarity of each level as PSNR.",
            valueName: "image"),
        completion: .file())
    var source: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --source: the sample values that became black and white, as they were given when the pyramid was cut.",
            valueName: "range"))
    var range = RangeArgument(.automatic)

    @OptionGroup var allowedFiles: AllowedFilesArguments

    @Option(
        help: ArgumentHelp(
            "The lowest similarity that a level may have; needs --source. JPEG of quality 90 has 35 to 50. (default: 20 of the "
                + "finest level, any of others)", valueName: "decibels"))
    var minPsnr: Double?

    @Option(
        help: ArgumentHelp("The number of threads that read and decode. (default: one per processor)", valueName: "n"))
    var threads: Int?

    @Flag(help: "Print a JSON object for each pyramid, one per line, with all issues.")
    var json = false

    @Flag(name: [.short, .long], help: "Print nothing unless there are issues.")
    var quiet = false

    @OptionGroup(title: "Channels") var channels: ChannelArguments
    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Network") var mapZooms: MapZoomArguments

    func validate() throws {
        try range.validate()
        guard threads.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("the number of threads has to be from 1 to 1024.")
        }
        guard minPsnr == nil || source != nil else {
            throw ValidationError("--min-psnr needs --source. Add the image to compare with.")
        }
        if source == nil, let option = ((range.rules == [.automatic] ? [] : ["--range"]) + channels.given).first {
            throw ValidationError("\(option) needs --source. Add the image to compare with.")
        }
        guard source == nil || pyramids.count == 1 else {
            throw ValidationError("--source takes one pyramid; \(pyramids.count) are given.")
        }
    }

    func run() async throws {
        var request = PyramidRequest(paths: pyramids)
        request.network = network.access(zooms: mapZooms.zoom)
        request.reportsJSON = json
        request.isQuiet = quiet
        var options = VerificationOptions()
        options.threads = threads
        options.image = source
        options.allowedFolders = allowedFiles.allowFiles
        options.minimumPSNR = minPsnr
        options.channels.ranges = range.rules
        channels.apply(to: &options.channels)
        options.range = range.decoding
        let status = await VerifyRunner(request, options: options).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
