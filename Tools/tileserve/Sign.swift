import ArgumentParser
import Glibc
import TileServing
import ToolSupport

/// The subcommand that signs addresses.
struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        _superCommandName: "tileserve",
        abstract: "Sign addresses, for a server that was started with the same --key.",
        usage: "tileserve sign --key <file> [--expires <seconds>] <path> ...",
        discussion: """
            Prints for each path the path with its signature. A path that ends in a slash admits everything below it: then \
            the query that is printed is for every address there.

            Example: tileserve sign --key key.txt --expires 3600 /iiif/3/big/
            A key is made by: openssl rand -hex 32 >key.txt
            """,
        version: Tileserve.configuration.version)

    /// The prefix of error messages.
    static let _errorLabel = "tileserve"

    @Argument(help: ArgumentHelp("The paths, as they are requested: percent-encoded.", valueName: "path"))
    var paths: [String]

    @Option(help: ArgumentHelp("The file with the key.", valueName: "file"), completion: .file())
    var key: String

    @Option(help: ArgumentHelp("The time until the signatures expire.", valueName: "seconds"))
    var expires = 86_400

    func validate() throws {
        guard (1...3_153_600_000).contains(expires) else {
            throw ValidationError("--expires takes 1 second to 100 years.")
        }
        guard let wrong = paths.first(where: { !$0.hasPrefix("/") || $0.contains("?") }) else { return }
        throw ValidationError("\(wrong): a path begins with a slash and has no query, as /iiif/3/big/ does.")
    }

    func run() throws {
        do {
            let signer = try URLSigner(keyFile: key)
            let end = Int(time(nil)) + expires
            for path in paths { Console.result("\(path)?\(signer.query(for: path, expires: end))") }
        } catch {
            Console.message("tileserve", error)
            throw ExitCode(ExitStatus.noInput.rawValue)
        }
    }
}
