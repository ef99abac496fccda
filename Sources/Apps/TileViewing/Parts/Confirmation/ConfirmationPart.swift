internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The question that is asked before something is written, lost or ended; it gets all input until it is answered.
@MainActor
final class ConfirmationPart: ViewerPart {
    let sheet: ConfirmationSheet
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
        sheet = ConfirmationSheet(in: context.environment)
        context.onConfirmation = { [weak self] in self?.sheet.open($0) }
    }

    // MARK: Input

    var isModal: Bool { sheet.isOpen }
    var isTracking: Bool { sheet.isOpen }
    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        if case .key(let key) = event, closes(key) {
            context.perform(.close)
            return true
        }
        // The release of the key that has opened it is for the part that was held.
        guard sheet.handle(event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    /// Whether a key closes the window while the user is asked about that; keys that type text do not.
    private func closes(_ event: KeyEvent) -> Bool {
        asksAboutClosing && event.isDown && !event.isRepeat
            && context.closingStrokes.contains(KeyMap.Stroke(event.key, event.modifiers))
    }

    private var asksAboutClosing: Bool { sheet.question?.title == ViewerContext.quitTitle }

    func handle(text: String) -> Bool { sheet.handle(text: text) }

    func cancelInput() {
        sheet.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? { sheet.cursor(at: point) }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        guard sheet.isOpen else { return false }
        switch command {
        case .cancel: sheet.close()
        // A user who closes the window a second time means it.
        case .close where asksAboutClosing: context.onRequest?(.close)
        default: return false
        }
        context.scene.setNeedsFrame()
        return true
    }

    // MARK: Display

    func update() {
        context.overlays.show(sheet.layer, at: .front, if: sheet.isOpen)
        if sheet.isOpen { sheet.layOut(in: context.windowSize) }
    }
}
