internal import Concurrency
internal import Controls
internal import LayerTree
internal import ScrollLayers

/// The pages, channels or frames of a file.
@MainActor
final class PagesPart: ViewerPart {
    private let context: ViewerContext
    /// The page that is being opened: its index, and the number of the opening.
    private var requested: (position: Int, opening: Int)?
    /// The steps to make as soon as the pages of the document are known.
    private var waitingSteps = 0

    init(_ context: ViewerContext) {
        self.context = context
    }

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .nextPage: context.leaveDocument { [weak self] in self?.go(by: 1) }
        case .previousPage: context.leaveDocument { [weak self] in self?.go(by: -1) }
        default: return false
        }
        return true
    }

    func documentDidOpen(_ document: Document) {
        waitingSteps = 0
    }

    func documentDidClose() {
        requested = nil
        waitingSteps = 0
    }

    /// Makes the steps that were made before the pages of the document were known.
    func documentDidChange(_ document: Document) {
        guard waitingSteps != 0, context.document?.state.isReadingDetails == false else { return }
        let steps = waitingSteps
        waitingSteps = 0
        go(by: steps)
    }

    /// Opens another page of the file in the background; the view is kept if the pages have equal sizes.
    ///
    /// Steps that are made meanwhile count from the page that is being opened.
    private func go(by step: Int) {
        guard let document = context.document else { return context.postNoFile() }
        let state = document.state
        guard !state.isReadingDetails else { return waitingSteps += step }
        guard let pages = state.metadata.pages else {
            return context.post("\(document.name) has one page.", isAboutDocument: true)
        }
        let position = (pendingPosition ?? pages.position) + step
        guard pages.numbers.indices.contains(position) else {
            return context.post(
                step < 0 ? "This is the first page." : "This is the last page.", isAboutDocument: true)
        }
        let number = context.openings.begin()
        requested = (position, number)
        var options = document.options
        options.page = pages.numbers[position]
        let path = document.path
        context.inBackground { [options] in
            Result { try Document(opening: path, options: options) }
        } then: { [weak self] result in
            self?.receive(result, of: path, opening: number)
        }
    }

    /// The index of the page that is being opened; nil while none is.
    private var pendingPosition: Int? {
        requested.flatMap { context.openings.isBusy && $0.opening == context.openings.latest ? $0.position : nil }
    }

    /// Shows a page that was opened, or posts why it could not be; a page that was superseded is closed.
    private func receive(_ result: Result<Document, any Error>, of path: String, opening number: Int) {
        guard let old = context.document, old.path == path, context.openings.end(number) else {
            if case .success(let document) = result { document.close() }
            return
        }
        switch result {
        case .success(let document):
            let view = context.currentView
            let colors = context.colorAdjustment
            let selection = context.selection
            context.show(document)
            context.colorAdjustment = colors
            guard document.size == old.size else { return }
            context.show(view, isExact: true, animated: false)
            context.selection = selection
        case .failure(let error):
            context.post(error.messageWithoutPath, about: old.name, .error)
        }
    }
}
