internal import LayerTree
internal import ScrollLayers

extension ViewerKeys {
    /// The keys of `tileview`.
    public static let standard = ViewerKeys([
        Row("Drag", "move; let go while moving to throw"),
        Row("Wheel", "zoom about the pointer; after --wheel pan move, and zoom with Ctrl"),
        Row("Double click", "zoom in; with Shift out"),
        Row("Two fingers", "move, zoom and turn on a touch screen"),
        Row("Shift+drag", "select a part"),
        Row("Arrows", arrows { .pan($0) }),
        Row("Shift+arrows", arrows(.shift) { .page($0) }),
        // A plus is a key of its own on some keyboards, and on others what shift makes of the equals sign.
        Row("+", ["+", "="].reduce(into: [:]) { $0.merge(key($1, .scroll(.zoomIn), with: [[], .shift])) { $1 } }),
        Row("-", key("-", .scroll(.zoomOut))),
        Row("0 Home", key("0", .scroll(.fit)).merging(key(.home, .scroll(.fit))) { $1 }),
        Row("1", key("1", .scroll(.magnify(1)))),
        Row(
            "2 … 9",
            (2...9).reduce(into: [:]) { $0.merge(key(Character("\($1)"), .scroll(.magnify(Double($1))))) { $1 } }),
        Row("r", key("r", .scroll(.rotate(degrees: 90)))),
        Row("R", key("r", .scroll(.rotate(degrees: -90)), with: [.shift])),
        Row("h", key("h", .scroll(.mirrorHorizontally))),
        Row("v", key("v", .scroll(.mirrorVertically))),
        Row("f", key("f", .toggleFullScreen).merging(key(.function(11), .toggleFullScreen)) { $1 }),
        Row("m", key("m", .toggle(.map))),
        Row("l", key("l", .toggle(.scaleBar))),
        Row("i", key("i", .toggle(.info))),
        Row("d", key("d", .toggle(.statistics))),
        Row("g", key("g", .toggle(.pixelGrid))),
        Row("n", key("n", .toggle(.smoothing))),
        Row("b", key("b", .toggle(.tileBorders))),
        Row("Space", key(" ", .openNext).merging(key(.pageDown, .openNext)) { $1 }),
        Row("Backspace", key(.backspace, .openPrevious).merging(key(.pageUp, .openPrevious)) { $1 }),
        Row("s", key("s", .saveView)),
        Row("e", key("e", .export)),
        Row("c", key("c", .copyLink).merging(key("c", .copyLink, with: [.control])) { $1 }),
        Row("F1 ?", key(.function(1), .toggle(.help)).merging([.text("?"): .toggle(.help)]) { $1 }),
        Row("Esc", key(.escape, .cancel)),
        Row("q", key("q", .close).merging(key("q", .close, with: [.control])) { $1 }),
    ])

    private static func key(
        _ key: Key, _ command: ViewerCommand, with modifiers: [KeyModifiers] = [[]]
    ) -> [Trigger: ViewerCommand] {
        modifiers.reduce(into: [:]) { $0[.key(KeyMap.Stroke(key, $1))] = command }
    }

    private static func key(
        _ character: Character, _ command: ViewerCommand, with modifiers: [KeyModifiers] = [[]]
    ) -> [Trigger: ViewerCommand] {
        key(.character(character), command, with: modifiers)
    }

    private static func arrows(
        _ modifiers: KeyModifiers = [], _ command: (ScrollDirection) -> ScrollCommand
    ) -> [Trigger: ViewerCommand] {
        let keys: [(Key, ScrollDirection)] = [(.left, .left), (.right, .right), (.up, .up), (.down, .down)]
        return keys.reduce(into: [:]) { $0.merge(key($1.0, .scroll(command($1.1)), with: [modifiers])) { $1 } }
    }
}

extension ViewerKeys.Row {
    /// A gesture.
    fileprivate init(_ input: String, _ meaning: String) {
        self.init(input: input, meaning: meaning, commands: [:])
    }

    /// Keys that do the same, but for a direction or a number.
    fileprivate init(_ input: String, _ commands: [ViewerKeys.Trigger: ViewerCommand]) {
        self.init(input: input, meaning: commands.values.first?.summary ?? "", commands: commands)
    }
}
