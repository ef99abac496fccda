internal import Glibc
internal import ImageCodecs
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TileStores
internal import TiledLayers

extension Viewer {
    /// Opens files in the background, and shows the first one when it is ready; keys step through the others.
    ///
    /// The document that is shown stays until then. Files that are dropped on the window are opened the same way.
    public func open(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        files.add(paths)
        openCurrent()
    }

    /// The window's title, which always begins with the program's name.
    public var title: String {
        guard let document else { return "tileview" }
        let positionText =
            shownPosition.map { files.paths.count > 1 ? " (\($0 + 1) of \(files.paths.count))" : "" } ?? ""
        let progress = export.map { " - exporting \(Int($0.fractionCompleted * 100)) %" } ?? ""
        return "tileview - \(document.name)\(positionText)\(progress)"
    }

    /// The index of the file that is shown, which is not the list's current one while that cannot be opened.
    var shownPosition: Int? { document.flatMap { files.paths.firstIndex(of: $0.path) } }

    /// Whether a file is being opened.
    public var isOpening: Bool { openingNumber != openedNumber }

    func go(by step: Int) {
        guard files.paths.count > 1 else { return post("There is no other file to open.") }
        files.move(by: step)
        openCurrent()
    }

    private func openCurrent() {
        guard let path = files.current else { return }
        openingNumber += 1
        let (number, mailbox, open) = (openingNumber, mailbox, settings.open)
        settings.inBackground {
            mailbox.post(.opened(Result { try open(path) }, path: path, number: number))
        }
    }

    func receive(_ event: BackgroundEvent) {
        switch event {
        case .opened(let result, let path, let number):
            guard number == openingNumber else { return }
            openedNumber = number
            receive(result, of: path)
        case .progress: scene.setNeedsFrame()
        case .exported(let message, let export): finish(export, message: message)
        case .documentChanged(let document): announceWarnings(of: document)
        case .fileMissing(let document): reportMissing(document)
        case .message(let message): post(message)
        }
    }

    /// Posts the warnings about the shown document, each once.
    private func announceWarnings(of document: Document) {
        guard document === self.document else { return }
        let state = document.state
        for warning in state.warnings where announcedMessages.insert(warning).inserted {
            post("\(document.name): \(warning)", .warning)
        }
        if case .coarse(let reason) = state.stage, announcedMessages.insert(reason).inserted {
            post("\(document.name): only a preview can be shown. \(reason)", .warning)
        }
        scene.setNeedsFrame()
    }

    /// Shows a file that was opened, or posts why it could not be.
    ///
    /// While nothing is shown, the other files are tried, each once.
    private func receive(_ result: Result<Document, any Error>, of path: String) {
        switch result {
        case .success(let document):
            openingError = nil
            show(document)
        case .failure(let error):
            openingError = error
            post("\(path.name): \(error.messageWithoutPath)", .error)
            failedPaths.insert(path)
            guard document == nil, !failedPaths.isSuperset(of: files.paths) else { return }
            files.move(by: 1)
            openCurrent()
        }
    }

    /// Shows an open document, in the view in which it was last seen.
    public func show(_ document: Document) {
        if let old = self.document {
            savedViews[old.path] = currentView
            if old !== document { old.close() }
        }
        self.document = document
        announcedMessages = []
        selection.clear()
        knownMissingTileCount = 0
        isFileMissing = false
        overlays.mapThumbnail = nil
        Transaction.run(disablesActions: true) {
            let size = Size(width: Double(document.size.width), height: Double(document.size.height))
            controller.change { model, time in
                var geometry = model.geometry
                geometry.contentSize = size
                return model.setGeometry(geometry, at: time)
                    + model.setView(geometry.view(showing: geometry.contentRect), animated: false, at: time)
            }
            if let view = initialView ?? savedViews[document.path] {
                show(view, isExact: true, animated: false)
            }
            initialView = nil
            gridSelectionLayer.bounds.size = size
            gridSelectionLayer.selection = nil
            showTiles(of: document)
        }
        let mailbox = mailbox
        document.observe { [weak document] in
            guard let document else { return }
            mailbox.post(.documentChanged(document))
        }
        announceWarnings(of: document)
    }

    /// Checks whether the file still exists, if more tiles are missing than at the last check; stops once it is
    /// missing.
    func checkFileExists() {
        let statistics = settings.loader.statistics
        let missing = statistics.absent + statistics.failures
        guard let document, missing > knownMissingTileCount, !isFileMissing else { return }
        knownMissingTileCount = missing
        let mailbox = mailbox
        settings.inBackground {
            guard access(document.path, F_OK) != 0 else { return }
            mailbox.post(.fileMissing(document))
        }
    }

    private func reportMissing(_ document: Document) {
        guard document === self.document, !isFileMissing else { return }
        isFileMissing = true
        post("\(document.name): the file is missing. What was loaded of it can still be seen.", .error)
    }
}

extension String {
    /// The last component of a path.
    fileprivate var name: String { FilePath.name(of: self) }
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
