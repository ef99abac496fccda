extension PyramidTarget {
    /// The options of a web page, besides the texts of its image.
    public struct PageOptions: Hashable, Sendable {
        /// The address at which the page will be published, for the tags of link previews; the default is `nil`, unknown.
        ///
        /// Without an address, an IIIF page takes that of ``PyramidTarget/identifier``.
        public var address: String?
        /// The map that is shown below and around a georeferenced image; the default is `nil`, none.
        public var basemap: Basemap?

        /// Creates options without an address and a basemap.
        public init() {}
    }

    /// A map of another server, with one address for each of its Web Mercator tiles of 256 points.
    public struct Basemap: Hashable, Sendable {
        /// The address of a tile, with `{z}`, `{x}` and `{y}` for the zoom, the column and the row from the top.
        public let template: String
        /// The attribution that the map asks for, as text or HTML; `nil` for none.
        public let attribution: String?

        /// The longest template in bytes.
        static let templateLimit = 2000

        /// Creates a basemap; `nil` if the template is not an HTTP address, or lacks `{z}`, `{x}` or `{y}`.
        ///
        /// - Parameters:
        ///   - template: the address of a tile. `{s}`, the subdomain of some servers, becomes `a`; `{r}` becomes `@2x`
        ///     on screens of high density.
        ///   - attribution: the attribution that the map asks for.
        public init?(_ template: String, attribution: String?) {
            let template = template.replacing("{s}", with: "a")
            guard template.utf8.count <= Self.templateLimit,
                ["{z}", "{x}", "{y}"].allSatisfy({ template.contains($0) }), Self.origin(of: template) != nil
            else { return nil }
            self.template = template
            self.attribution = attribution
        }

        /// The scheme, host and port of the tiles' addresses.
        var origin: String { Self.origin(of: template) ?? "" }

        /// The scheme, host and port of an address; `nil` if it has none, or names what could be more than an address.
        private static func origin(of address: String) -> String? {
            guard let scheme = ["https://", "http://"].first(where: { address.hasPrefix($0) }) else { return nil }
            let host = address.dropFirst(scheme.count).prefix { $0 != "/" }
            let allowed = { (character: Character) in
                character.isASCII && (character.isLetter || character.isNumber || ".-:[]".contains(character))
            }
            guard !host.isEmpty, host.allSatisfy(allowed), address.contains("\(host)/") else { return nil }
            return scheme + host
        }
    }
}
