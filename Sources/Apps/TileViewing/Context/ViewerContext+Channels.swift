internal import ChannelImages
internal import Controls
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

    /// Draws the channels of the document as a text says; ranges that it does not state are measured on a worker.
    ///
    /// - Parameters:
    ///   - link: the text, as a copied link has it.
    ///   - isAsked: whether the user waits for it: a message says why it cannot be had. What was kept is left out then.
    func showRendering(link: String, isAsked: Bool) {
        guard let document else { return }
        do {
            guard let channels = document.channels else { throw Document.hasNoChannels(document.path) }
            channelRendering = try ChannelRendering(link: link, in: channels)
        } catch is UnmeasuredRange {
            let former = channelRendering
            inBackground {
                Result { try document.askedRendering(link: link) }
            } then: { [weak self] result in
                // Another rendering may have been chosen meanwhile.
                guard let self, self.document === document, channelRendering == former else { return }
                do {
                    channelRendering = try result.get()
                } catch {
                    if isAsked { postFault(error, of: document) }
                }
            }
        } catch {
            if isAsked { postFault(error, of: document) }
        }
    }

    private func postFault(_ error: any Error, of document: Document) {
        post(error.messageWithoutPath, about: document.name, .error, isAboutDocument: true)
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
