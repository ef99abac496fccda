public import LayerTree

/// A mapping from keys to scroll commands.
public struct KeyMap: Hashable, Sendable {
    /// A key with its modifiers.
    public struct Stroke: Hashable, Sendable {
        /// The key.
        public var key: Key
        /// The modifiers held down with it.
        public var modifiers: KeyModifiers

        /// Creates a key stroke, by default without modifiers.
        public init(_ key: Key, _ modifiers: KeyModifiers = []) {
            self.key = key
            self.modifiers = modifiers
        }
    }

    /// The command of each key stroke.
    public var commands: [Stroke: ScrollCommand]

    /// Creates a key map, by default an empty one.
    public init(_ commands: [Stroke: ScrollCommand] = [:]) {
        self.commands = commands
    }

    /// The default keys.
    ///
    /// Arrows pan, and with Shift page; + and − zoom; Home and 0 fit the content; 1 to 9 set the magnification; R
    /// rotates clockwise and Shift-R counterclockwise; H and V mirror.
    public static let standard: KeyMap = {
        var commands: [Stroke: ScrollCommand] = [
            Stroke(.home): .fit, Stroke(.character("0")): .fit,
            Stroke(.character("r")): .rotate(degrees: 90), Stroke(.character("r"), .shift): .rotate(degrees: -90),
            Stroke(.character("h")): .mirrorHorizontally, Stroke(.character("v")): .mirrorVertically,
            Stroke(.character("-")): .zoomOut,
        ]
        // On some keyboards plus is a key of its own, on others it is Shift and the equals sign.
        for key in ["+", "="] as [Character] {
            commands[Stroke(.character(key))] = .zoomIn
            commands[Stroke(.character(key), .shift)] = .zoomIn
        }
        for (key, direction) in [Key.left: ScrollDirection.left, .right: .right, .up: .up, .down: .down] {
            commands[Stroke(key)] = .pan(direction)
            commands[Stroke(key, .shift)] = .page(direction)
        }
        for number in 1...9 {
            commands[Stroke(.character(Character("\(number)")))] = .magnify(Double(number))
        }
        return KeyMap(commands)
    }()
}
