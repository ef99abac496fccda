import ArgumentParser
import TileViewing

/// The arguments for the keys.
struct KeyArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file that changes keys: a key and a command a line, or a key and none. (default: tilekit/keys in "
                + "$XDG_CONFIG_HOME or ~/.config)", valueName: "file"),
        completion: .file())
    var keys: String?

    @Flag(help: "Print the keys in effect, as such a file with all commands, and exit.")
    var printKeys = false

    /// The path of the file, whether or not it exists; nil for a user without a home.
    var path: String? { keys ?? KeyFile.standardPath }

    /// Reads the file; nil if there is none.
    ///
    /// - Throws: an error that says why it cannot be read, or that there is none though it was named.
    func file() throws -> KeyFile? {
        guard let path else { return nil }
        return try KeyFile.read(path, isRequired: keys != nil)
    }
}
