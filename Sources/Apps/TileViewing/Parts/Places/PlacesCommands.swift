internal import LayerTree

extension ViewerCommand {
    /// Asks the user for a place, and flies there.
    public static let goToPlace = ViewerCommand(
        "go-to", "go to a place: pixels, a zoom, or coordinates", title: "Go to a place…")
}

extension PlacesPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("j", keys: .key("j", .goToPlace))
    ]
}
