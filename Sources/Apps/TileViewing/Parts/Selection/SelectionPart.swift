internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import VectorDrawing

/// The selection of a region: by a drag with Shift, by its handles, or typed.
@MainActor
final class SelectionPart: ViewerPart {
    /// The handles of the selection and its size.
    let marks: SelectionMarks
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
        marks = SelectionMarks(in: context.environment)
    }

    // MARK: Input

    var isTracking: Bool { context.selection.isDrawing }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer(let event) = context.localized(event) else { return false }
        if isTracking { return draw(event) }
        return changeSelection(event) || beginSelection(event)
    }

    /// Begins a drag of the selection at a press on it.
    ///
    /// - Returns: whether it begins: with Shift only at a handle, because Shift and a drag make a new selection, and not while
    ///   annotations are edited, which can be inside.
    private func changeSelection(_ event: PointerEvent) -> Bool {
        guard case .down(.primary, clicks: 1) = event.phase, event.modifiers.isSubset(of: .shift),
            !context.isEditing, !context.controller.model.isTracking, let part = outline?.part(at: event.position),
            part != .inside || event.modifiers.isEmpty, let imagePoint = context.imagePoint(at: event.position)
        else { return false }
        context.selection.begin(part, at: imagePoint, viewPoint: event.position)
        return true
    }

    /// Begins a new selection at a press with Shift; a double click with Shift zooms out.
    private func beginSelection(_ event: PointerEvent) -> Bool {
        guard event.phase == .down(.primary, clicks: 1), event.modifiers == .shift, context.document != nil,
            let imagePoint = context.imagePoint(at: event.position)
        else { return false }
        context.selection.begin(at: imagePoint, viewPoint: event.position)
        return true
    }

    private func draw(_ event: PointerEvent) -> Bool {
        if let document = context.document, let imagePoint = context.imagePoint(at: event.position),
            event.phase != .exited
        {
            context.selection.draw(
                to: imagePoint, viewPoint: event.position, in: document.size,
                keepsAspect: event.modifiers.contains(.shift))
        }
        if case .up(.primary, _) = event.phase {
            if context.selection.isClick {
                context.controller.change { model, _ in
                    model.addClick()
                    return []
                }
            }
            context.selection.end()
        }
        return true
    }

    func cancelInput() {
        context.selection.end()
    }

    func cursor(at point: Point) -> Cursor? {
        if isTracking { return context.selection.target.map { cursor(over: $0) } ?? .crosshair }
        guard context.document != nil, !context.controller.model.isDragging else { return nil }
        if !context.isEditing, context.modifiers.isSubset(of: .shift), let part = outline?.part(at: point),
            part != .inside || context.modifiers.isEmpty
        {
            return cursor(over: part)
        }
        return context.modifiers == .shift ? .crosshair : nil
    }

    /// The pointer's shape over a part of the selection: the arrows of the directions in which a drag moves it.
    private func cursor(over part: SelectionTarget) -> Cursor {
        switch part {
        case .inside: .move
        case .handle(let handle):
            Cursor(
                resizingAlong: context.controller.model.view.viewVector(
                    Point(x: Double(handle.horizontal), y: Double(handle.vertical))))
        }
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .typeSelection: ask()
        case .cancel:
            guard context.selection.rect != nil else { return false }
            context.selection.clear()
        default: return false
        }
        return true
    }

    /// Asks for the region that is selected.
    private func ask() {
        guard let document = context.document else { return context.postNoFile("to select in") }
        let size = document.size
        let seen = PixelRect(touchedBy: context.controller.model.visibleRect, in: size)
        let current = context.selection.rect ?? seen ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let question = TextEntry.Question(
            title: "Selection", text: RegionText.editable(current), hint: "x, y, width × height in pixels"
        ) { [weak self] text in
            do throws(RegionText.Fault) {
                self?.select(try RegionText.parse(text, current: current, in: size))
                return nil
            } catch {
                return error.description
            }
        }
        context.ask(question)
    }

    /// Selects a region, and flies there if nothing of it is in view.
    private func select(_ rect: PixelRect) {
        context.selection.select(rect)
        guard rect.area.intersection(context.controller.model.visibleRect) == nil else { return }
        var target = context.currentView
        target.center = rect.area.point(at: Point(x: 0.5, y: 0.5))
        context.show(target)
    }

    // MARK: Display

    /// The outline of the selection in the view; nil if nothing is selected.
    private var outline: SelectionOutline? {
        context.selection.rect.map {
            SelectionOutline($0, view: context.controller.model.view, size: context.view.bounds.size)
        }
    }

    func update() {
        guard let outline, let rect = context.selection.rect else {
            if marks.layer.superlayer != nil { marks.layer.removeFromSuperlayer() }
            return
        }
        if marks.layer.superlayer == nil {
            context.scene.root.insertSublayer(marks.layer, below: context.overlays.layer)
        }
        let text = RegionText.size(of: rect, in: context.metadata)
        context.fillView(marks.layer)
        // Side by side, the other panes show other images.
        marks.layer.masksToBounds = context.panes.panes.count > 1
        marks.update(outline, text: text, in: context.view.bounds.size)
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        // The view of the image begins at the upper left corner of the window.
        marks.avoid(Array(arrangement.frames.values))
    }

    func describe(in status: inout ViewerStatus) {
        status.selection = context.selection.rect
    }
}
