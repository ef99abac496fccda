internal import LayerTree

extension ViewerCommand {
    /// Saves the view as a PNG file.
    public static let saveView = ViewerCommand("save-view", "save the view as PNG", title: "Save the view as PNG")
    /// Copies a command line that opens this view.
    public static let copyLink = ViewerCommand(
        "copy-link", "copy a command that opens this view", title: "Copy a link to this view")
}

extension SavingPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("s", "Ctrl+s", keys: .key("s", .saveView, with: [[], .control]))
    ]

    nonisolated static let linkKeys = [
        ViewerKeyBindings.Row("c", keys: .key("c", .copyLink))
    ]
}
