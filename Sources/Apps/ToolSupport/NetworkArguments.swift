package import ArgumentParser
internal import Networking
package import RemotePyramids

/// The option for map tiles that nothing describes, the same for all tools of the package.
package struct MapZoomArguments: ParsableArguments, Sendable {
    /// The zooms; nil for the default.
    @Option(
        help: ArgumentHelp(
            "The zooms of map tiles for which the server has no description, 0 to 30. (default: 0-19)",
            valueName: "first-last"))
    package var zoom: ZoomRange?

    /// Creates arguments with the defaults.
    package init() {}
}

/// The options for reading pyramids over the network, the same for all tools of the package.
package struct NetworkArguments: ParsableArguments, Sendable {
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Send this header to the server of an address, such as \"Authorization: Bearer …\"; repeat it for more.",
            valueName: "name: value"))
    private var header: [HeaderArgument] = []

    @Flag(help: "Take names and passwords for servers from ~/.netrc.")
    private var netrc = false

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Let the server of an address refer and redirect to this host, or host:port; repeat it for more.",
            valueName: "host"))
    private var allowHost: [String] = []

    /// Creates arguments with the defaults.
    package init() {}

    /// Returns the network settings of these arguments.
    ///
    /// - Parameter zooms: the zooms of map tiles for which the server has no description; nil, the default, for 0 to 19.
    /// - Returns: the settings.
    package func access(zooms: ZoomRange? = nil) -> NetworkAccess {
        var access = netrc ? NetworkAccess(client: Self.clientWithNetrc) : NetworkAccess()
        access.headers = header.map(\.header)
        access.allowedHosts = Set(allowHost)
        if let zooms { access.zooms = zooms.zooms }
        return access
    }

    private static var clientWithNetrc: CachedHTTPClient {
        var options = CurlOptions()
        options.usesNetrc = true
        return CachedHTTPClient(
            HTTPClient(transport: CurlTransport(options)), cache: CachedHTTPClient.standard.cache, keySpace: "netrc")
    }
}

/// A header as an argument.
private struct HeaderArgument: ExpressibleByArgument, Sendable {
    let header: HTTPHeader

    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":") else { return nil }
        let name = argument[..<colon]
        let value = argument[argument.index(after: colon)...].trimmed
        // The token of RFC 9110, section 5.6.2.
        let isToken = name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
        }
        guard !name.isEmpty, isToken, value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else { return nil }
        header = HTTPHeader(String(name), value)
    }
}

/// A range of zooms as an argument, such as 0-19, or a single one.
package struct ZoomRange: ExpressibleByArgument, Hashable, Sendable {
    /// The zooms.
    package let zooms: ClosedRange<Int>

    /// Parses an argument; nil unless it has one or two numbers from 0 to 30.
    package init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1],
            (0...30).contains(first), (first...30).contains(last)
        else { return nil }
        zooms = first...last
    }
}

extension Substring {
    /// The text without spaces at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...last])
    }
}
