internal import LayerTree
internal import ScrollLayers

/// The line in which the user types places, regions and names.
@MainActor
final class TextEntryPart: ViewerPart {
    let entry: TextEntry
    private let context: ViewerContext
    /// The character of the key that is held down.
    private var heldCharacter: String?
    /// The text of the key that has opened the entry, which is not typed into it.
    private var openingText: String?

    init(_ context: ViewerContext) {
        self.context = context
        entry = TextEntry(in: context.environment)
        context.onQuestion = { [weak self] in self?.ask($0) }
    }

    private func ask(_ question: TextEntry.Question) {
        openingText = heldCharacter
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

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let event): return handle(event)
        case .pointer(let event):
            guard entry.handle(event) else { return false }
            context.scene.setNeedsFrame()
            return true
        case .wheel, .touch: return false
        }
    }

    private func handle(_ event: KeyEvent) -> Bool {
        // The text of a key follows until the key is released, or another one pressed.
        if !event.isDown || !event.isRepeat {
            openingText = nil
            heldCharacter = event.isDown ? event.key.character.map { String($0) } : nil
        }
        guard entry.isOpen, event.isDown else { return false }
        let outcome = entry.handle(event)
        context.scene.setNeedsFrame()
        switch outcome {
        case .unused: return false
        case .used: break
        case .copy(let text): context.onRequest?(.copy(text))
        case .paste: context.onRequest?(.paste)
        }
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
        // What was asked for was a place of the former image.
        entry.close()
    }

    func update() {
        guard entry.layer.superlayer != nil else { return }
        if entry.isOpen {
            entry.update(in: context.overlayLayout)
        } else {
            context.overlays.remove(entry.layer)
        }
    }
}

extension Key {
    /// The character of a key that has one.
    fileprivate var character: Character? {
        if case .character(let character) = self { character } else { nil }
    }
}
