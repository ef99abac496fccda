internal import Controls
internal import LayerTree

extension ViewerCommand {
    /// Opens the context menu, or closes it.
    public static let contextMenu = ViewerCommand("menu", "menu of what can be done here")
}

extension MenuPart {
    nonisolated static let gestures = [
        ViewerKeyBindings.Row(gesture: "Right click", "menu; on a touch screen, hold a finger still")
    ]

    nonisolated static let keys = [
        ViewerKeyBindings.Row(
            "Menu", keys: .key(.menu, .contextMenu) + .key(.function(10), .contextMenu, with: [.shift]))
    ]
}
