public import LayerTree
internal import ScrollLayers

extension Viewer {
    /// The shape of the pointer over the view, which announces the effect of a press.
    ///
    /// Set it as the window's cursor after each event and each update. It is an open hand over an image that can be panned, and
    /// a closed hand during a drag. It is a crosshair where a region or an annotation is drawn, arrows over the handles of
    /// annotations, a pointing hand over anything that can be clicked, and the arrow elsewhere.
    public var cursor: Cursor {
        guard let pointer else { return .arrow }
        if controls.menu.isOpen { return controls.menu.item(at: pointer) == nil ? .arrow : .pointingHand }
        if selection.isDrawing { return .crosshair }
        if overlays.isDragging || controller.model.isDragging { return .closedHand }
        if !controller.model.isTracking {
            if features.contains(.help) { return .arrow }
            if controls.buttons.hovered != nil { return .pointingHand }
            if let cursor = overlays.cursor(at: pointer) { return cursor }
        }
        guard document != nil else { return .arrow }
        if modifiers == .shift, !annotations.editor.isDragging { return .crosshair }
        return annotationCursor(at: pointer) ?? (isPannable(at: pointer) ? .openHand : .arrow)
    }

    /// The shape over what edits annotations; nil where nothing does.
    private func annotationCursor(at point: Point) -> Cursor? {
        guard annotations.editor.isOn else { return nil }
        if annotationView.toolBar.contains(point) {
            let toolBar = annotationView.toolBar
            return toolBar.tool(at: point) == nil && toolBar.color(at: point) == nil ? .arrow : .pointingHand
        }
        guard let imagePoint = content.convert(point, from: nil) else { return nil }
        return annotations.editor.cursor(at: imagePoint, within: imageReach) { controller.model.viewPoint(of: $0) }
    }

    /// Whether the image is at a point of the view, and is not seen as a whole.
    private func isPannable(at point: Point) -> Bool {
        let model = controller.model
        let image = model.geometry.contentRect
        let size = view.bounds.size
        // A tolerance for what fits but for a rounding error.
        let isSeen = image.corners.map(model.viewPoint).allSatisfy { corner in
            corner.x >= -0.5 && corner.y >= -0.5 && corner.x <= size.width + 0.5 && corner.y <= size.height + 0.5
        }
        return !isSeen && image.contains(model.contentPoint(at: point))
    }
}

extension InputEvent {
    /// The modifiers that are held down; nil for fingers.
    var modifiers: KeyModifiers? {
        switch self {
        case .pointer(let event): event.modifiers
        case .wheel(let event): event.modifiers
        case .key(let event): event.modifiers
        case .touch: nil
        }
    }
}
