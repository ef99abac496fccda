internal import LayerTree

extension ViewerFeature {
    /// The help sheet with all keys.
    public static let help = ViewerFeature("help", "this help", title: "Help")
}

extension HelpPart {
    /// The rule about panels for which there is no room.
    nonisolated static let gestures = [
        ViewerKeyBindings.Row(
            gesture: "Small window", "panels scroll; without room for all, the oldest is closed")
    ]
    nonisolated static let keys = [
        ViewerKeyBindings.Row("F1", "?", keys: .key(.function(1), .toggle(.help)) + .text("?", .toggle(.help)))
    ]
}
