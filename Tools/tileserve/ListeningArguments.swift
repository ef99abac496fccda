import ArgumentParser
import TileServing

/// The arguments for the address to listen on, and the address by which clients reach the server.
struct ListeningArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The port; 0 for one that is free.", valueName: "port"))
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "The address to listen on: 0.0.0.0 or :: for all networks of this machine.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "The address that clients see, such as https://example.org/tiles. (default: what they ask for)",
            valueName: "url"))
    var baseURL: String?

    @Flag(help: "Believe the proxy in front about the address and the client (Forwarded, X-Forwarded-…).")
    var trustProxy = false

    @Option(
        help: ArgumentHelp(
            "A name by which clients or the proxy reach the server, such as tiles.example.org; requests for unknown names are refused. "
                + "IP addresses, localhost and the host of --base-url are known. May be repeated.",
            valueName: "name"))
    var serverName: [String] = []

    @Option(
        help: ArgumentHelp(
            "The origin whose pages may read answers, such as https://example.org, or * for all. "
                + "(default: all, and none if the server listens on this machine only)",
            valueName: "origin"))
    var cors: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
    }

    func apply(to options: inout ServerOptions) {
        options.port = port
        options.host = host
        options.baseURL = baseURL
        options.trustsProxy = trustProxy
        options.serverNames = serverName
        options.corsOrigin = cors
    }
}
