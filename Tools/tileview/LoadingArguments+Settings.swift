import FlightBench
import TileViewing
import TiledLayers

extension LoadingArguments {
    /// The settings of a viewer that loads tiles as these arguments say.
    ///
    /// - Parameter isForScreenshot: whether tiles that fail are not retried, because nobody waits for them.
    /// - Returns: settings with a loader of their own.
    func settings(isForScreenshot: Bool) -> ViewerSettings {
        let retry = isForScreenshot ? TileRetryPolicy(delays: []) : TileRetryPolicy()
        var settings = ViewerSettings(loader: TileLoader(costLimit: cache * 1_000_000, retry: retry))
        let seconds = Double(latency) / 1000
        if seconds > 0 {
            let options = DocumentOptions(latency: seconds)
            settings.open = { try Document(opening: $0, options: options) }
        }
        return settings
    }
}
