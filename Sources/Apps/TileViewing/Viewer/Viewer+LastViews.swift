internal import ScrollLayers

extension Viewer {
    /// Keeps the view of the document that is shown, for when it is opened again; that of the whole image is not kept, because
    /// it depends on the window, nor that of a page other than the first, which is opened again.
    func keepLastView() {
        guard let document, document.page == 1, let store = settings.lastViews else { return }
        let geometry = controller.model.geometry
        let isWhole = controller.model.view == geometry.fittedView
        let view = isWhole ? nil : currentView
        let path = document.path
        stateWork.add(settings.inBackground) { store.keep(view, of: path) }
    }

    /// Takes the last view of a file that is about to be shown; one of this viewer's own counts more.
    func receiveLastView(_ view: ViewState, of path: String) {
        guard savedViews[path] == nil else { return }
        savedViews[path] = view
        restoredPaths.insert(path)
    }
}
