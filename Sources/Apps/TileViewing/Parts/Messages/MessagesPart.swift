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
        if isNew || messages.count > 0 { messages.layOut(in: layout.size) }
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(messages.request)
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        messages.place(in: arrangement.frames[MessageBar.id])
    }

    var nextUpdateTime: Double? { messages.nextUpdateTime }
}

extension MessageBar {
    /// The space that the messages need, in one or two widths; nil without messages.
    var request: OverlayRequest? {
        guard count > 0 else { return nil }
        let size = fittingSize(width: widthLimit)
        guard size.width > 0 else { return nil }
        return OverlayRequest(
            Self.id, .message, at: .bottom, sizes: [size],
            minimum: Size(width: min(size.width, Self.narrowWidth), height: min(size.height, leastHeight)))
    }

    /// Places the messages in a frame; without one they are hidden.
    func place(in frame: Rect?) {
        let isHidden = frame == nil && count > 0
        if layer.isHidden != isHidden { layer.isHidden = isHidden }
        if let frame { area = frame }
    }

    /// The width to which messages can shrink: their texts are wrapped or truncated.
    private static let narrowWidth = 240.0
}
