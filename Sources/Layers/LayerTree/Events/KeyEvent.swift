/// A key that went down or up.
public struct KeyEvent: Hashable, Sendable {
    /// When, in seconds on the clock of the layers.
    public var time: Double
    /// Which one, by what stands on it.
    public var key: Key
    /// Whether it went down, and not up.
    public var isDown: Bool
    /// Whether it is held down and repeats itself; default false.
    public var isRepeat: Bool
    /// What is held down with it.
    public var modifiers: KeyModifiers

    /// A key that went down or up.
    public init(time: Double, key: Key, isDown: Bool, isRepeat: Bool = false, modifiers: KeyModifiers = []) {
        self.time = time
        self.key = key
        self.isDown = isDown
        self.isRepeat = isRepeat
        self.modifiers = modifiers
    }
}
