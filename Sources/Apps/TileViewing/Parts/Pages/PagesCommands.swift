internal import LayerTree

extension ViewerCommand {
    /// Shows the next page, channel or frame of the file.
    public static let nextPage = ViewerCommand("next-page", "next page, channel or frame of the file")
    /// Shows the previous page, channel or frame of the file.
    public static let previousPage = ViewerCommand(
        "previous-page", "previous page, channel or frame of the file")
}

extension PagesPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("]", keys: .text("]", .nextPage)),
        ViewerKeyBindings.Row("[", keys: .text("[", .previousPage)),
    ]
}
