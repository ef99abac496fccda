/// A key that went down or up.
public struct KeyEvent: Hashable, Sendable {
    /// The time in seconds on the clock of the layers.
    public var time: Double
    /// The key.
    public var key: Key
    /// Whether the key went down, as opposed to up.
    public var isDown: Bool
    /// Whether this is a repeated event of a key that is held down; the default is false.
    public var isRepeat: Bool
    /// The modifiers that are held down.
    public var modifiers: KeyModifiers

    /// Creates a key event.
    public init(time: Double, key: Key, isDown: Bool, isRepeat: Bool = false, modifiers: KeyModifiers = []) {
        self.time = time
        self.key = key
        self.isDown = isDown
        self.isRepeat = isRepeat
        self.modifiers = modifiers
    }
}

/// A key, identified by its character in the user's keyboard layout.
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
    /// The key that opens the context menu.
    case menu
    /// Any other key, by the window system's key code.
    case other(Int)
}

/// The modifier keys that are held down.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// One bit for each modifier.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Shift, on either side.
    public static let shift = KeyModifiers(rawValue: 1)
    /// Control, on either side.
    public static let control = KeyModifiers(rawValue: 2)
    /// Alt or Option, on either side.
    public static let alt = KeyModifiers(rawValue: 4)
    /// The Windows, Super or Command key.
    public static let command = KeyModifiers(rawValue: 8)
}
