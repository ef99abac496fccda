internal import LayerTree

extension ViewerCommand {
    /// Asks the user for a region, and selects it.
    public static let typeSelection = ViewerCommand("type-selection", "type the region that is selected")
}

extension SelectionPart {
    nonisolated static let gestures = [
        ViewerKeyBindings.Row(gesture: "Shift+drag", "select a region; drag its handles or inside to change it")
    ]

    nonisolated static let keys = [
        ViewerKeyBindings.Row("Enter", keys: .key(.enter, .typeSelection))
    ]
}
