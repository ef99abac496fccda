internal import LayerTree
internal import ScrollLayers

extension ViewerKeyBindings {
    /// The key bindings of `tileview`: the keys of ``ScrollLayers/KeyMap/standard``, and keys of the viewer itself.
    public static let standard = ViewerKeyBindings([
        Group(title: "Pan and zoom", rows: moving), Group(title: "Rotate and flip", rows: turning),
        Group(title: "Show or hide", rows: showing), Group(title: "Annotations", rows: annotating),
        Group(title: "Compare", rows: comparing), Group(title: "Files", rows: files),
        Group(title: "Viewer", rows: program),
    ])

    private static let moving = [
        Row(gesture: "Drag", "pan; release while moving to fling"),
        Row(gesture: "Wheel", "zoom at the pointer, or pan with --wheel pan"),
        Row(gesture: "Double click", "zoom in; with Shift zoom out"),
        Row(gesture: "Two fingers", "pan, zoom and rotate on a touch screen"),
        Row(gesture: "Shift+drag", "select a region; drag its handles or inside to change it"),
        Row(gesture: "Right click", "menu; on a touch screen, hold a finger still"),
        Row("Enter", keys: key(.enter, .typeSelection)),
        Row("j", keys: key("j", .goToPlace)),
        Row("J", keys: key("j", .listBookmarks, with: [.shift])),
        Row("Ctrl+d", keys: key("d", .addBookmark, with: [.control])),
        Row("Arrows", keys: keys(for: Set(ScrollDirection.allCases.map { .pan($0) }))),
        Row("Shift+arrows", keys: keys(for: Set(ScrollDirection.allCases.map { .page($0) }))),
        Row("+", keys: keys(for: [.zoomIn])),
        Row("-", keys: keys(for: [.zoomOut])),
        Row("0", "Home", keys: keys(for: [.fit])),
        Row("1", keys: keys(for: [.magnify(1)])),
        Row("2 … 9", keys: keys(for: Set((2...9).map { .magnify(Double($0)) }))),
    ]

    private static let turning = [
        Row("r", keys: keys(for: [.rotate(degrees: 90)])),
        Row("R", keys: keys(for: [.rotate(degrees: -90)])),
        Row("h", keys: keys(for: [.mirrorHorizontally])),
        Row("v", keys: keys(for: [.mirrorVertically])),
    ]

    private static let showing = [
        Row("f", keys: key("f", .toggleFullScreen).merging(key(.function(11), .toggleFullScreen)) { $1 }),
        Row("m", keys: key("m", .toggle(.overviewMap))),
        Row("l", keys: key("l", .toggle(.scaleBar))),
        Row("i", keys: key("i", .toggle(.statusLine))),
        Row("p", keys: key("p", .toggle(.information))),
        Row("a", keys: key("a", .toggle(.adjustment))),
        Row("x", keys: key("x", .invertColors)),
        Row("u", keys: key("u", .stretchContrast)),
        Row("d", keys: key("d", .toggle(.hud))),
        Row("g", keys: key("g", .toggle(.pixelGrid))),
        Row("n", keys: key("n", .toggle(.smoothing))),
        Row("b", keys: key("b", .toggle(.tileBorders))),
        Row("D", keys: key("d", .nextDebugOverlay, with: [.shift])),
    ]

    private static let annotating = [
        Row("k", keys: key("k", .annotate)),
        Row("t", keys: key("t", .toggle(.annotations))),
        Row("Ctrl+z", keys: key("z", .undo, with: [.control])),
        Row(
            "Ctrl+Z",
            keys: key("z", .redo, with: [[.control, .shift]]).merging(key("y", .redo, with: [.control])) { $1 }),
    ]

    private static let files = [
        Row("o", keys: key("o", .chooseFiles, with: [[], .shift, .control])),
        Row("Space", keys: key(" ", .openNext).merging(key(.pageDown, .openNext)) { $1 }),
        Row("Backspace", keys: key(.backspace, .openPrevious).merging(key(.pageUp, .openPrevious)) { $1 }),
        Row("]", keys: [.text("]"): .nextPage]),
        Row("[", keys: [.text("["): .previousPage]),
        Row("F5", keys: key(.function(5), .retryFailures)),
        Row("s", keys: key("s", .saveView)),
        Row("e", keys: key("e", .export)),
        Row("E", keys: key("e", .exportAnnotated, with: [.shift])),
        Row("c", keys: key("c", .copyLink).merging(key("c", .copyLink, with: [.control])) { $1 }),
    ]

    private static let program = [
        Row("F1", "?", keys: key(.function(1), .toggle(.help)).merging([.text("?"): .toggle(.help)]) { $1 }),
        Row("Menu", keys: key(.menu, .contextMenu).merging(key(.function(10), .contextMenu, with: [.shift])) { $1 }),
        Row("Esc", keys: key(.escape, .cancel)),
        Row("q", keys: key("q", .close).merging(key("q", .close, with: [.control])) { $1 }),
    ]

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

    /// The keys of scroll commands, which scroll layers define.
    private static func keys(for commands: Set<ScrollCommand>) -> [Trigger: ViewerCommand] {
        KeyMap.standard.commands.reduce(into: [:]) { keys, entry in
            if commands.contains(entry.value) { keys[.key(entry.key)] = .scroll(entry.value) }
        }
    }
}

extension ViewerKeyBindings.Row {
    /// A row for a gesture.
    fileprivate init(gesture: String, _ meaning: String) {
        self.init(inputs: [gesture], meaning: meaning, commands: [:])
    }

    /// A row for keys whose commands differ at most in direction or number.
    fileprivate init(_ inputs: String..., keys: [ViewerKeyBindings.Trigger: ViewerCommand]) {
        self.init(inputs: inputs, meaning: keys.values.first?.summary ?? "", commands: keys)
    }
}
