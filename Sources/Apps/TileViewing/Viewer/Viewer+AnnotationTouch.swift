internal import LayerTree
internal import ScrollLayers

/// The finger that edits annotations, until a second finger touches the screen.
struct AnnotationTouch: Sendable {
    /// The action of the finger.
    enum Action: Sendable {
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

    /// The finger; nil if none edits.
    var finger: Int?
    var action = Action.scroll
    /// The point of the view that the finger touched first, and its present position.
    var start = Point.zero, position = Point.zero
    /// The tap before, which a second one makes a double tap.
    var lastTap: (time: Double, point: Point)?

    /// The distance at which a finger still hits a handle, in points: half of 44 points, the size of a target for fingers.
    static let handleReach = 22.0
    /// The distance at which a finger still selects an annotation, in points.
    static let lineReach = 12.0
    /// The distance that a finger may move during a tap, in points.
    static let slop = 10.0
    /// The most seconds between the taps of a double tap, and the distance between them in points.
    static let doubleTap = (seconds: 0.35, distance: 40.0)
}

extension Viewer {
    /// Handles a finger while annotations are edited: taps draw and select, drags move handles and draw rectangles, and all
    /// else scrolls, as two fingers always do.
    ///
    /// - Returns: nil if the event is one of scrolling; else whether it means something.
    func handleAnnotationTouch(_ event: TouchEvent) -> Bool? {
        guard annotations.editor.isOn, document != nil else {
            // The editing may have ended while a finger was down.
            annotations.touch = AnnotationTouch()
            return nil
        }
        defer { scene.setNeedsFrame() }
        if event.phase == .down {
            guard annotations.touch.finger == nil, !controller.model.isTracking else {
                handOverTouch(at: event.time)
                return nil
            }
            return beginAnnotationTouch(event)
        }
        guard event.finger == annotations.touch.finger else { return nil }
        annotations.touch.position = event.position
        guard event.phase == .moved else {
            annotations.touch.finger = nil
            return event.phase == .up ? endAnnotationTouch(event) : cancelAnnotationTouch()
        }
        let touch = annotations.touch
        switch touch.action {
        case .scroll: return nil
        case .toolBar: return true
        case .drag: annotations.editor.point(at: annotationPoint(at: event.position))
        case .press:
            if !touch.start.isClose(to: event.position, within: AnnotationTouch.slop) {
                annotations.touch.action = .scroll
            }
            return nil
        case .box:
            if annotations.editor.draft.isEmpty {
                guard !touch.start.isClose(to: event.position, within: AnnotationTouch.slop),
                    let corner = annotationPoint(at: touch.start)
                else { break }
                annotations.editor.click(at: corner, within: 0)
            }
            annotations.editor.point(at: annotationPoint(at: event.position))
        }
        return true
    }

    private func beginAnnotationTouch(_ event: TouchEvent) -> Bool? {
        annotations.touch.finger = event.finger
        annotations.touch.start = event.position
        annotations.touch.position = event.position
        guard !pressToolBar(at: event.position) else {
            annotations.touch.action = .toolBar
            controls.touch.stopWaiting()
            return true
        }
        if let point = annotationPoint(at: event.position),
            annotations.editor.beginDrag(at: point, within: imageLength(AnnotationTouch.handleReach))
        {
            annotations.touch.action = .drag
            controls.touch.stopWaiting()
            return true
        }
        let drawsBox = annotations.editor.tool == .rectangle && annotations.editor.draft.isEmpty
        annotations.touch.action = drawsBox ? .box : .press
        return drawsBox ? true : nil
    }

    private func endAnnotationTouch(_ event: TouchEvent) -> Bool? {
        let point = annotationPoint(at: event.position)
        defer { annotations.editor.point(at: nil) }
        switch annotations.touch.action {
        case .scroll: return nil
        case .toolBar: break
        case .drag:
            annotations.editor.point(at: point)
            annotations.editor.endDrag()
        case .box where !annotations.editor.draft.isEmpty:
            if let point { annotations.editor.click(at: point, within: 0) }
            // What has no width or no height is no rectangle.
            if !annotations.editor.draft.isEmpty { annotations.editor.cancelAll() }
        case .box:
            tap(at: event)
        case .press:
            tap(at: event)
            // A double tap ends a line, and does not zoom.
            var cancelled = event
            cancelled.phase = .cancelled
            return controller.handle(.touch(cancelled))
        }
        return true
    }

    private func tap(at event: TouchEvent) {
        guard let point = annotationPoint(at: event.position) else { return }
        let (seconds, distance) = AnnotationTouch.doubleTap
        let isRepeated = annotations.touch.lastTap.map { last in
            event.time - last.time <= seconds && last.point.isClose(to: event.position, within: distance)
        }
        annotations.touch.lastTap = isRepeated == true ? nil : (event.time, event.position)
        let reach = annotations.editor.tool == .select ? AnnotationTouch.lineReach : AnnotationTouch.handleReach
        annotations.editor.click(at: point, isRepeated: isRepeated == true, within: imageLength(reach))
    }

    private func cancelAnnotationTouch() -> Bool? {
        switch annotations.touch.action {
        case .scroll, .press: return nil
        case .toolBar: return true
        case .drag: annotations.editor.cancelDrag()
        case .box: annotations.editor.cancelAll()
        }
        return true
    }

    /// Makes the finger that edits one of two that pan and zoom; what it has begun is dropped.
    private func handOverTouch(at time: Double) {
        guard let finger = annotations.touch.finger else { return }
        switch annotations.touch.action {
        case .scroll, .press: break
        case .toolBar: return
        case .drag, .box:
            _ = cancelAnnotationTouch()
            _ = controller.handle(
                .touch(TouchEvent(time: time, phase: .down, finger: finger, position: annotations.touch.position)))
        }
        annotations.touch.action = .scroll
    }
}
