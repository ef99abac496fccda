public import LayerTree

/// Which keys ask for what.
public struct KeyMap: Hashable, Sendable {
    /// A key and what is held down with it.
    public struct Stroke: Hashable, Sendable {
        /// The key.
        public var key: Key
        /// What is held down with it.
        public var modifiers: KeyModifiers

        /// A key, with nothing held down unless said otherwise.
        public init(_ key: Key, _ modifiers: KeyModifiers = []) {
            self.key = key
            self.modifiers = modifiers
        }
    }

    /// What each key asks for.
    public var commands: [Stroke: ScrollCommand]

    /// A map from keys to commands; none unless said otherwise.
    public init(_ commands: [Stroke: ScrollCommand] = [:]) {
        self.commands = commands
    }

    /// Arrows (with shift: a page), + and −, Home and 0 to fit, 1 to 9 for so many times, r to turn right, R to turn
    /// left, h and v to mirror.
    public static let standard: KeyMap = {
        var commands: [Stroke: ScrollCommand] = [
            Stroke(.home): .fit, Stroke(.character("0")): .fit,
            Stroke(.character("r")): .rotate(degrees: 90), Stroke(.character("r"), .shift): .rotate(degrees: -90),
            Stroke(.character("h")): .mirrorHorizontally, Stroke(.character("v")): .mirrorVertically,
            Stroke(.character("-")): .zoomOut,
        ]
        // A plus is a key of its own on some keyboards, and on others what shift makes of the equals sign.
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
