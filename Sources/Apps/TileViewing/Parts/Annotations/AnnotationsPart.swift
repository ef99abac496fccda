internal import Controls
internal import Files
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import VectorDrawing

/// The annotations of the document: showing and editing them, and the file in which they are kept.
@MainActor
final class AnnotationsPart: ViewerPart {
    /// The editor of the annotations.
    var editor = AnnotationEditor()
    /// The layers of the annotations, between the image and the overlays.
    let view: AnnotationView
    private let context: ViewerContext
    private let files: AnnotationFiles
    /// The annotations of another map that are shown by coordinates.
    private let overlaid: OverlaidAnnotations
    /// Whether editing begins once the file is read.
    private var isAwaited = false
    /// The press of the primary button that may become a click: its point on the image, and the number of clicks.
    private var press: (point: Point, clicks: Int)?
    /// The message that says whether annotations are shown; nil if none was shown.
    private var visibilityMessage: Int?
    /// The finger that edits.
    private(set) var touch = AnnotationTouch()

    /// The distance at which the pointer still hits an annotation or a handle, in points.
    private static let reach = 7.0
    /// The distance that the pointer may move during a click, in points.
    private static let clickSlop = 4.0

    init(_ context: ViewerContext) {
        self.context = context
        view = AnnotationView(in: context.environment)
        files = AnnotationFiles(context)
        overlaid = OverlaidAnnotations(context)
    }

    // MARK: Document

    /// Whether a file is being read; nothing can be edited before the file of the image has been read.
    var isReading: Bool { files.isReading || overlaid.isReading }

    /// The reasons that requested annotations are not in a screenshot; empty if they are, or if none were requested.
    var failures: [String] {
        context.features.contains(.annotations) ? files.failures + overlaid.failures : []
    }

    func documentWillChange(to new: Document) {
        files.save(editor.list)
    }

    func documentDidOpen(_ document: Document) {
        editor = AnnotationEditor()
        isAwaited = false
        press = nil
        touch = AnnotationTouch()
        context.calibration = nil
        overlaid.open(document)
        files.open(document) { [weak self] list in
            guard let self else { return }
            if let list { editor = AnnotationEditor(list) }
            if isAwaited { toggleEditing() }
            isAwaited = false
        }
    }

    func documentDidChange(_ document: Document) {
        files.documentDidChange(document)
        overlaid.documentDidChange(document)
    }

    func documentWillClose() {
        files.save(editor.list)
        files.leave()
        overlaid.leave()
    }

    func documentDidClose() {
        editor = AnnotationEditor()
        isAwaited = false
        press = nil
        touch = AnnotationTouch()
        context.calibration = nil
        context.isEditing = false
    }

    func describe(in link: inout ViewLink) {
        if let path = overlaid.path { link.options.append("--overlay-annotations \(path.shellQuoted)") }
    }

    var unfinishedInput: String? { editor.unfinishedInput }

    func close() {
        files.save(editor.list)
        files.wait()
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .annotate where editor.isOn:
            context.drop([unfinishedInput].compactMap(\.self)) { [weak self] in self?.toggleEditing() }
        case .annotate: toggleEditing()
        case .undo: undo()
        case .redo: redo()
        case .exportAnnotated: context.onExport?(overlaid.entries.map(\.annotation) + editor.list.annotations)
        case .overlayAnnotations: overlaid.askOrRemove()
        case _ where command.feature == .annotations: toggleVisibility()
        default: return false
        }
        context.scene.setNeedsFrame()
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard context.document != nil else { return nil }
        return switch command {
        case .annotate: CommandState(isChecked: editor.isOn)
        case .overlayAnnotations:
            context.metadata?.projection == nil ? nil : CommandState(isChecked: !overlaid.entries.isEmpty)
        case .undo: editor.list.canUndo || !editor.draft.isEmpty ? CommandState() : nil
        case .redo: editor.list.canRedo ? CommandState() : nil
        default: nil
        }
    }

    /// Shows or hides the annotations, and says so, because nothing else would in an image without any.
    private func toggleVisibility() {
        context.features.formSymmetricDifference([.annotations])
        let isShown = context.features.contains(.annotations)
        let isEmpty = editor.list.entries.isEmpty && overlaid.entries.isEmpty && !isReading
        let addition = isShown && isEmpty && context.document != nil ? "; this image has none" : ""
        visibilityMessage = context.post(
            "Annotations: \(isShown ? "shown" : "hidden")\(addition)", insteadOf: visibilityMessage)
    }

    /// Begins or ends the editing.
    private func toggleEditing() {
        guard context.document != nil else { return context.postNoFile("to measure in") }
        guard !files.isReading else { return isAwaited.toggle() }
        editor.setOn(!editor.isOn)
        if editor.isOn { context.features.insert(.annotations) }
    }

    private func undo() {
        guard editor.list.canUndo || !editor.draft.isEmpty else {
            return context.post("There is nothing to undo.", isAboutDocument: true)
        }
        editor.undo()
    }

    private func redo() {
        guard editor.list.canRedo else {
            return context.post("There is nothing to redo.", isAboutDocument: true)
        }
        editor.redo()
    }

    // MARK: Input

    var isTyping: Bool { editor.isTyping }

    func endTyping() {
        guard editor.isTyping else { return }
        editor.enter()
        context.scene.setNeedsFrame()
    }

    var isTracking: Bool { editor.isDragging || touch.isBusy || view.toolBar.isDragging }

    func handle(_ event: InputEvent) -> Bool {
        guard editor.isOn, context.document != nil else {
            // The editing may have ended while a finger was down.
            touch = AnnotationTouch()
            return false
        }
        let wasTyping = editor.isTyping
        defer {
            askForKnownLength()
            if editor.isTyping, !wasTyping { context.endTyping(except: self) }
            context.isEditing = editor.isOn
            context.scene.setNeedsFrame()
        }
        return switch context.localized(event) {
        case .key(let event): handle(event)
        case .pointer(let event): handle(event)
        case .touch(let event): handle(event)
        case .wheel(let event): hasToolBar && view.toolBar.scroll(by: event)
        }
    }

    func handle(text: String) -> Bool {
        guard editor.isTyping else { return false }
        editor.type(text)
        context.scene.setNeedsFrame()
        return true
    }

    private func handle(_ event: KeyEvent) -> Bool {
        guard event.isDown, !context.features.contains(.help) else { return false }
        if event.key != .enter { editor.forgetEnding() }
        switch event.key {
        case .enter: if !event.isRepeat { editor.pressEnter() }
        case .escape where !event.isRepeat: editor.escape()
        case .delete where !editor.canDelete: context.perform(.delete)
        case .backspace, .delete: editor.delete()
        // While a name is typed, no key is a command.
        case _ where editor.isTyping: return true
        case .tab: editor.chooseNext(isBackward: event.modifiers.contains(.shift))
        case .character(let key) where event.modifiers.isEmpty:
            guard let tool = AnnotationTool.allCases.first(where: { $0.key == key }) else { return false }
            editor.choose(tool)
        default: return false
        }
        return true
    }

    /// Handles the pointer: clicks draw and select, drags of handles change the selected annotation, and other drags pan.
    private func handle(_ event: PointerEvent) -> Bool {
        let imagePoint = context.annotationPoint(at: event.position)
        editor.point(at: event.phase == .exited ? nil : imagePoint)
        switch event.phase {
        case .down(.primary, let clicks):
            let toolBar = view.toolBar
            if hasToolBar, toolBar.beginDrag(at: event.position) || toolBar.press(at: event.position, &editor) {
                return true
            }
            guard let imagePoint else { return false }
            if editor.beginDrag(at: imagePoint, within: imageReach) { return true }
            press = (event.position, clicks)
            // A double click ends a line, and does not zoom.
            var single = event
            single.phase = .down(.primary, clicks: 1)
            return context.controller.handle(.pointer(single))
        case .moved where view.toolBar.isDragging:
            view.toolBar.drag(to: event.position)
            return true
        case .up(.primary, _) where view.toolBar.isDragging:
            if view.toolBar.endDrag() { _ = view.toolBar.press(at: event.position, &editor) }
            return true
        case .moved:
            if let press, !press.point.isClose(to: event.position, within: Self.clickSlop) {
                self.press = nil
            }
            return editor.isDragging
        case .up(.primary, _):
            if editor.isDragging {
                editor.endDrag()
                return true
            }
            guard let press = press.take(), let imagePoint else { return false }
            editor.click(at: imagePoint, isRepeated: press.clicks.isMultiple(of: 2), within: imageReach)
            return false
        default: return false
        }
    }

    /// Whether the pointer is in the pane of the tools, and not at the same place of another one.
    private var hasToolBar: Bool { context.pane == 0 }

    private func handle(_ event: TouchEvent) -> Bool {
        switch touch.handle(event, &editor, view.toolBar, in: context) {
        case .scrolls: return false
        case .edits: return true
        case .taps:
            var cancelled = event
            cancelled.phase = .cancelled
            context.controller.handle(.touch(cancelled))
            return true
        case .handsOver(let finger, let point):
            context.controller.handle(
                .touch(TouchEvent(time: event.time, phase: .down, finger: finger, position: point)))
            return false
        }
    }

    func cancelInput() {
        editor.cancelDrag()
        _ = view.toolBar.endDrag()
        press = nil
        touch = AnnotationTouch()
    }

    /// The distance at which the pointer still hits an annotation or a handle, in full-size pixels.
    private var imageReach: Double { context.imageLength(Self.reach) }

    func cursor(at point: Point) -> Cursor? {
        guard editor.isOn, context.document != nil, !context.controller.model.isDragging else { return nil }
        guard let local = context.pointer else { return nil }
        let toolBar = view.toolBar
        if hasToolBar, toolBar.contains(local) {
            return toolBar.tool(at: local) == nil && toolBar.color(at: local) == nil ? .arrow : .pointingHand
        }
        guard let imagePoint = context.imagePoint(at: local) else { return nil }
        return editor.cursor(at: imagePoint, within: imageReach) { context.controller.model.viewPoint(of: $0) }
    }

    // MARK: Known lengths

    /// Asks for the length of the line that was drawn; the size of a pixel follows from it.
    private func askForKnownLength() {
        guard let line = editor.takeLineToMeasure() else { return }
        guard context.metadata?.projection == nil else {
            editor.cancelAll()
            return context.post("The scale of this image is that of its place on the Earth.", isAboutDocument: true)
        }
        let hint =
            "its length, such as 12.5 mm, 40 µm or 3 in"
            + (editor.list.calibration == nil ? "" : "; empty for no scale")
        context.ask(
            TextEntry.Question(title: "Known length", hint: hint) { [weak self] text in
                guard let self else { return nil }
                do throws(KnownLength.Fault) {
                    let length = try KnownLength(text)
                    editor.calibrate(try length?.millimetersPerPixel(of: line))
                    context.scene.setNeedsFrame()
                    return nil
                } catch {
                    return error.description
                }
            })
    }

    // MARK: Display

    func update() {
        context.isEditing = editor.isOn
        context.calibration = editor.list.calibration
        files.save(editor.list)
        context.fillView(view.layer)
        view.layer.masksToBounds = context.panes.panes.count > 1
        view.update(
            editor, overlaid: overlaid.entries,
            isVisible: context.features.contains(.annotations) && context.document != nil,
            isAsking: context.isTyping,
            transform: context.controller.model.view.transform(in: context.view.bounds.size),
            size: context.view.bounds.size, scale: files.scale)
        let layer = view.layer
        if !view.isNeeded {
            layer.removeFromSuperlayer()
        } else if layer.superlayer == nil {
            context.scene.root.insertSublayer(layer, below: context.overlays.layer)
        }
        context.overlays.show(view.toolBar.layer, at: .edge, if: editor.isOn)
    }

    func addOverlays(to list: inout OverlayList) {
        guard editor.isOn, view.layer.superlayer != nil else { return }
        // Side by side, the tools lie in the pane of the image that is edited.
        let frames = context.panes.frames
        list.add(view.toolBar.request(in: list.layout, region: frames.count > 1 ? frames.first : nil))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        view.toolBar.place(in: arrangement.frames[AnnotationToolBar.id])
    }
}

extension ViewerContext {
    /// The point of the image at a point of the view, rounded to a thousandth of a pixel, which is finer than any screen shows
    /// it; nil without one.
    func annotationPoint(at point: Point) -> Point? {
        imagePoint(at: point).map { Point(x: ($0.x * 1000).rounded() / 1000, y: ($0.y * 1000).rounded() / 1000) }
    }
}

extension AnnotationToolBar {
    /// Chooses the tool or the color at a point of the view; returns whether the point is on the tool bar.
    func press(at point: Point, _ editor: inout AnnotationEditor) -> Bool {
        guard contains(point) else { return false }
        if let tool = tool(at: point) {
            editor.choose(tool)
        } else if let color = color(at: point) {
            editor.choose(color)
        }
        return true
    }
}
