internal import LayerTree

extension ViewerCommand {
    /// Opens or closes the grid of thumbnails.
    public static let toggleFileGrid = ViewerCommand("grid", "grid: all files as thumbnails", title: "All files")
}

extension FileGridPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("T", keys: .key("t", .toggleFileGrid, with: [.shift]))
    ]
}
