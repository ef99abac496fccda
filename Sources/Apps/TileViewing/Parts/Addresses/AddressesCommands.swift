internal import LayerTree

extension ViewerCommand {
    /// Asks the user for an address or a path, and opens it.
    public static let openAddress = ViewerCommand(
        "open-address", "open an address of the network, or a path", title: "Open an address…")
}

extension AddressesPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("Ctrl+l", keys: .key("l", .openAddress, with: [.control]))
    ]
}
