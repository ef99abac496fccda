internal import LayerTree

extension ViewerCommand {
    /// Exports the selection, or else the visible region, at full resolution.
    public static let export = ViewerCommand("export", "export the selection, or the view, at full resolution")
}

extension ExportPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("e", "Ctrl+e", keys: .key("e", .export, with: [[], .control])),
        ViewerKeyBindings.Row("E", keys: .key("e", .exportAnnotated, with: [.shift])),
    ]
}
