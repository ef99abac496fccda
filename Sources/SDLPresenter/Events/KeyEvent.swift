/// A key that went down or up.
public struct KeyEvent: Hashable, Sendable {
    /// Which one, by what stands on it.
    public var key: Key
    /// Whether it went down, and not up.
    public var isDown: Bool
    /// Whether it is held down and repeats itself.
    public var isRepeat: Bool
    /// What is held down with it.
    public var modifiers: KeyModifiers

    /// A key that went down or up.
    public init(key: Key, isDown: Bool, isRepeat: Bool = false, modifiers: KeyModifiers = []) {
        self.key = key
        self.isDown = isDown
        self.isRepeat = isRepeat
        self.modifiers = modifiers
    }
}

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
    /// Any other, by SDL's number of it.
    case other(Int)
}

/// The keys that change what others do.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: UInt8

    /// Those whose bits are set.
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
