/// The kind of a request, by the first part of its path: few enough to be a label of metrics.
enum RouteClass: String, Hashable, Sendable, CaseIterable {
    case iiif, dzi, zoomify, xyz, files, view, health, metrics
    /// The page that lists everything.
    case index
    /// All other paths.
    case other

    /// The class of a path.
    init(path: String) {
        let first = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        self =
            first.isEmpty || first.elementsEqual("view".utf8) || first.elementsEqual("index.json".utf8)
            ? .index : Self(rawValue: String(first) ?? "") ?? .other
    }
}
