internal import LayerTree

extension ViewerCommand {
    /// Shows the colors inverted, or as they are.
    public static let invertColors = ViewerCommand("invert", "invert the colors")
    /// Stretches the values in view to the full range of the screen, or shows them as they are stored.
    public static let stretchContrast = ViewerCommand(
        "stretch", "stretch the contrast to what is in view, or not")
}

extension ViewerFeature {
    /// The panel that adjusts brightness, contrast and colors.
    public static let adjustment = ViewerFeature(
        "adjust", "adjust brightness, contrast, channels and colors", title: "Adjust the colors")
}

extension AdjustmentPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("a", keys: .key("a", .toggle(.adjustment))),
        ViewerKeyBindings.Row("x", keys: .key("x", .invertColors)),
        ViewerKeyBindings.Row("u", keys: .key("u", .stretchContrast)),
    ]
}
