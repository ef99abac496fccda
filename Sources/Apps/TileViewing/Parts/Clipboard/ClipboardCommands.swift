internal import LayerTree

extension ViewerCommand {
    /// Copies the picture of the selection, or of the view, to the clipboard.
    public static let copyPicture = ViewerCommand(
        "copy-picture", "copy the picture of the selection, or of the view", title: "Copy the picture")
    /// Opens the picture, path or address on the clipboard.
    public static let openClipboard = ViewerCommand(
        "open-clipboard", "open the picture, path or address on the clipboard", title: "Open from the clipboard")
}

extension ClipboardPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("Ctrl+c", keys: .key("c", .copyPicture, with: [.control])),
        ViewerKeyBindings.Row("Ctrl+v", keys: .key("v", .openClipboard, with: [.control])),
    ]
}
