internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The messages to the user, which a click dismisses.
@MainActor
final class MessagesPart: ViewerPart {
    private let context: ViewerContext
    private var messages: MessageBar { context.messages }

    init(_ context: ViewerContext) {
        self.context = context
        context.overlays.add(context.messages.layer, at: .message)
    }

    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        guard messages.handle(event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    func cursor(at point: Point) -> Cursor? { messages.cursor(at: point) }

    func update() {
        messages.update(at: context.now)
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if isNew || messages.count > 0 { messages.layOut(in: layout) }
    }

    var nextUpdateTime: Double? { messages.nextUpdateTime }
}

extension MessageBar {
    /// Places the messages above the status line.
    func layOut(in layout: OverlayLayout) {
        bottomInset = layout.messageInset
        layOut(in: layout.size)
    }
}
