internal import LayerTree
internal import ScrollLayers

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
        guard case .pointer(let event) = event, case .down(.primary, _) = event.phase,
            let message = messages.message(at: event.position)
        else { return false }
        context.dismiss(message)
        context.scene.setNeedsFrame()
        return true
    }

    func cursor(at point: Point) -> Cursor? { messages.message(at: point) == nil ? nil : .pointingHand }

    func update() {
        messages.advance(to: context.now)
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if isNew || messages.count > 0 { messages.update(in: layout) }
    }

    var nextUpdateTime: Double? { messages.nextChangeTime }
}
