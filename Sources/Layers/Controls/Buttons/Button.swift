/// A button of a ``ButtonBar``: an icon with a tooltip, or a text.
public struct Button: Sendable {
    /// The text of the button; with an icon, that of its tooltip.
    public var title: String
    /// The icon; nil for a button that shows its title.
    public var icon: ButtonIcon?
    /// Called when the button is clicked, or chosen by a key.
    public var action: @MainActor () -> Void

    /// Creates a button that shows its title, or an icon with the title as its tooltip.
    ///
    /// - Parameters:
    ///   - title: the text of the button or of its tooltip.
    ///   - icon: the icon; nil, the default, for a button that shows its title.
    ///   - action: called when the button is clicked, or chosen by a key.
    public init(_ title: String, icon: ButtonIcon? = nil, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.icon = icon
        self.action = action
    }

    /// The part of the button that is drawn.
    enum Face: Hashable, Sendable {
        case icon(ButtonIcon)
        case text(String)
    }

    var face: Face { icon.map(Face.icon) ?? .text(title) }
}
