internal import Concurrency
internal import ImageCodecs
internal import LayerTree

extension Viewer {
    /// Opens another page of the file in the background; the view is kept if the pages have equal sizes.
    ///
    /// Steps that are made meanwhile count from the page that is being opened.
    func goToPage(by step: Int) {
        guard let document else { return post("No file is open.", .error) }
        let state = document.state
        guard !state.isReadingDetails else { return waitingPageSteps += step }
        guard let pages = state.metadata.pages else { return post("\(document.name) has one page.") }
        let position = (pendingPage ?? pages.position) + step
        guard pages.numbers.indices.contains(position) else {
            return post(step < 0 ? "This is the first page." : "This is the last page.")
        }
        openingNumber += 1
        openingCancellation?.cancel()
        requestedPage = (position, openingNumber)
        var options = document.options
        options.page = pages.numbers[position]
        let number = openingNumber
        let mailbox = mailbox
        let path = document.path
        let changed = options
        settings.inBackground {
            let result = Result { try Document(opening: path, options: changed) }
            mailbox.post(.pageOpened(result, path: path, number: number))
        }
    }

    /// Makes the steps that were made before the pages of the document were known.
    func makeWaitingPageSteps() {
        guard waitingPageSteps != 0, document?.state.isReadingDetails == false else { return }
        let steps = waitingPageSteps
        waitingPageSteps = 0
        goToPage(by: steps)
    }

    /// The index of the page that is being opened; nil while none is.
    private var pendingPage: Int? {
        requestedPage.flatMap { isOpening && $0.number == openingNumber ? $0.position : nil }
    }

    /// Shows a page that was opened, or posts why it could not be; a page that was superseded is closed.
    func receivePage(_ result: Result<Document, any Error>, of path: String, number: Int) {
        guard number == openingNumber, let old = document, old.path == path else {
            if case .success(let document) = result { document.close() }
            return
        }
        openedNumber = number
        switch result {
        case .success(let document):
            let colors = colorAdjustment
            let selected = selection
            let isAlike = document.size == old.size
            if isAlike { initialView = currentView }
            show(document)
            colorAdjustment = colors
            guard isAlike else { return }
            selection = selected
            gridSelectionLayer.selection = selected.rect
        case .failure(let error):
            post("\(old.name): \(error.messageWithoutPath)", .error)
        }
    }
}
