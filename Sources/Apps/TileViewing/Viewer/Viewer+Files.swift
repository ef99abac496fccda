internal import Concurrency
internal import ImageCodecs
internal import LayerTree
internal import NumberFormatting
internal import ScrollLayers
internal import TilePyramid
internal import TileStores
internal import TiledLayers

extension Viewer {
    /// Opens files in the background, and shows the first one when it is open; keys step through the others.
    ///
    /// The present document stays until then. A folder that is no pyramid stands for its images. If a single file is opened,
    /// keys step through the images in its folder. Open files that are dropped on the window in the same way.
    public func open(_ paths: [String]) {
        let paths = paths.map(FilePath.withoutTrailingSlashes)
        guard let first = paths.first else { return }
        // What is named joins what was named before, but neither what was found in a folder nor what could not be opened.
        if files.followsFolder || document == nil && !isOpening {
            files = FileList()
        }
        if paths.count == 1, files.paths.isEmpty {
            files = FileList(alone: first)
        } else {
            files.add(paths)
        }
        pathToRemember = first
        openCurrent()
    }

    /// The window's title, which always begins with the program's name.
    public var title: String {
        guard let document else { return "tileview" }
        let positionText =
            shownPosition.map { files.paths.count > 1 ? " (\($0 + 1) of \(files.paths.count))" : "" } ?? ""
        let progress = export.map { " - exporting \(Int($0.fractionCompleted * 100)) %" } ?? ""
        return "tileview - \(VisibleText.escaped(document.name))\(positionText)\(progress)"
    }

    /// The index of the file that is shown, which is not the list's current one while that cannot be opened.
    var shownPosition: Int? {
        guard let document else { return nil }
        return files.current == document.path ? files.position : files.paths.firstIndex(of: document.path)
    }

    /// Whether a file is being opened.
    public var isOpening: Bool { openingNumber != openedNumber }

    func go(by step: Int) {
        if listedPath != nil {
            waitingSteps += step
            return
        }
        if compared.current != nil { return changeSecond(by: step) }
        guard files.paths.count > 1 else { return post("There is no other file to open.") }
        files.move(by: step)
        openCurrent()
    }

    func openCurrent() {
        guard let path = files.current else { return }
        openingNumber += 1
        listedPath = nil
        waitingSteps = 0
        let number = openingNumber
        let mailbox = mailbox
        let settings = settings
        let cancellation = Cancellation()
        openingCancellation?.cancel()
        openingCancellation = cancellation
        // What was found in a folder is no such folder.
        let isNamed = files.isNamed(path)
        settings.inBackground {
            if isNamed, let inside = settings.filesInFolder(path) {
                mailbox.post(.folder(inside, path: path, number: number))
            } else {
                if let view = settings.lastViews?.view(of: path) { mailbox.post(.lastView(view, path: path)) }
                let result = Result {
                    try Cancellation.$current.withValue(cancellation) { try settings.open(path) }
                }
                mailbox.post(.opened(result, path: path, number: number))
            }
        }
    }

    func receive(_ event: BackgroundEvent) {
        switch event {
        case .opened(let result, let path, let number):
            guard number == openingNumber else {
                // Nobody will show it.
                if case .success(let document) = result, document !== self.document { document.close() }
                return
            }
            openedNumber = number
            receive(result, of: path)
        case .pageOpened(let result, let path, let number): receivePage(result, of: path, number: number)
        case .valuesOpened(let reader, let document): receiveValues(.some(reader), of: document)
        case .valuesDecoded(let document): receiveValues(nil, of: document)
        case .folder(let inside, let path, let number):
            guard number == openingNumber else { return }
            files.replace(path, by: inside)
            openCurrent()
        case .besides(let paths, let path): receive(paths, beside: path)
        case .firstStart:
            controls.wantHint()
            scene.setNeedsFrame()
        case .compared(let result, let path): receiveCompared(result, of: path)
        case .recentFiles(let paths):
            recentFiles = recentFiles == nil ? nil : paths
            scene.setNeedsFrame()
        case .progress: scene.setNeedsFrame()
        case .exported(let message, let export): finish(export, message: message)
        case .documentChanged(let document):
            announceWarnings(of: document)
            makeWaitingPageSteps()
        case .fileMissing(let document): reportMissing(document)
        case .message(let message): post(message)
        case .bookmarks(let result, let document, let message): receiveBookmarks(result, of: document, message: message)
        case .lastView(let view, let path): receiveLastView(view, of: path)
        case .annotationsRead(let result, let document): receiveAnnotations(result, of: document)
        }
    }

    /// Shows a file that was opened, or posts why it could not be.
    ///
    /// While nothing is shown, the other files are tried, each once.
    private func receive(_ result: Result<Document, any Error>, of path: String) {
        switch result {
        case .success(let document):
            openingError = nil
            show(document)
            remember()
            listFolder(of: path)
            beginAwaitedComparison()
        case .failure(let error):
            openingError = error
            post("\(FilePath.name(of: path)): \(error.messageWithoutPath)", .error)
            failedPaths.insert(path)
            guard document == nil, !failedPaths.isSuperset(of: files.paths) else { return }
            files.move(by: 1)
            openCurrent()
        }
    }
}

extension Error {
    /// The fault and the remedy, without the path in front of them.
    var messageWithoutPath: String {
        switch self {
        case let error as StoreError: error.message
        case let error as CodecError: error.message
        default: "\(self)"
        }
    }
}
