internal import LayerTree

extension ViewerCommand {
    /// Asks the user for the angle of the view.
    public static let typeAngle = ViewerCommand(
        "type-angle", "type the angle of the view", title: "Set the angle…")
}

extension RotationPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row(gesture: "R+drag", "rotate about the middle of the view, with Ctrl in steps of 15°"),
        ViewerKeyBindings.Row("Alt+r", keys: .key("r", .typeAngle, with: [.alt])),
    ]
}
