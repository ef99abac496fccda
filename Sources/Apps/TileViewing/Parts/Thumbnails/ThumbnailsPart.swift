internal import LayerTree

/// Draws the thumbnail of the file that is shown with the rendering of its channels, once that has not changed for a moment.
@MainActor
final class ThumbnailsPart: ViewerPart {
    private let context: ViewerContext
    /// The time at which the thumbnail is drawn, on the clock of the viewer; nil while it is as it should be.
    private var dueTime: Double?
    private var isBusy = false

    /// The seconds for which a rendering stays before a thumbnail is drawn with it.
    static let delay = 0.5

    init(_ context: ViewerContext) {
        self.context = context
    }

    func channelRenderingDidChange() {
        dueTime = context.now + Self.delay
    }

    func documentWillChange(to new: Document) {
        dueTime = nil
    }

    func documentDidClose() {
        dueTime = nil
    }

    func update() {
        guard !isBusy, let time = dueTime, time <= context.now else { return }
        dueTime = nil
        guard let document = context.document, let channels = document.channels,
            let rendering = document.channelRendering
        else { return }
        guard channels.hasAllLevels else {
            if document.state.stage.isBusy { dueTime = context.now + Self.delay }
            return
        }
        isBusy = true
        let thumbnails = context.thumbnails
        context.inBackground(isUrgent: false) {
            guard !document.isClosed else { return }
            thumbnails.draw(DocumentChannels(channels.image, automatic: rendering), of: document.path)
        } then: { [weak self] in
            self?.isBusy = false
            self?.context.scene.setNeedsFrame()
        }
    }

    var nextUpdateTime: Double? { isBusy ? nil : dueTime }
}
