internal import TileContainers

/// The location of a pyramid: a path or an address.
public enum PyramidLocation: Hashable, Sendable {
    /// A file or folder of this computer.
    case path(String)
    /// An address with the scheme `https:`, `http:` or `file:`, such as `https://example.org/big.dzi`, or a template of the
    /// addresses of map tiles, such as `https://example.org/{z}/{x}/{y}.png`.
    case url(String)

    /// The location that an argument or a line of text names: an address if it begins with `https://` or `http://`, or else a
    /// path.
    public init(_ text: String) {
        let start = text.prefix(8).lowercased()
        self = start.hasPrefix("https://") || start.hasPrefix("http://") ? .url(text) : .path(text)
    }

    /// Whether the pyramid is reached over the network.
    public var isRemote: Bool {
        guard case .url(let url) = self else { return false }
        return !url.lowercased().hasPrefix("file:")
    }

    /// The name for display: the last component of the path that is not a descriptor's fixed name, or else the host.
    public var name: String {
        guard case .url(let url) = self, isRemote else { return FilePath.name(of: text) }
        // Secrets are passed in queries.
        let address = url.prefix { $0 != "?" && $0 != "#" }
        let parts = address.split(separator: "/").dropFirst().filter { part in
            !part.contains(where: { $0 == "{" }) && !Self.fixedNames.contains(part.lowercased())
        }
        guard let last = parts.last else { return String(address) }
        // The host may come after a name and a password.
        return parts.count == 1 ? String(last.split(separator: "@").last ?? last) : String(last)
    }

    /// The host of an address, in lower case and without port, name and password; nil for a path.
    public var host: String? {
        guard case .url(let url) = self, isRemote else { return nil }
        let authority = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        let host = authority.prefix { $0 != "?" && $0 != "#" }.split(separator: "@").last ?? ""
        // An IPv6 address has colons of its own, in brackets.
        if host.hasPrefix("[") { return host.prefix { $0 != "]" } + "]" }
        return host.prefix { $0 != ":" }.lowercased()
    }

    /// The path or the address.
    public var text: String {
        switch self {
        case .path(let text), .url(let text): text
        }
    }

    /// The names that descriptors have whatever they describe.
    private static let fixedNames: Set<String> = [
        "info.json", "imageproperties.xml", "tiles.json", "metadata.json", "tilemapresource.xml",
        "wmtscapabilities.xml",
    ]
}
