/// An item of the context menu.
struct ContextMenuItem: Hashable, Sendable {
    /// The action of an item.
    enum Action: Hashable, Sendable {
        /// Performs a command.
        case command(ViewerCommand)
        /// Copies a text to the clipboard.
        case copy(String)
    }

    /// The text at the left.
    var title: String
    /// The key that does the same, at the right; empty for none.
    var key = ""
    /// Whether there is a check mark; nil for what cannot be on or off.
    var isChecked: Bool?
    /// The action that is performed when the item is chosen.
    var action: Action
}
