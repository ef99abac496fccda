internal import Controls
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import TextRendering
internal import TiledLayers
internal import VectorDrawing

extension ViewerContext {
    /// Updates the status, and the overlays that show it.
    func updateStatus() {
        var new = ViewerStatus()
        new.names = document.map { [VisibleText.escaped($0.name)] } ?? []
        new.name = new.names.first ?? ""
        new.size = windowSize
        new.viewportSize = view.bounds.size
        new.scale = scene.scale
        new.features = features
        parts.all.forEach { $0.describe(in: &new) }
        // The image is shown before any text about it.
        let showedOverlays = showsOverlays
        showsOverlays =
            showedOverlays || settings.textDrawing == .immediate || !(tiles?.drawnTiles.isEmpty ?? true)
            || messages.count > 0 || new.recentFiles != nil
        let isNew = new != status || !showedOverlays
        status = new
        guard showsOverlays else { return }
        environment.scale = new.scale
        let layout = overlayLayout
        parts.all.forEach { $0.show(new, isNew: isNew, in: layout) }
        arrangeOverlays()
        reportTextFailure()
    }

    /// Reports that there is no font, which cannot be said on the screen.
    private func reportTextFailure() {
        guard let failure = environment.textDrawing.failure, announcedMessages.insert(failure.message).inserted else {
            return
        }
        onMessage?(Message(.error, advise(failure.message)))
    }
}
