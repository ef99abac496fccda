internal import LayerTree

extension ViewerCommand {
    /// Shows the next debug overlay, and after the last one none.
    public static let nextDebugOverlay = ViewerCommand(
        "debug-overlay", "next debug overlay: blending, overdraw, cache …")
}

extension DebugOverlaysPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("D", keys: .key("d", .nextDebugOverlay, with: [.shift]))
    ]
}
