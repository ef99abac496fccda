internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The line in which the user types places, regions and names.
@MainActor
final class TextEntryPart: ViewerPart {
    let entry: TextEntry
    private let context: ViewerContext
    /// The character of the key that is held down.
    private var heldCharacter: String?
    /// The text of the key that has opened the entry, which is not typed into it.
    private var openingText: String?
    /// Whether the question is about the document that is open, so that it ends with the document.
    private var isAboutDocument = true

    init(_ context: ViewerContext) {
        self.context = context
        entry = TextEntry(in: context.environment)
        context.onQuestion = { [weak self] in self?.ask($0, isAboutDocument: $1) }
        context.environment.onCopy = { [weak context] in context?.onRequest?(.copy($0)) }
        context.environment.onPaste = { [weak context] in
            context?.onRequest?(.paste)
            return nil
        }
    }

    private func ask(_ question: TextEntry.Question, isAboutDocument: Bool) {
        self.isAboutDocument = isAboutDocument
        openingText = heldCharacter
        // The width is known before a text is drawn.
        entry.layOut(in: context.windowSize)
        entry.open(question)
        if entry.layer.superlayer == nil { context.overlays.add(entry.layer, at: .front) }
    }

    /// Inserts text from the clipboard.
    func paste(_ text: String) {
        entry.insert(text)
        context.scene.setNeedsFrame()
    }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { entry.isSelecting }
    var isTyping: Bool { entry.isOpen }

    func endTyping() {
        if entry.isOpen { entry.close() }
    }

    func handle(_ event: InputEvent) -> Bool {
        // The text of a key follows until the key is released, or another one pressed.
        if case .key(let key) = event, !key.isDown || !key.isRepeat {
            openingText = nil
            heldCharacter = key.isDown ? key.key.character.map { String($0) } : nil
        }
        guard entry.handle(event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    func handle(text: String) -> Bool {
        guard entry.isOpen else { return false }
        if openingText != text.lowercased() {
            entry.insert(text)
            context.scene.setNeedsFrame()
        }
        return true
    }

    func cancelInput() {
        entry.cancelInput()
        heldCharacter = nil
    }

    // MARK: Display

    func documentDidOpen(_ document: Document) {
        // What was asked for was a place of the former image. The letters of an address would become commands.
        if isAboutDocument { entry.close() }
    }

    func documentDidClose() {
        entry.close()
    }

    func update() {
        guard entry.layer.superlayer != nil else { return }
        if entry.isOpen {
            entry.layOut(in: context.windowSize)
        } else {
            context.overlays.remove(entry.layer)
        }
    }

    func addOverlays(to list: inout OverlayList) {
        guard entry.isOpen, entry.contentSize.width > 0 else { return }
        let size = entry.contentSize
        let isLow = list.layout.size.height < Self.lowHeight
        // It gets less room where there is not enough for all.
        list.add(
            OverlayRequest(
                Self.id, .question, at: isLow ? .top : .aboveMiddle, sizes: [size],
                minimum: Size(
                    width: min(size.width, Self.leastSize.width), height: min(size.height, Self.leastSize.height))))
    }

    /// The least size with which a text can be read and typed: a few words above the field.
    private static let leastSize = Size(width: 180, height: 64)

    func placeOverlays(_ arrangement: OverlayArrangement) {
        entry.area = arrangement.frames[Self.id]
    }

    private static let id = OverlayID("text entry")
    /// The height of windows below which the entry is at their upper edge, so that there is room for the rest.
    private static let lowHeight = 600.0
}

extension Key {
    /// The character of a key that has one.
    fileprivate var character: Character? {
        if case .character(let character) = self { character } else { nil }
    }
}
