internal import LayerTree

extension ViewerFeature {
    /// The panel with the statistics of the selection, or of what is in view.
    public static let regionStatistics = ViewerFeature(
        "region-statistics", "histogram and statistics of the selection, or of the view",
        title: "Statistics of the selection")
}

extension RegionStatisticsPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("y", keys: .key("y", .toggle(.regionStatistics)))
    ]
}
