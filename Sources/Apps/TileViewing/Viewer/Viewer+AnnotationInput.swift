internal import LayerTree
internal import ScrollLayers

extension Viewer {
    /// The distance at which the pointer still hits an annotation or a handle, in points.
    private static let annotationReach = 7.0
    /// The distance that the pointer may move during a click, in points.
    private static let clickSlop = 4.0

    /// The distance at which the pointer still hits an annotation or a handle, in full-size pixels.
    var imageReach: Double { imageLength(Self.annotationReach) }

    /// The full-size pixels of a length in points.
    func imageLength(_ points: Double) -> Double { points / controller.model.view.scale }

    /// The point of the image at a point of the view, as annotations have it; nil without one.
    func annotationPoint(at point: Point) -> Point? { content.convert(point, from: nil)?.roundedToThousandths }

    /// Chooses the tool or the color at a point of the view.
    ///
    /// - Returns: whether the point is on the tool bar.
    func pressToolBar(at point: Point) -> Bool {
        let toolBar = annotationView.toolBar
        guard toolBar.contains(point) else { return false }
        if let tool = toolBar.tool(at: point) {
            annotations.editor.choose(tool)
        } else if let color = toolBar.color(at: point) {
            annotations.editor.choose(color)
        }
        return true
    }

    /// Handles a key while annotations are edited.
    ///
    /// - Returns: whether the key means something for annotations.
    func handleAnnotationKey(_ event: KeyEvent) -> Bool {
        guard annotations.editor.isOn, event.isDown, !features.contains(.help) else { return false }
        defer { scene.setNeedsFrame() }
        switch event.key {
        case .enter: annotations.editor.enter()
        case .escape where !event.isRepeat: annotations.editor.escape()
        case .backspace, .delete: annotations.editor.delete()
        // While a name is typed, letters are no commands.
        case _ where annotations.editor.isTyping: return event.modifiers.isDisjoint(with: [.control, .alt, .command])
        case .tab: annotations.editor.chooseNext(isBackward: event.modifiers.contains(.shift))
        case .character(let key) where event.modifiers.isEmpty:
            guard let tool = AnnotationTool.allCases.first(where: { $0.key == key }) else { return false }
            annotations.editor.choose(tool)
        default: return false
        }
        return true
    }

    /// Handles text that is typed as the name of an annotation.
    ///
    /// - Returns: whether a name is typed.
    func handleAnnotationText(_ text: String) -> Bool {
        guard annotations.editor.isTyping else { return false }
        annotations.editor.type(text)
        scene.setNeedsFrame()
        return true
    }

    /// Handles a pointer event while annotations are edited: clicks draw and select, drags of handles change the selected
    /// annotation, and other drags pan.
    ///
    /// - Returns: whether the event means something for annotations.
    func handleAnnotationPointer(_ event: PointerEvent) -> Bool {
        guard annotations.editor.isOn, document != nil else { return false }
        defer { scene.setNeedsFrame() }
        let imagePoint = annotationPoint(at: event.position)
        annotations.editor.point(at: event.phase == .exited ? nil : imagePoint)
        switch event.phase {
        case .down(.primary, let clicks):
            if pressToolBar(at: event.position) { return true }
            guard let imagePoint else { return false }
            if annotations.editor.beginDrag(at: imagePoint, within: imageReach) { return true }
            annotations.press = (event.position, clicks)
            // A double click ends a line, and does not zoom.
            var single = event
            single.phase = .down(.primary, clicks: 1)
            return controller.handle(.pointer(single))
        case .moved:
            if let press = annotations.press, !press.point.isClose(to: event.position, within: Self.clickSlop) {
                annotations.press = nil
            }
            return annotations.editor.isDragging
        case .up(.primary, _):
            if annotations.editor.isDragging {
                annotations.editor.endDrag()
                return true
            }
            guard let press = annotations.press, let imagePoint else { return false }
            annotations.press = nil
            annotations.editor.click(at: imagePoint, isRepeated: press.clicks.isMultiple(of: 2), within: imageReach)
            return false
        default: return false
        }
    }
}

extension Point {
    /// The point with its coordinates rounded to a thousandth of a pixel, which is finer than any screen shows it.
    fileprivate var roundedToThousandths: Point {
        Point(x: (x * 1000).rounded() / 1000, y: (y * 1000).rounded() / 1000)
    }

    /// Whether another point lies no farther than a distance along each axis.
    func isClose(to other: Point, within distance: Double) -> Bool {
        abs(x - other.x) <= distance && abs(y - other.y) <= distance
    }
}
