internal import LayerTree

extension ViewerFeature {
    /// The scale bar.
    public static let scaleBar = ViewerFeature("scale-bar", "scale bar", title: "Scale bar")
}

extension ScaleBarPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("l", keys: .key("l", .toggle(.scaleBar)))
    ]
}
