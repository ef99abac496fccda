internal import LayerTree
internal import ScrollLayers

/// The last view of each file, in which the file is shown again.
@MainActor
final class LastViewsPart: ViewerPart {
    private let context: ViewerContext
    /// The view for the next document, if one was asked for.
    private var initialView: ViewState?
    /// The last view of each file, by path.
    private var views: [String: ViewState] = [:]
    /// The files in ``views`` whose views are those of an earlier run, perhaps in another window.
    private var restored: Set<String> = []

    init(_ context: ViewerContext) {
        self.context = context
        initialView = context.settings.view
    }

    func documentWillChange(to new: Document) {
        guard let document = context.document else { return }
        views[document.identity] = context.currentView
        restored.remove(document.identity)
        if new !== document { keep() }
    }

    func documentWillClose() {
        guard let document = context.document else { return }
        views[document.identity] = context.currentView
        restored.remove(document.identity)
        keep()
    }

    func documentDidOpen(_ document: Document) {
        if views[document.path] == nil, let view = context.restoredView {
            views[document.path] = view
            restored.insert(document.path)
        }
        let view = initialView ?? views[document.identity]
        // A larger window would show what lies beyond the edges.
        let isExact = initialView != nil || !restored.contains(document.identity)
        initialView = nil
        if let view { context.show(view, isExact: isExact, animated: false) }
    }

    /// Keeps the view of the document that is shown, for when it is opened again; that of the whole image is not kept, because
    /// it depends on the window, nor that of a page other than the first, which is opened again.
    private func keep() {
        guard let document = context.document, document.page == 1, let store = context.settings.lastViews else {
            return
        }
        let geometry = context.controller.model.geometry
        let view = context.controller.model.view == geometry.fittedView ? nil : context.currentView
        let path = document.path
        context.stateWork.add(context.settings.inBackground) { store.keep(view, of: path) }
    }

    func describe(in status: inout ViewerStatus) {
        status.view = context.currentView
    }

    func close() {
        keep()
        context.stateWork.wait()
    }
}
