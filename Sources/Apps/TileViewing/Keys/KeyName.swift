internal import LayerTree
internal import ScrollLayers

/// The names of keys in key files and tables, such as `e`, `E`, `Ctrl+Left` and `F5`.
enum KeyName {
    /// The most bytes of a name.
    static let lengthLimit = 64
    /// The prefixes of modifiers, in the order of a name.
    private static let modifiers: [(name: String, modifier: KeyModifiers)] = [
        ("Ctrl", .control), ("Alt", .alt), ("Super", .command), ("Shift", .shift),
    ]

    /// The names of keys that type no letter, digit or symbol.
    private static let keys: [(name: String, key: Key)] =
        [
            ("Left", .left), ("Right", .right), ("Up", .up), ("Down", .down), ("Home", .home), ("End", .end),
            ("PageUp", .pageUp), ("PageDown", .pageDown), ("Enter", .enter), ("Esc", .escape), ("Tab", .tab),
            ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert), ("Menu", .menu),
            ("Space", .character(" ")), ("Hash", .character("#")),
        ] + (1...24).map { ("F\($0)", .function($0)) }

    /// Other names that are read.
    private static let otherNames: [String: Key] = [
        "return": .enter, "escape": .escape, "pgup": .pageUp, "pgdn": .pageDown,
    ]

    /// Returns the triggers of a name; nil if it names no key.
    ///
    /// A letter in upper case is that letter with Shift. Other symbols are text, whichever keys the user's keyboard has for
    /// them; a plus is the key with the plus and the one with the equals sign, as on most keyboards.
    static func triggers(of name: String) -> [ViewerKeyBindings.Trigger]? {
        guard name.utf8.count <= lengthLimit else { return nil }
        var rest = Substring(name)
        var held: KeyModifiers = []
        while let (prefix, modifier) = modifiers.first(where: { isPrefix($0.name, of: rest) }) {
            rest = rest.dropFirst(prefix.count + 1)
            held.insert(modifier)
        }
        guard let character = rest.first else { return nil }
        guard rest.count == 1 else {
            let lower = rest.lowercased()
            let named = keys.first { $0.name.lowercased() == lower }?.key ?? otherNames[lower]
            return named.map { [.key(KeyMap.Stroke($0, held))] }
        }
        if character.isUppercase, let small = character.lowercased().first, character.lowercased().count == 1 {
            return [.key(KeyMap.Stroke(.character(small), held.union(.shift)))]
        }
        if ignoresShift(character, held) {
            let variants = [held.subtracting(.shift), held.union(.shift)]
            let keys: [Character] = character == "+" ? ["+", "="] : [character]
            return keys.flatMap { key in variants.map { .key(KeyMap.Stroke(.character(key), $0)) } }
        }
        let isKey = character.isLetter || character.isNumber || character == "-" || !held.isEmpty
        return isKey ? [.key(KeyMap.Stroke(.character(character), held))] : [.text(String(character))]
    }

    /// Whether Shift only types a character: a plus and, with other modifiers, a comma and a period.
    private static func ignoresShift(_ character: Character, _ held: KeyModifiers) -> Bool {
        character == "+" || ",.".contains(character) && !held.subtracting(.shift).isEmpty
    }

    /// Whether a name begins with a modifier, a plus and at least one more character.
    private static func isPrefix(_ modifier: String, of name: Substring) -> Bool {
        name.count > modifier.count + 1 && name.dropFirst(modifier.count).first == "+"
            && name.prefix(modifier.count).lowercased() == modifier.lowercased()
    }

    /// The name of a trigger; nil for a key that has none.
    static func name(of trigger: ViewerKeyBindings.Trigger) -> String? {
        switch trigger {
        case .text(let text): text == "#" ? "Hash" : text
        case .key(let stroke): name(of: stroke)
        }
    }

    private static func name(of stroke: KeyMap.Stroke) -> String? {
        var held = stroke.modifiers
        let key: String
        if let named = keys.first(where: { $0.key == stroke.key })?.name {
            key = named
        } else if case .character(let character) = stroke.key {
            // The plus stands for the equals sign too.
            if character == "=" {
                key = "+"
            } else if held.contains(.shift), character.isLowercase {
                held.remove(.shift)
                key = character.uppercased()
            } else {
                key = String(character)
            }
            if key.count == 1, let character = key.first, ignoresShift(character, held) { held.remove(.shift) }
        } else {
            return nil
        }
        return (modifiers.filter { held.contains($0.modifier) }.map(\.name) + [key]).joined(separator: "+")
    }
}
