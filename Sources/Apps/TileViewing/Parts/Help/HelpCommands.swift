internal import LayerTree

extension ViewerFeature {
    /// The help sheet with all keys.
    public static let help = ViewerFeature("help", "this help", title: "Help")
}

extension HelpPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("F1", "?", keys: .key(.function(1), .toggle(.help)) + .text("?", .toggle(.help)))
    ]
}
