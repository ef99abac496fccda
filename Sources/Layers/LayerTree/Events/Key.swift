/// A key, by what stands on it in the user's keyboard layout.
public enum Key: Hashable, Sendable {
    /// What the key types without modifiers: a small letter, a digit, a sign, a space; also on the keypad.
    case character(Character)
    /// A function key, from 1 on.
    case function(Int)
    /// An arrow.
    case left, right, up, down
    /// A key that moves further.
    case home, end, pageUp, pageDown
    /// A key that ends or leaves something; `enter` also on the keypad.
    case enter, escape, tab
    /// A key that removes or puts something.
    case backspace, delete, insert
    /// Any other, by the window system's number of it.
    case other(Int)
}
