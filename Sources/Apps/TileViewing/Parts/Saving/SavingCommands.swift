internal import LayerTree

extension ViewerCommand {
    /// Saves the view as a PNG file at once.
    public static let saveView = ViewerCommand(
        "save-view", "save the view as PNG at once", title: "Save the view as PNG")
    /// Asks whether to save the view as a PNG file.
    public static let askToSaveView = ViewerCommand(
        "ask-to-save-view", "save the view as PNG, after a question", title: "Save the view as PNG…")
    /// Copies a command line that opens this view.
    public static let copyLink = ViewerCommand(
        "copy-link", "copy a command that opens this view", title: "Copy a link to this view")
}

extension SavingPart {
    nonisolated static let keys = [
        // A letter may be typed by mistake, and Ctrl with it is not.
        ViewerKeyBindings.Row("s", keys: .key("s", .askToSaveView)),
        ViewerKeyBindings.Row("Ctrl+s", keys: .key("s", .saveView, with: [.control])),
    ]

    nonisolated static let linkKeys = [
        ViewerKeyBindings.Row("c", keys: .key("c", .copyLink))
    ]
}
