internal import LayerTree
internal import ScrollLayers

extension ViewerKeyBindings {
    /// The key bindings of `tileview`: the keys of ``ScrollLayers/KeyMap/standard``, and keys of the viewer itself.
    public static let standard = ViewerKeyBindings([
        Group(
            title: "Pan and zoom",
            rows: ScrollingPart.gestures + SelectionPart.gestures + MenuPart.gestures + FilesPart.gestures
                + SelectionPart.keys
                + PlacesPart.keys + BookmarksPart.keys + ScrollingPart.keys),
        Group(title: "Rotate and flip", rows: ScrollingPart.turningKeys + RotationPart.keys),
        Group(
            title: "Show or hide",
            rows: WindowPart.fullScreenKeys + OverviewPart.keys + ScaleBarPart.keys + StatusLinePart.keys
                + InformationPart.keys + RegionStatisticsPart.keys + ProfilePart.keys + FilmstripPart.keys
                + AdjustmentPart.keys + StatisticsPart.keys + ImagePart.keys + BackgroundPart.keys
                + DebugOverlaysPart.keys),
        Group(title: "Channels", rows: ChannelsPart.keys),
        Group(title: "Annotations", rows: AnnotationsPart.keys),
        Group(title: "Compare", rows: ComparisonPart.keys),
        Group(
            title: "Files",
            rows: FilesPart.keys + AddressesPart.keys + SlideshowPart.keys + FileGridPart.keys + PagesPart.keys
                + LoadingPart.keys + SavingPart.keys + ExportPart.keys + SavingPart.linkKeys + ClipboardPart.keys),
        Group(
            title: "Viewer",
            rows: HelpPart.keys + HelpPart.gestures + MenuPart.keys + [.cancel] + WindowPart.closingKeys),
    ])
}

extension ViewerKeyBindings.Row {
    fileprivate static let cancel = Self("Esc", keys: .key(.escape, .cancel))

    /// A row for a gesture.
    init(gesture: String, _ meaning: String) {
        self.init(inputs: [gesture], meaning: meaning, commands: [:])
    }

    /// A row for keys whose commands differ at most in direction or number.
    init(_ inputs: String..., keys: [ViewerKeyBindings.Trigger: ViewerCommand]) {
        self.init(inputs: inputs, meaning: keys.values.first?.summary ?? "", commands: keys)
    }
}

extension [ViewerKeyBindings.Trigger: ViewerCommand] {
    /// A key that performs a command, alone or with each of some modifiers.
    static func key(_ key: LayerTree.Key, _ command: ViewerCommand, with modifiers: [KeyModifiers] = [[]]) -> Self {
        modifiers.reduce(into: [:]) { $0[ViewerKeyBindings.Trigger.key(KeyMap.Stroke(key, $1))] = command }
    }

    /// A character's key that performs a command, alone or with each of some modifiers.
    static func key(_ character: Character, _ command: ViewerCommand, with modifiers: [KeyModifiers] = [[]]) -> Self {
        key(LayerTree.Key.character(character), command, with: modifiers)
    }

    /// A text that performs a command.
    static func text(_ text: String, _ command: ViewerCommand) -> Self { [.text(text): command] }

    /// These triggers and others.
    static func + (one: Self, other: Self) -> Self { one.merging(other) { $1 } }
}
