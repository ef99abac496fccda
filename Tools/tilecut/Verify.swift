import ArgumentParser
import CutCommand
import PyramidTools
import ToolSupport

/// Says whether pyramids are whole.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        _superCommandName: "tilecut",
        abstract: "Look at every tile of a pyramid and say what is wrong.",
        discussion: """
            A pyramid is whole when every tile is there and can be decoded, has the right format and size, and shows the \
            same as its neighbors where they overlap (exactly in PNG; elsewhere lightness may differ by 24 steps of \
            255 in the mean), when no file belongs to nothing, and when its files agree with each other.

            Exit status: 0 whole; 65 not whole, or no pyramid; 66 no such pyramid, or it may not be read; 74 reading \
            failed; 130 and 143 interrupted.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("Pyramids: a descriptor, a folder or a file.", valueName: "pyramid"), completion: .file())
    var pyramids: [String]

    @Option(
        help: ArgumentHelp(
            "Compare every pixel with what cutting this image would give, and say how like each level is (PSNR).",
            valueName: "image"),
        completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(
            "With --source, the least likeness of a whole pyramid's levels. (default: any)", valueName: "decibels"))
    var minPsnr: Double?

    @Option(help: ArgumentHelp("Threads that read and decode. (default: one for each processor)", valueName: "n"))
    var threads: Int?

    @Flag(help: "Print a JSON object for each, one a line, with every flaw.")
    var json = false

    @Flag(name: [.short, .long], help: "Say nothing unless something is wrong.")
    var quiet = false

    func validate() throws {
        guard threads.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("the number of threads has to be from 1 to 1024.")
        }
        guard minPsnr == nil || source != nil else {
            throw ValidationError("--min-psnr says how like the image of --source levels have to be. Add --source.")
        }
        guard source == nil || pyramids.count == 1 else {
            throw ValidationError("--source is the image of one pyramid. Give one pyramid.")
        }
    }

    func run() async throws {
        var request = PyramidRequest(paths: pyramids)
        request.reportsJSON = json
        request.isQuiet = quiet
        var options = VerificationOptions()
        options.threads = threads
        options.image = source
        options.minimumPSNR = minPsnr
        let status = await VerifyRunner(request, options: options).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
