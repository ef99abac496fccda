/// A key, identified by what it types in the user's keyboard layout.
public enum Key: Hashable, Sendable {
    /// A key that types this character without modifiers: a lowercase letter, a digit, a symbol or a space; also on the
    /// keypad.
    case character(Character)
    /// A function key, counted from 1.
    case function(Int)
    /// An arrow key.
    case left, right, up, down
    /// A key that moves to an end or by a page.
    case home, end, pageUp, pageDown
    /// Enter, also on the keypad; Escape; Tab.
    case enter, escape, tab
    /// An editing key.
    case backspace, delete, insert
    /// Any other key, by the window system's key code.
    case other(Int)
}
