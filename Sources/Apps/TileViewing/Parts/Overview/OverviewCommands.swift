internal import LayerTree

extension ViewerFeature {
    /// The overview map: a thumbnail of the whole image with an outline of the visible region.
    public static let overviewMap = ViewerFeature("map", "overview map", title: "Overview map")
}

extension OverviewPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("m", keys: .key("m", .toggle(.overviewMap)))
    ]
}
