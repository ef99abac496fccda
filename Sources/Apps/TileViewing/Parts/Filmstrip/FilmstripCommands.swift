internal import LayerTree

extension ViewerFeature {
    /// The filmstrip: thumbnails of the files along the lower edge.
    public static let filmstrip = ViewerFeature(
        "filmstrip", "filmstrip: the files as thumbnails at the lower edge", title: "Filmstrip")
}

extension FilmstripPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("F", keys: .key("f", .toggle(.filmstrip), with: [.shift]))
    ]
}
