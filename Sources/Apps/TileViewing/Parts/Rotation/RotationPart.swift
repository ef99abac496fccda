internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import VectorDrawing

/// The rotation of the view by any angle: by a drag while the key that rotates to the left is held, or by a typed angle.
///
/// The key rotates by a right angle if it is released without a drag.
@MainActor
final class RotationPart: ViewerPart {
    /// The key that is held down.
    private struct Held {
        var key: Key
        var command: ViewerCommand
        /// Whether the view has been dragged since the key went down.
        var hasDragged = false
    }

    private let context: ViewerContext
    /// The keys that rotate to the left, by a right angle.
    private let strokes: [KeyMap.Stroke: ScrollCommand]
    private var held: Held?
    private var drag: RotationDrag?
    /// Whether the whole image was fitted into the view when the drag began.
    private var isFitting = false
    /// The message that names the angle, and its text; nil if none was shown.
    private var message: (id: Int, text: String)?

    init(_ context: ViewerContext) {
        self.context = context
        strokes = context.settings.keys.scrolling.commands.filter { $0.value == .rotate(degrees: -90) }
    }

    // MARK: Input

    /// While the key is held, presses are for this part.
    var isTracking: Bool { held != nil || drag != nil }

    func handle(_ event: InputEvent) -> Bool {
        switch context.localized(event) {
        case .key(let event): handle(event)
        case .pointer(let event): handle(event)
        case .touch, .wheel: false
        }
    }

    private func handle(_ event: KeyEvent) -> Bool {
        if event.isDown, let command = strokes[KeyMap.Stroke(event.key, event.modifiers)] {
            if !event.isRepeat { held = Held(key: event.key, command: .scroll(command)) }
            return true
        }
        // Shift may have been released before.
        guard !event.isDown, let held, held.key == event.key else { return false }
        self.held = nil
        if !held.hasDragged { context.perform(held.command) }
        return true
    }

    private func handle(_ event: PointerEvent) -> Bool {
        let vector = event.position - context.viewMiddle
        switch event.phase {
        case .down(.primary, _) where held != nil && context.document != nil:
            held?.hasDragged = true
            let model = context.controller.model
            isFitting = model.geometry.isFitting(model.view)
            drag = RotationDrag(angle: model.view.angle, at: vector)
        case .moved:
            guard var drag else { return false }
            let angle = drag.move(to: vector, isStepped: event.modifiers.contains(.control))
            self.drag = drag
            rotate(to: angle)
        case .up(.primary, _):
            guard drag != nil else { return false }
            endDrag()
        default: return drag != nil
        }
        return true
    }

    private func endDrag() {
        drag = nil
        let isFitting = isFitting
        context.controller.change { model, time in
            let target = isFitting ? model.geometry.fitting(model.view) : model.geometry.constrained(model.view)
            return target == model.view ? [] : model.setView(target, at: time)
        }
        context.scene.setNeedsFrame()
    }

    /// Rotates about the middle of the view, without an animation, and says by how much.
    private func rotate(to angle: Double) {
        context.controller.change { model, time in
            var view = model.view
            view.angle = angle
            return model.setView(view, animated: false, constrained: false, at: time)
        }
        let text = "Rotated by \(AngleText.text(context.controller.model.view.normalizedAngle))"
        if message?.text != text {
            let id = context.announce(
                Message(.information, text, duration: 2), insteadOf: message?.id, isAboutDocument: true)
            message = (id, text)
        }
        context.scene.setNeedsFrame()
    }

    func cancelInput() {
        held = nil
        if drag != nil { endDrag() }
    }

    func update() {
        // What covers the view gets the release of the key.
        if isTracking, context.isCovered || context.isTyping { cancelInput() }
    }

    func documentDidOpen(_ document: Document) {
        message = nil
    }

    func documentDidClose() {
        held = nil
        drag = nil
        message = nil
    }

    func describe(in status: inout ViewerStatus) {
        let text = AngleText.text(context.currentView.normalizedAngle)
        // An angle that rounds to zero is none that can be seen.
        status.rotation = context.document == nil || text == AngleText.text(0) ? nil : text
    }

    func cursor(at point: Point) -> Cursor? {
        if drag != nil { return .closedHand }
        return held == nil || context.document == nil ? nil : .openHand
    }

    // MARK: Commands

    func state(of command: ViewerCommand) -> CommandState? {
        command == .typeAngle && context.document != nil ? CommandState() : nil
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .typeAngle else { return false }
        ask()
        return true
    }

    private func ask() {
        guard context.document != nil else { return context.postNoFile("to rotate") }
        let angle = context.currentView.normalizedAngle
        let question = TextEntry.Question(
            title: "Angle", text: NumberText.decimal(angle, digits: 2, style: .display),
            hint: "degrees clockwise, such as 12.5; 0 is upright"
        ) { [weak self] text in
            guard let angle = AngleText.parse(text) else { return "Type degrees clockwise, such as 12.5 or -90." }
            self?.fly(to: angle)
            return nil
        }
        context.ask(question)
    }

    /// Rotates to an angle, the shorter way.
    private func fly(to angle: Double) {
        context.controller.change { model, time in
            var view = model.view
            view.angle += ViewState(center: .zero, angle: angle - view.angle).normalizedAngle
            return model.setView(
                model.geometry.isFitting(model.view) ? model.geometry.fitting(view) : view, at: time)
        }
        context.scene.setNeedsFrame()
    }
}

extension ViewerContext {
    /// The middle of the view, in points of the view.
    fileprivate var viewMiddle: Point {
        let size = view.bounds.size
        return Point(x: size.width / 2, y: size.height / 2)
    }
}
