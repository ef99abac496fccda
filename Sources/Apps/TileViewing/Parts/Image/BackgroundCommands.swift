internal import LayerTree

extension ViewerCommand {
    /// Shows the next background.
    public static let nextBackground = ViewerCommand(
        "background", "next background: dark, black, gray, white, checkered", title: "Next background")
}

extension BackgroundPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("B", keys: .key("b", .nextBackground, with: [.shift]))
    ]
}
