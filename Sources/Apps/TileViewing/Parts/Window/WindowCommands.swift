internal import LayerTree

extension ViewerCommand {
    /// Enters or leaves full screen.
    public static let toggleFullScreen = ViewerCommand("full-screen", "toggle full screen", title: "Full screen")
    /// Closes the viewer.
    public static let close = ViewerCommand("close", "quit")
}

extension WindowPart {
    nonisolated static let fullScreenKeys = [
        ViewerKeyBindings.Row("f", keys: .key("f", .toggleFullScreen) + .key(.function(11), .toggleFullScreen))
    ]

    nonisolated static let closingKeys = [
        ViewerKeyBindings.Row("q", "Ctrl+q", keys: .key("q", .close) + .key("q", .close, with: [.control]))
    ]
}
