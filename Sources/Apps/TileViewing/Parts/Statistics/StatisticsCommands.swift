internal import LayerTree

extension ViewerFeature {
    /// The HUD with statistics on frames, tiles and memory.
    public static let hud = ViewerFeature(
        "statistics", "statistics on frames, tiles and memory", title: "Statistics")
}

extension StatisticsPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("d", keys: .key("d", .toggle(.hud)))
    ]
}
