internal import LayerTree

extension ViewerCommand {
    /// Adds the current view to the bookmarks of the image.
    public static let addBookmark = ViewerCommand(
        "bookmark", "keep this view as a bookmark", title: "Keep this view…")
    /// Opens or closes the list of bookmarks.
    public static let listBookmarks = ViewerCommand("bookmarks", "list the bookmarks", title: "Bookmarks")
}

extension BookmarksPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("J", keys: .key("j", .listBookmarks, with: [.shift])),
        ViewerKeyBindings.Row("Ctrl+d", keys: .key("d", .addBookmark, with: [.control])),
    ]
}
