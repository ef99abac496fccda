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
        "sort", "sort the files by name, by date, by size", title: "Sort in the next order")
    /// Sorts the files in an order.
    public static func sortFiles(by order: FileOrder) -> ViewerCommand {
        ViewerCommand(
            "sort-\(order.rawValue)", "sort the files by \(order.rawValue)", title: "Sort by \(order.rawValue)",
            argument: order)
    }
    /// Opens the first file.
    public static let openFirst = ViewerCommand("first", "first file")
    /// Opens the last file.
    public static let openLast = ViewerCommand("last", "last file")
    /// Closes the file; without one, the window.
    public static let closeFile = ViewerCommand("close-file", "close the file; without one, the window")
    /// Deletes what is selected in a list, or an annotation; never a file.
    public static let delete = ViewerCommand("delete", "delete the chosen annotation or bookmark; never a file")
}

extension ViewerCommand {
    /// The order in which the command sorts the files; nil for other commands.
    var fileOrder: FileOrder? { argument as? FileOrder }
}

extension FilesPart {
    nonisolated static let gestures = [
        ViewerKeyBindings.Row(gesture: "Left Right", "previous, next file while the whole image is in view"),
        ViewerKeyBindings.Row(
            gesture: "Side buttons", "of a mouse: previous, next file, as Alt+Left and Alt+Right"),
    ]

    nonisolated static let keys = [
        ViewerKeyBindings.Row("o", "Ctrl+o", keys: .key("o", .chooseFiles, with: [[], .shift, .control])),
        ViewerKeyBindings.Row(
            "Space", "Tab",
            keys: .key(" ", .openNext) + .key(.pageDown, .openNext) + .key(.tab, .openNext)),
        ViewerKeyBindings.Row(
            "Backspace",
            keys: .key(.backspace, .openPrevious) + .key(.pageUp, .openPrevious)
                + .key(.tab, .openPrevious, with: [.shift])),
        ViewerKeyBindings.Row("Ctrl+Home", keys: .key(.home, .openFirst, with: [.control])),
        ViewerKeyBindings.Row("Ctrl+End", keys: .key(.end, .openLast, with: [.control])),
        ViewerKeyBindings.Row("N", keys: .key("n", .sortFiles, with: [.shift])),
        ViewerKeyBindings.Row("Ctrl+w", keys: .key("w", .closeFile, with: [.control])),
        ViewerKeyBindings.Row("Delete", keys: .key(.delete, .delete)),
    ]
}
