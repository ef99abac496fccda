import ArgumentParser
import CutCommand
import TileCutting
import ToolSupport

/// All arguments of `cut`, in the order and sections of its help.
struct CutArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The images to cut; - reads standard input.", valueName: "image"),
        completion: .file())
    var images: [String]

    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Tiles") var tiles: TileArguments
    @OptionGroup(title: "Reading the image") var reading: ReadingArguments
    @OptionGroup(title: "Running and reporting") var reporting: ReportingArguments

    /// The request that the arguments describe.
    var request: CutRequest {
        var request = CutRequest(images: images)
        output.apply(to: &request)
        tiles.apply(to: &request.options)
        reading.apply(to: &request.options.decoding)
        reporting.apply(to: &request)
        return request
    }

    func validate() throws {
        do {
            try request.validate()
        } catch let error as UsageError {
            throw ValidationError(error.description)
        }
    }

    /// Cuts the images; throws the exit status of the first failure, if there was one.
    func run() async throws {
        let status = await CutRunner(request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
