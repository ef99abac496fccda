internal import LayerTree

extension ViewerCommand {
    /// Lets the user choose the files to open.
    public static let chooseFiles = ViewerCommand("open", "open files", title: "Open…")
    /// Opens the next file.
    public static let openNext = ViewerCommand("next", "next file")
    /// Opens the previous file.
    public static let openPrevious = ViewerCommand("previous", "previous file")
    /// Sorts the files by name, by date and by size in turn.
    public static let sortFiles = ViewerCommand(
        "sort", "sort the files by name, by date, by size", title: "Sort by name, date, size")
}

extension FilesPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("o", keys: .key("o", .chooseFiles, with: [[], .shift, .control])),
        ViewerKeyBindings.Row("Space", keys: .key(" ", .openNext) + .key(.pageDown, .openNext)),
        ViewerKeyBindings.Row("Backspace", keys: .key(.backspace, .openPrevious) + .key(.pageUp, .openPrevious)),
        ViewerKeyBindings.Row("N", keys: .key("n", .sortFiles, with: [.shift])),
    ]
}
