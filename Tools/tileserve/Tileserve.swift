import ArgumentParser
import Files
import TileServing
import ToolSupport

/// The command: serves, unless its first argument is `sign`.
@main
struct Tileserve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tileserve",
        abstract: "Serve pyramids and images over HTTP.",
        usage: "tileserve <path> ... [--port <port>] [<options>]",
        discussion: """
            Answers by the IIIF Image API 3.0 and 2.1 (level 2), as Deep Zoom, Zoomify and map tiles, and with the files \
            themselves by range. Stored tiles are copied; everything else is made from the tiles that it touches. The first \
            line that is printed is the address of a page that lists and shows everything.

            Examples:
              tileserve pyramids               all pyramids and images of a folder
              tileserve big.dzi photo.jpg      these two
              tileserve /srv/tiles --trust-proxy --server-name tiles.example.org
              tileserve sign --key key.txt --expires 3600 /iiif/3/big/

            It listens on this machine only, unless --host says otherwise; TLS and HTTP/2 are for a proxy such as nginx or \
            Caddy. On Ctrl-C and SIGTERM it finishes what it has begun; on SIGHUP it reads the folders again.

            Exit status: 0 stopped by a signal; 64 invalid arguments; 66 a path or the key cannot be read; 69 the port is \
            in use, or cannot be listened on, or the system refuses threads; 73 the log cannot be created.
            """,
        version: "tileserve \(Version.number)",
        subcommands: [Sign.self])

    /// The prefix of error messages.
    static let _errorLabel = "tileserve"

    @Argument(help: ArgumentHelp("The pyramids, images, and folders of these.", valueName: "path"), completion: .file())
    var paths: [String]

    @OptionGroup(title: "Listening") var listening: ListeningArguments
    @OptionGroup(title: "Limits") var limits: ServingLimitArguments
    @OptionGroup(title: "Access and operation") var access: AccessArguments

    /// The examples that are printed when the tool is started without arguments.
    private static let examples = [
        "tileserve pyramids               all pyramids and images of a folder",
        "tileserve big.dzi photo.jpg      these two",
    ]

    /// Runs `sign` if the first argument names it; the parser alone would read it as a path.
    static func main() {
        ToolProcess.start("tileserve")
        var words = ToolArguments.words
        if Version.printLibraries(of: "tileserve", arguments: words) { return }
        if let fault = ToolArguments.fault(in: words, of: "tileserve", subcommands: [Sign._commandName]) {
            exit(reporting: ValidationError(fault))
        }
        if words.first == "help" { words = Array(words.dropFirst()) + ["--help"] }
        if let fault = ToolArguments.fault(in: words, options: "h") {
            exit(reporting: ValidationError(fault))
        }
        let signs = words.first == Sign._commandName
        do {
            var command = signs ? try Sign.parseAsRoot(Array(words.dropFirst())) : try parseAsRoot(words)
            Console.advise(CommandRemedies(of: type(of: command), elsewhere: "tilecut"))
            try command.run()
        } catch {
            if signs { Sign.exit(reporting: error, tool: "tileserve") }
            exit(reporting: error, tool: "tileserve", examples: words.isEmpty ? examples : [])
        }
    }

    func run() throws {
        try ServerRun(paths: paths, listening: listening, limits: limits, access: access).run()
    }
}
