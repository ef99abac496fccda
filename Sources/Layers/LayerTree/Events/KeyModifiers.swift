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
