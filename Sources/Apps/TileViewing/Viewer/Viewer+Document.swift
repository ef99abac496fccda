internal import Files
internal import Glibc
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers

extension Viewer {
    /// Shows an open document in its last view.
    public func show(_ document: Document) {
        leaveComparison()
        if let old = self.document {
            savedViews[old.identity] = currentView
            restoredPaths.remove(old.identity)
            if old !== document { keepLastView() }
            if old !== document { old.close() }
        }
        self.document = document
        announcedMessages = []
        announcedFailures = []
        selection.clear()
        bookmarks = ShownBookmarks()
        // What was asked for was a place of the former image.
        entry.close()
        knownMissingTileCount = 0
        waitingPageSteps = 0
        colorAdjustment = ColorAdjustment()
        isFileMissing = false
        overlays.mapThumbnail = nil
        Transaction.run(disablesActions: true) {
            let size = Size(width: Double(document.size.width), height: Double(document.size.height))
            controller.change { model, time in
                var geometry = model.geometry
                geometry.contentSize = size
                geometry.fitRect = document.state.metadata.place?.dataRect
                return model.setGeometry(geometry, at: time)
                    + model.setView(
                        document.firstRect(in: geometry.viewportSize).map { geometry.view(showing: $0) }
                            ?? geometry.fittedView,
                        animated: false, at: time)
            }
            if let view = initialView ?? savedViews[document.identity] {
                // A larger window would show what lies beyond the edges.
                show(view, isExact: initialView != nil || !restoredPaths.contains(document.identity), animated: false)
            }
            initialView = nil
            gridSelectionLayer.bounds.size = size
            prepareBackdrop(for: size)
            gridSelectionLayer.selection = nil
            showTiles(of: document)
        }
        let mailbox = mailbox
        document.observe { [weak document] in
            guard let document else { return }
            mailbox.post(.documentChanged(document))
        }
        announceWarnings(of: document)
        readAnnotations(of: document)
        readBookmarks()
    }

    /// Checks whether the file still exists, if more tiles are missing than at the last check; stops once it is
    /// missing.
    func checkFileExists() {
        let statistics = settings.loader.statistics
        let missing = statistics.absent + statistics.failures
        guard let document, !document.isRemote, missing > knownMissingTileCount, !isFileMissing else { return }
        knownMissingTileCount = missing
        let mailbox = mailbox
        settings.inBackground {
            guard access(document.path, F_OK) != 0 else { return }
            mailbox.post(.fileMissing(document))
        }
    }

    func reportMissing(_ document: Document) {
        guard document === self.document, !isFileMissing else { return }
        isFileMissing = true
        post("\(document.name): the file is missing. What was loaded of it can still be seen.", .error)
    }

    /// The most failed tiles that are named one by one; many fail at once when a disk is gone.
    static let failureAnnouncementLimit = 3

    /// Posts which visible tiles could not be loaded and why, each once.
    func announceFailures() {
        guard let document, let tiles else { return }
        for tile in tiles.missingTiles {
            guard case .failed(let reason, _, retryTime: nil) = tile.state,
                announcedFailures.count <= Self.failureAnnouncementLimit,
                announcedFailures.insert(tile.index).inserted
            else { continue }
            if announcedFailures.count <= Self.failureAnnouncementLimit {
                post("\(document.name): tile \(tile.index): \(reason)", .error)
            } else {
                post("\(document.name): further tiles cannot be loaded. F5 tries again.", .error)
            }
        }
    }

    /// Loads the failed tiles again; those that fail again are posted again.
    func retryFailures() {
        announcedFailures = []
        settings.loader.retryFailures()
    }

    /// Posts the warnings about the shown document, each once.
    func announceWarnings(of document: Document) {
        guard document === self.document || compared.documents[document.path] === document else { return }
        let state = document.state
        for warning in state.warnings where announcedMessages.insert(warning).inserted {
            post("\(document.name): \(warning)", .warning)
        }
        if case .coarse(let reason) = state.stage, announcedMessages.insert(reason).inserted {
            post("\(document.name): only a preview can be shown. \(reason)", .warning)
        }
        scene.setNeedsFrame()
    }
}
