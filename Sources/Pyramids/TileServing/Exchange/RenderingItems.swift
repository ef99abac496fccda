internal import ChannelImages
internal import FilePyramids
internal import ImageMetadata

/// The part of a request's query that says how channels are shown.
struct RenderingItems: Hashable, Sendable {
    /// The query of these items alone, in the order of their names: equal for requests for the same rendering.
    let query: String

    /// Finds the items of a query; nil if there are none.
    ///
    /// - Parameter query: the query as it was sent; items of other names are left out, unless they are misspelled ones.
    init?(_ query: String) {
        guard !query.isEmpty else { return nil }
        let items = Self.items(query).filter { ChannelSelection.isStated(in: [$0]) }
        guard !items.isEmpty else { return nil }
        self.query = items.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
    }

    /// The names and values, without escapes.
    var items: [(name: String, value: String)] { Self.items(query) }

    /// Whether there is an item of a name.
    func has(_ name: ChannelSelection.QueryName) -> Bool { items.contains { $0.name == name.rawValue } }

    /// The names and values of a query; a plus sign is a space, as in forms.
    private static func items(_ query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { part in
            let name = part.prefix { $0 != "=" }
            return (text(name), text(part.dropFirst(name.count + 1)))
        }
    }

    private static func text(_ part: Substring) -> String {
        PercentEncoding.decoded(String(part.map { $0 == "+" ? " " : $0 }))
    }
}

extension RequestError {
    /// The answer to a rendering that cannot be had: the fault is in the request.
    init(rendering error: CodecError) { self.init(400, error.message) }
}
