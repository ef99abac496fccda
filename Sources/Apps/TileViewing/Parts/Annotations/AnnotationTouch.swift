internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The finger that edits annotations, until a second finger touches the screen.
struct AnnotationTouch: Sendable {
    /// The action of the finger.
    private enum Action: Sendable {
        /// It has touched the image, and taps unless it moves, which pans.
        case press
        /// It has touched the image with the tool for rectangles: it taps or, if it moves, draws one.
        case box
        /// It drags a handle, or an annotation.
        case drag
        /// It has touched the tool bar.
        case toolBar
        /// It pans or zooms.
        case scroll
    }

    /// The meaning of a touch.
    enum Outcome: Hashable, Sendable {
        /// It is one of scrolling.
        case scrolls
        /// It edits.
        case edits
        /// The tap was used, and must not count as one of scrolling.
        case taps
        /// Two fingers scroll from now on: the first one, and where it is.
        case handsOver(finger: Int, Point)
    }

    /// The finger; nil if none edits.
    private(set) var finger: Int?
    private var action = Action.scroll
    /// The point of the view that the finger touched first.
    private var start = Point.zero
    private var position = Point.zero
    /// The tap before, which a second one makes a double tap.
    private var lastTap: (time: Double, point: Point)?

    /// The distance at which a finger still hits a handle, in points: half of 44 points, the size of a target for fingers.
    private static let handleReach = 22.0
    /// The distance at which a finger still selects an annotation, in points.
    private static let lineReach = 12.0
    /// The distance that a finger may move during a tap, in points.
    private static let slop = 10.0
    /// The most seconds between the taps of a double tap, and the distance between them in points.
    private static let doubleTap = (seconds: 0.35, distance: 40.0)

    /// Whether the finger does what a menu must not interrupt.
    var isBusy: Bool { finger != nil && (action == .toolBar || action == .drag) }

    /// Handles a finger while annotations are edited: taps draw and select, drags move handles and draw rectangles, and all
    /// else scrolls, as two fingers always do.
    ///
    /// - Parameters:
    ///   - event: the event, in points of the view.
    ///   - editor: the editor of the annotations.
    ///   - toolBar: the tool bar.
    ///   - context: the context, which knows where the image is.
    /// - Returns: the meaning of the event.
    @MainActor
    mutating func handle(
        _ event: TouchEvent, _ editor: inout AnnotationEditor, _ toolBar: AnnotationToolBar, in context: ViewerContext
    ) -> Outcome {
        if toolBar.isDragging, event.finger == finger, event.phase != .down {
            scroll(toolBar, by: event, &editor)
            return .edits
        }
        if event.phase == .down {
            guard finger == nil, !context.controller.model.isTracking else { return handOver(&editor) }
            return begin(event, &editor, toolBar, in: context)
        }
        guard event.finger == finger else { return .scrolls }
        position = event.position
        let imagePoint = context.annotationPoint(at: event.position)
        switch event.phase {
        case .moved, .down: return move(to: event.position, &editor, imagePoint, in: context)
        case .up:
            finger = nil
            return end(event, &editor, imagePoint, in: context)
        case .cancelled:
            finger = nil
            return cancel(&editor)
        }
    }

    @MainActor
    private mutating func begin(
        _ event: TouchEvent, _ editor: inout AnnotationEditor, _ toolBar: AnnotationToolBar, in context: ViewerContext
    ) -> Outcome {
        finger = event.finger
        start = event.position
        position = event.position
        if context.pane == 0,
            toolBar.beginDrag(at: event.position) || toolBar.press(at: event.position, &editor)
        {
            action = .toolBar
            return .edits
        }
        if let point = context.annotationPoint(at: event.position),
            editor.beginDrag(at: point, within: context.imageLength(Self.handleReach))
        {
            action = .drag
            return .edits
        }
        let drawsBox = editor.tool == .rectangle && editor.draft.isEmpty
        action = drawsBox ? .box : .press
        return drawsBox ? .edits : .scrolls
    }

    /// Scrolls the tool bar by a drag; a tap chooses the tool under the finger.
    @MainActor
    private mutating func scroll(
        _ toolBar: AnnotationToolBar, by event: TouchEvent, _ editor: inout AnnotationEditor
    ) {
        guard event.phase != .moved else { return toolBar.drag(to: event.position) }
        finger = nil
        if toolBar.endDrag(), event.phase == .up { _ = toolBar.press(at: event.position, &editor) }
    }

    @MainActor
    private mutating func move(
        to point: Point, _ editor: inout AnnotationEditor, _ imagePoint: Point?, in context: ViewerContext
    ) -> Outcome {
        let isFar = !start.isClose(to: point, within: Self.slop)
        switch action {
        case .scroll: return .scrolls
        case .toolBar: break
        case .drag: editor.point(at: imagePoint)
        case .press:
            if isFar { action = .scroll }
            return .scrolls
        case .box:
            if editor.draft.isEmpty {
                guard isFar, let corner = context.annotationPoint(at: start) else { break }
                editor.click(at: corner, within: 0)
            }
            editor.point(at: imagePoint)
        }
        return .edits
    }

    @MainActor
    private mutating func end(
        _ event: TouchEvent, _ editor: inout AnnotationEditor, _ imagePoint: Point?, in context: ViewerContext
    ) -> Outcome {
        defer { editor.point(at: nil) }
        switch action {
        case .scroll: return .scrolls
        case .toolBar: break
        case .drag:
            editor.point(at: imagePoint)
            editor.endDrag()
        case .box where !editor.draft.isEmpty:
            if let imagePoint { editor.click(at: imagePoint, within: 0) }
            // What has no width or no height is not a rectangle.
            if !editor.draft.isEmpty { editor.cancelAll() }
        case .box:
            tap(event, &editor, imagePoint, in: context)
        case .press:
            tap(event, &editor, imagePoint, in: context)
            // A double tap ends a line, and does not zoom.
            return .taps
        }
        return .edits
    }

    @MainActor
    private mutating func tap(
        _ event: TouchEvent, _ editor: inout AnnotationEditor, _ imagePoint: Point?, in context: ViewerContext
    ) {
        guard let imagePoint else { return }
        let (seconds, distance) = Self.doubleTap
        let isRepeated = lastTap.map { last in
            event.time - last.time <= seconds && last.point.isClose(to: event.position, within: distance)
        }
        lastTap = isRepeated == true ? nil : (event.time, event.position)
        let reach = editor.tool == .select ? Self.lineReach : Self.handleReach
        editor.click(at: imagePoint, isRepeated: isRepeated == true, within: context.imageLength(reach))
    }

    private mutating func cancel(_ editor: inout AnnotationEditor) -> Outcome {
        switch action {
        case .scroll, .press: return .scrolls
        case .toolBar: break
        case .drag: editor.cancelDrag()
        case .box: editor.cancelAll()
        }
        return .edits
    }

    /// Makes the finger that edits one of two that pan and zoom; what it has begun is dropped.
    private mutating func handOver(_ editor: inout AnnotationEditor) -> Outcome {
        guard let finger, action != .toolBar else { return .scrolls }
        let isNew = action == .drag || action == .box
        _ = cancel(&editor)
        action = .scroll
        return isNew ? .handsOver(finger: finger, position) : .scrolls
    }
}
