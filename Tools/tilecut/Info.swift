import ArgumentParser
import CutCommand
import ToolSupport

/// The subcommand that describes pyramids.
struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        _superCommandName: "tilecut",
        abstract: "Describe pyramids and images: kind, levels, tiles, bytes and metadata.",
        discussion: """
            No tile and no pixel is read. Of an image, this prints its size, pages, samples, color profile, EXIF \
            orientation, nodata value, mask, channels, coordinate system and bounds. Of an OME-Zarr, this prints its levels, \
            chunks, codecs and channels.

            Exit status: 0 success; 65 the file is damaged, or neither a pyramid nor an image; 66 it does not exist or may \
            not be read.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp(
            "The pyramids and images to describe: descriptors, folders, files or addresses.", valueName: "pyramid"),
        completion: .file())
    var pyramids: [String]

    @Flag(help: "Print a JSON object for each pyramid or image, one per line.")
    var json = false

    @OptionGroup var allowedFiles: AllowedFilesArguments

    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Network") var mapZooms: MapZoomArguments

    func run() async throws {
        var request = PyramidRequest(paths: pyramids)
        request.network = network.access(zooms: mapZooms.zoom)
        request.reportsJSON = json
        request.allowedFolders = allowedFiles.allowFiles
        let status = await InfoRunner(request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
