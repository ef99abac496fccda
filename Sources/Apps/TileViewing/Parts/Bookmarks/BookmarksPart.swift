internal import Controls
internal import LayerTree
internal import ScrollLayers

/// The bookmarks of the document: the list, and keeping the present view.
@MainActor
final class BookmarksPart: ViewerPart {
    let list: BookmarkList
    /// The bookmarks, in the order in which they were added.
    private(set) var bookmarks: [Bookmark] = []
    private let context: ViewerContext
    /// The bookmarks that were deleted since the document was opened, with their former indices, the last one at the end.
    private var deleted: [(index: Int, bookmark: Bookmark)] = []

    init(_ context: ViewerContext) {
        self.context = context
        list = BookmarkList(in: context.environment)
    }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { list.isPressed }

    func cancelInput() {
        list.cancelInput()
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let event): context.features.contains(.help) ? false : finish(list.handle(event))
        case .pointer(let event): finish(list.handle(event))
        case .wheel(let event): list.scroll(by: event.scrolledPoints, at: event.position)
        case .touch: false
        }
    }

    /// Does what is asked for; returns whether the event was for the list.
    private func finish(_ requests: [BookmarkList.Request]?) -> Bool {
        guard let requests else { return false }
        requests.forEach(perform)
        context.scene.setNeedsFrame()
        return true
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .addBookmark: addBookmark()
        case .listBookmarks: toggleList()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard context.settings.bookmarks != nil, context.document != nil else { return nil }
        return switch command {
        case .addBookmark: CommandState()
        case .listBookmarks: CommandState(isChecked: list.isOpen)
        default: nil
        }
    }

    /// Asks for a name, under which the current view is kept.
    private func addBookmark() {
        guard let document = context.document else { return context.postNoFile("to keep a place of") }
        guard let store else { return }
        let view = context.currentView
        let rendering = document.renderingLink
        let question = TextEntry.Question(
            title: "Keep this view as", text: freeName, hint: "A name; J lists what is kept."
        ) { [weak self] text in
            let name = text.trimmed.isEmpty ? self?.freeName ?? "" : text.trimmed
            let bookmark = Bookmark(name: name, view: view, rendering: rendering)
            self?.change(store, saying: "Kept: \(bookmark.name)") { $0.append(bookmark) }
            return nil
        }
        context.ask(question)
    }

    private func toggleList() {
        guard let document = context.document else {
            return context.postNoFile("to list places of")
        }
        guard store != nil else { return }
        list.isOpen.toggle()
        if list.isOpen { read(of: document) }
        context.scene.setNeedsFrame()
    }

    /// The store; posts why there is none.
    private var store: BookmarkStore? {
        if context.settings.bookmarks == nil { context.post("There is no folder to keep bookmarks in.", .error) }
        return context.settings.bookmarks
    }

    /// The first of "Place 1", "Place 2" and so on that is free.
    private var freeName: String {
        let names = Set(bookmarks.map(\.name))
        return (1...BookmarkStore.bookmarkLimit + 1).lazy.map { "Place \($0)" }.first { !names.contains($0) } ?? "Place"
    }

    private func perform(_ request: BookmarkList.Request) {
        guard let store = context.settings.bookmarks else { return }
        switch request {
        case .open(let index) where bookmarks.indices.contains(index):
            context.show(bookmarks[index].view)
            showRendering(of: bookmarks[index])
        case .rename(let index) where bookmarks.indices.contains(index): rename(at: index, in: store)
        case .delete(let index) where bookmarks.indices.contains(index):
            let bookmark = bookmarks[index]
            deleted.append((index, bookmark))
            change(store, saying: "Deleted: \(bookmark.name). Ctrl+z in the list brings it back.") { all in
                if let index = all.nearestIndex(of: bookmark, to: index) { all.remove(at: index) }
            }
        case .restore:
            guard let last = deleted.popLast() else { return context.post("No bookmark was deleted.") }
            change(store) { $0.insert(last.bookmark, at: min(last.index, $0.count)) }
        case .close: list.isOpen = false
        case .open, .rename, .delete: break
        }
        context.scene.setNeedsFrame()
    }

    /// Draws the channels as when the bookmark was made.
    private func showRendering(of bookmark: Bookmark) {
        guard let channels = context.document?.channels else { return }
        guard let link = bookmark.rendering else {
            context.channelRendering = channels.automatic
            return
        }
        context.showRendering(link: link, isAsked: false)
    }

    private func rename(at index: Int, in store: BookmarkStore) {
        let old = bookmarks[index]
        let question = TextEntry.Question(
            title: "Rename", text: old.name, hint: "The new name of the bookmark."
        ) { [weak self] text in
            guard !text.trimmed.isEmpty else { return "Type a name." }
            self?.change(store) { all in
                guard let index = all.nearestIndex(of: old, to: index) else { return }
                all[index].name = text.trimmed
            }
            return nil
        }
        context.ask(question)
    }

    // MARK: Store

    func documentDidOpen(_ document: Document) {
        bookmarks = []
        deleted = []
        read(of: document)
    }

    func documentDidClose() {
        bookmarks = []
        deleted = []
        list.isOpen = false
    }

    /// Reads the bookmarks of the document in the background.
    private func read(of document: Document) {
        guard let store = context.settings.bookmarks else { return }
        let path = document.path
        context.inBackground {
            Result { () throws(StateFileError) in try store.bookmarks(of: path) }
        } then: { [weak self, weak document] result in
            self?.receive(result, of: document)
        }
    }

    /// Changes the bookmarks that are kept, in the background.
    private func change(
        _ store: BookmarkStore, saying message: String? = nil, _ change: @escaping @Sendable (inout [Bookmark]) -> Void
    ) {
        guard let document = context.document else { return }
        let mailbox = context.mailbox
        context.stateWork.add(context.settings.inBackground) {
            let result = Result { () throws(StateFileError) in try store.change(document.path, change) }
            mailbox.post(.work { [weak self] in self?.receive(result, of: document, saying: message) })
        }
    }

    /// Takes the bookmarks that were read or changed.
    private func receive(
        _ result: Result<[Bookmark], StateFileError>, of document: Document?, saying message: String? = nil
    ) {
        switch result {
        case .success(let all):
            if let document, document === context.document { bookmarks = all }
            if let message { context.post(message) }
        case .failure(let error): context.post(context.message(of: error))
        }
        context.scene.setNeedsFrame()
    }

    // MARK: Display

    func update() {
        if list.isOpen { list.update(bookmarks, in: context.overlayLayout) }
        context.overlays.show(list.layer, if: list.isOpen)
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(self.list.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        list.place(in: arrangement.frames[BookmarkList.id])
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == BookmarkList.id else { return }
        list.isOpen = false
        context.overlays.show(list.layer, if: false)
    }
}

extension [Bookmark] {
    /// The index of a bookmark; of several equal ones, that which is nearest to where it was.
    fileprivate func nearestIndex(of bookmark: Bookmark, to index: Int) -> Int? {
        indices.filter { self[$0] == bookmark }.min { abs($0 - index) < abs($1 - index) }
    }
}
