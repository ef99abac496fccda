internal import LayerTree
internal import ScrollLayers

/// The bookmarks of the document that is shown.
struct ShownBookmarks: Sendable {
    /// The bookmarks, in the order in which they were added.
    var all: [Bookmark] = []
    /// The bookmarks that were deleted since the document was opened, with their former indices, the last one at the end.
    var deleted: [(index: Int, bookmark: Bookmark)] = []
    /// The reason that the bookmarks cannot be stored; nil if they can.
    var failure: String?
}

// MARK: Commands

extension Viewer {
    /// Asks for a name, under which the current view is kept.
    func addBookmark() {
        guard document != nil else { return post("No file is open to keep a place of.", .error) }
        guard let store = bookmarkStore else { return }
        let view = currentView
        let question = TextEntry.Question(
            title: "Keep this view as", text: freeBookmarkName, hint: "A name; J lists what is kept."
        ) { [weak self] text in
            let bookmark = Bookmark(
                name: text.trimmed.isEmpty ? self?.freeBookmarkName ?? "" : text.trimmed, view: view)
            self?.changeBookmarks(in: store, saying: "Kept: \(bookmark.name)") { $0.append(bookmark) }
            return nil
        }
        ask(question)
    }

    /// Opens or closes the list of bookmarks.
    func toggleBookmarkList() {
        guard document != nil else { return post("No file is open to list places of.", .error) }
        guard bookmarkStore != nil else { return }
        bookmarkList.isOpen.toggle()
        if bookmarkList.isOpen { readBookmarks() }
        scene.setNeedsFrame()
    }

    /// The store; posts why there is none.
    private var bookmarkStore: BookmarkStore? {
        if settings.bookmarks == nil { post("There is no folder to keep bookmarks in.", .error) }
        return settings.bookmarks
    }

    /// The first of "Place 1", "Place 2" and so on that is free.
    private var freeBookmarkName: String {
        let names = Set(bookmarks.all.map(\.name))
        return (1...BookmarkStore.bookmarkLimit + 1).lazy.map { "Place \($0)" }.first { !names.contains($0) } ?? "Place"
    }

    private func perform(_ request: BookmarkList.Request) {
        guard let store = settings.bookmarks else { return }
        switch request {
        case .open(let index) where bookmarks.all.indices.contains(index):
            show(bookmarks.all[index].view, isExact: false)
        case .rename(let index) where bookmarks.all.indices.contains(index):
            let old = bookmarks.all[index]
            ask(
                TextEntry.Question(title: "Rename", text: old.name, hint: "The new name of the bookmark.") {
                    [weak self] text in
                    guard !text.trimmed.isEmpty else { return "Type a name." }
                    self?.changeBookmarks(in: store) { all in
                        guard let index = all.nearestIndex(of: old, to: index) else { return }
                        all[index].name = text.trimmed
                    }
                    return nil
                })
        case .delete(let index) where bookmarks.all.indices.contains(index):
            let bookmark = bookmarks.all[index]
            bookmarks.deleted.append((index, bookmark))
            changeBookmarks(in: store, saying: "Deleted: \(bookmark.name). Ctrl+z in the list brings it back.") { all in
                if let index = all.nearestIndex(of: bookmark, to: index) { all.remove(at: index) }
            }
        case .restore:
            guard let last = bookmarks.deleted.popLast() else { return post("No bookmark was deleted.") }
            changeBookmarks(in: store) { $0.insert(last.bookmark, at: min(last.index, $0.count)) }
        case .close: bookmarkList.isOpen = false
        case .open, .rename, .delete: break
        }
        scene.setNeedsFrame()
    }
}

// MARK: Input and display

extension Viewer {
    /// Handles a key while the list is open; returns whether it means something there.
    func handleBookmarkKey(_ event: KeyEvent) -> Bool {
        guard !features.contains(.help), let requests = bookmarkList.handle(event) else { return false }
        requests.forEach(perform)
        scene.setNeedsFrame()
        return true
    }

    /// Handles a pointer event on the list; returns whether it is there.
    func handleBookmarkPointer(_ event: PointerEvent) -> Bool {
        guard !controller.model.isTracking, let requests = bookmarkList.handle(event) else { return false }
        requests.forEach(perform)
        scene.setNeedsFrame()
        return true
    }

    /// Shows the list while it is open.
    func updateBookmarkList() {
        let layer = bookmarkList.layer
        guard bookmarkList.isOpen else {
            if layer.superlayer != nil { layer.removeFromSuperlayer() }
            return
        }
        bookmarkList.update(
            bookmarks.all, in: OverlayLayout(size: windowSize, theme: overlays.environment.theme))
        if layer.superlayer == nil {
            overlays.layer.insertSublayer(layer, below: overlays.messages.layer)
        }
    }
}

// MARK: Store

extension Viewer {
    /// Reads the bookmarks of the document in the background.
    func readBookmarks() {
        guard let document, let store = settings.bookmarks else { return }
        let mailbox = mailbox
        settings.inBackground { [weak document] in
            guard let document else { return }
            let result = Result { () throws(StateFileError) in try store.bookmarks(of: document.path) }
            mailbox.post(.bookmarks(result, of: document, message: nil))
        }
    }

    /// Changes the bookmarks at once, and in the background those that are kept.
    private func changeBookmarks(
        in store: BookmarkStore, saying message: String? = nil, _ change: @escaping @Sendable (inout [Bookmark]) -> Void
    ) {
        guard let document else { return }
        let mailbox = mailbox
        stateWork.add(settings.inBackground) {
            let result = Result { () throws(StateFileError) in try store.change(document.path, change) }
            mailbox.post(.bookmarks(result, of: document, message: message))
        }
    }

    /// Takes the bookmarks that were read or changed.
    func receiveBookmarks(_ result: Result<[Bookmark], StateFileError>, of document: Document, message: String?) {
        switch result {
        case .success(let all):
            if document === self.document { bookmarks.all = all }
            if let message { post(message) }
        case .failure(let error): post("\(error)", .error)
        }
        scene.setNeedsFrame()
    }
}

extension [Bookmark] {
    /// The index of a bookmark; of several equal ones, that which is nearest to where it was.
    fileprivate func nearestIndex(of bookmark: Bookmark, to index: Int) -> Int? {
        indices.filter { self[$0] == bookmark }.min { abs($0 - index) < abs($1 - index) }
    }
}

extension String {
    /// The text without spaces at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
