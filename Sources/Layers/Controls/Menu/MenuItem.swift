/// An item of a menu.
public struct MenuItem: Sendable {
    /// The text at the left.
    public var title: String
    /// The label of the key that does the same, at the right; empty for none.
    public var key: String
    /// Whether there is a check mark; nil for what cannot be on or off.
    public var isChecked: Bool?
    /// Called when the item is chosen and the menu is closed.
    public var action: @MainActor () -> Void
    /// The items that are shown in place of the menu when the item is chosen, in sections; empty for an action.
    public var submenu: [[MenuItem]]

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - title: the text at the left.
    ///   - key: the label of the key that does the same; none by default.
    ///   - isChecked: whether there is a check mark; nil, the default, for what cannot be on or off.
    ///   - action: called when the item is chosen.
    public init(_ title: String, key: String = "", isChecked: Bool? = nil, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.key = key
        self.isChecked = isChecked
        self.action = action
        submenu = []
    }

    /// Creates an item with a submenu.
    ///
    /// - Parameters:
    ///   - title: the text at the left.
    ///   - submenu: the items, in sections.
    public init(_ title: String, submenu: [[MenuItem]]) {
        self.title = title
        self.submenu = submenu
        key = submenu.isEmpty ? "" : "›"
        action = {}
    }
}
