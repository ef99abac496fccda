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
