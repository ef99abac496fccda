/// The kind of a request, by the first part of its path: few enough to be a label of metrics.
enum RouteClass: String, Hashable, Sendable, CaseIterable {
    case iiif, dzi, zoomify, xyz, files, view, health, metrics
    /// The lists of everything.
    case index
    /// All other paths.
    case other

    /// The class of a path.
    init(path: String) {
        let first = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        let isList = first.isEmpty || first.elementsEqual("index.json".utf8)
        self = isList ? .index : Self(rawValue: String(first) ?? "") ?? .other
    }
}
