import ArgumentParser
import TileServing

/// The arguments for access to the server, its cache and its log.
struct AccessArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Answer only addresses that were signed with the key in this file (tileserve sign).", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp("The time for which clients and proxies may keep tiles and images.", valueName: "seconds"))
    var maxAge = 3600

    @Option(
        help: ArgumentHelp(
            "Append a line of JSON for each request to this file; - is standard output.", valueName: "file"),
        completion: .file())
    var accessLog: String?

    @Option(
        help: ArgumentHelp(
            "The folder for tiles that are cut from plain images. (default: tilekit/served in $XDG_CACHE_HOME or ~/.cache)",
            valueName: "folder"),
        completion: .directory)
    var cache: String?

    func validate() throws {
        guard (0...31_536_000).contains(maxAge) else { throw ValidationError("--max-age takes 0 to 31536000.") }
    }
}
