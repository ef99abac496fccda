internal import LayerTree

extension ViewerCommand {
    /// Retries the tiles that could not be loaded.
    public static let retryFailures = ViewerCommand(
        "retry", "try again to load the tiles that failed", title: "Load failed tiles again")
}

extension LoadingPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("F5", keys: .key(.function(5), .retryFailures))
    ]
}
