internal import ChannelImages
internal import LayerTree
internal import TiledLayers

extension ViewerContext {
    /// The rendering with which the channels of the document are drawn; nil if it has none.
    ///
    /// A new one shows in the next frame, without decoding anything again. Documents without channels, and nil, change nothing.
    var channelRendering: ChannelRendering? {
        get { document?.channelRendering }
        set {
            guard let document, document.channels != nil, let newValue, newValue != document.channelRendering else {
                return
            }
            document.channelRendering = newValue
            tiles?.channels = newValue
            parts.all.forEach { $0.channelRenderingDidChange() }
            scene.setNeedsFrame()
        }
    }

    /// Measures the values of a channel in a coarse level, on a worker.
    ///
    /// - Parameters:
    ///   - plane: the channel, the section and the time; its level is not used.
    ///   - receive: takes the statistics on the main thread, or nil if samples could not be read; not called if another
    ///     document is shown then.
    func readChannelStatistics(
        _ plane: ChannelPlane, then receive: @escaping @MainActor @Sendable (SampledStatistics?) -> Void
    ) {
        guard let document, let channels = document.channels else { return }
        inBackground(isUrgent: false) { () -> SampledStatistics? in
            guard !document.isClosed else { return nil }
            return try? SampledStatistics.measure(
                [plane.channel], of: channels.measured, section: plane.section, time: plane.time
            ).first
        } then: { [weak self] statistics in
            guard self?.document === document else { return }
            receive(statistics)
        }
    }
}
