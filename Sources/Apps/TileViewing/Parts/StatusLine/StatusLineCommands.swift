internal import LayerTree

extension ViewerFeature {
    /// The status line: zoom, the position and color under the pointer, and loading.
    public static let statusLine = ViewerFeature(
        "info", "status line: zoom, position, color and loading", title: "Status line")
}

extension StatusLinePart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("i", keys: .key("i", .toggle(.statusLine)))
    ]
}
