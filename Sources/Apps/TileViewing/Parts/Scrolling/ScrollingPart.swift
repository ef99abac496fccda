internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// Panning and zooming: all events that no other part uses.
@MainActor
final class ScrollingPart: ViewerPart {
    private let context: ViewerContext
    private var controller: ScrollController { context.controller }

    init(_ context: ViewerContext) {
        self.context = context
    }

    // MARK: Input

    var isTracking: Bool { controller.model.isTracking }

    func handle(_ event: InputEvent) -> Bool { controller.handle(context.localized(event)) }

    /// Ends the drag or the motion of what was released, even over a panel that has opened meanwhile.
    func release(_ event: InputEvent) {
        switch event {
        case .key(let key) where !key.isDown: controller.handle(event)
        case .pointer(let pointer):
            guard isTracking, case .up = pointer.phase else { break }
            controller.handle(context.localized(event))
        case .touch(var touch) where touch.phase == .up && isTracking:
            // What was a tap or a stroke elsewhere moves nothing here.
            touch.phase = .cancelled
            controller.handle(context.localized(.touch(touch)))
        case .touch(let touch) where touch.phase == .cancelled && isTracking:
            controller.handle(context.localized(event))
        default: break
        }
    }

    func cancelInput() {
        controller.change { $0.cancelInput(at: $1) }
    }

    func cursor(at point: Point) -> Cursor? {
        if controller.model.isDragging { return .closedHand }
        return context.document != nil && isPannable(at: point) ? .openHand : nil
    }

    /// Whether the image is at a point of the view, and is not seen as a whole.
    private func isPannable(at point: Point) -> Bool {
        let model = controller.model
        return !context.showsWholeImage && model.geometry.contentRect.contains(model.contentPoint(at: point))
    }

    // MARK: Document

    func documentDidClose() {
        controller.change { model, time in
            model.cancelInput(at: time) + model.setView(model.view, animated: false, at: time)
        }
    }

    func documentDidOpen(_ document: Document) {
        let isPyramid = document.state.metadata.isPyramid
        controller.settings.doubleClick = context.settings.doubleClick ?? (isPyramid ? .zoom : .fit)
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        if command == .fitWidth { return fitWidth() }
        guard let command = command.scrolling else { return false }
        controller.change { $0.perform(command, at: $1) }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        let isScrolling = command.scrolling != nil || command == .fitWidth
        return isScrolling && context.document != nil ? CommandState() : nil
    }

    /// Fits the image between the left and the right edge of the view, whatever its angle.
    private func fitWidth() -> Bool {
        controller.change { model, time in
            let geometry = model.geometry
            let image = Rect(enclosing: geometry.fittedRect.corners.map(model.viewPoint))
            guard image.size.width > 0, geometry.usableRect.size.width > 0 else { return [] }
            var target = model.view
            target.scale *= geometry.usableRect.size.width / image.size.width
            return model.setView(target, animated: true, at: time)
        }
        return true
    }

    var nextUpdateTime: Double? { controller.nextFrameTime }
}
