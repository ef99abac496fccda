internal import ChannelImages
internal import Controls
internal import LayerTree
internal import ScrollLayers

/// The last view of each file, and the last rendering of its channels, in which the file is shown again.
@MainActor
final class LastViewsPart: ViewerPart {
    private let context: ViewerContext
    /// The view for the next document, if one was asked for.
    private var initialView: ViewState?
    /// The rendering of the next document's channels, if one was asked for.
    private var initialRendering: String?
    /// The last view of each file, by path.
    private var views: [String: ViewState] = [:]
    /// The last rendering of the channels of each file, by path; none where it was the automatic one.
    private var renderings: [String: String] = [:]
    /// The files in ``views`` whose views are those of an earlier run, perhaps in another window.
    private var restored: Set<String> = []

    init(_ context: ViewerContext) {
        self.context = context
        initialView = context.settings.view
        initialRendering = context.settings.rendering
    }

    func documentWillChange(to new: Document) {
        guard let document = context.document else { return }
        note(document)
        if new !== document { keep() }
    }

    func documentWillClose() {
        guard let document = context.document else { return }
        note(document)
        keep()
    }

    /// Records how the document is seen.
    private func note(_ document: Document) {
        views[document.identity] = context.currentView
        renderings[document.identity] = document.renderingLink
        restored.remove(document.identity)
    }

    func documentDidOpen(_ document: Document) {
        if views[document.path] == nil, let kept = context.restoredView {
            if let view = kept.view {
                views[document.path] = view
                restored.insert(document.path)
            }
            if document.channels != nil { renderings[document.path] = kept.rendering }
        }
        showRendering(of: document)
        let view = initialView ?? views[document.identity]
        // A larger window would show what lies beyond the edges.
        let isExact = initialView != nil || !restored.contains(document.identity)
        initialView = nil
        if let view { context.show(view, isExact: isExact, animated: false) }
    }

    /// Draws the channels as was asked for, or else as the last time.
    private func showRendering(of document: Document) {
        if let asked = initialRendering.take() {
            context.showRendering(link: asked, isAsked: true)
        } else if document.channels != nil, let kept = renderings[document.identity] {
            context.showRendering(link: kept, isAsked: false)
        }
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
        let kept = KeptView(view: view, rendering: document.renderingLink)
        context.stateWork.add(context.settings.inBackground) { store.keep(kept, of: path) }
    }

    func describe(in status: inout ViewerStatus) {
        status.view = context.currentView
    }

    func close() {
        keep()
        context.stateWork.wait()
    }
}
