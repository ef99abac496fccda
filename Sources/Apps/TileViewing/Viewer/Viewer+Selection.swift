internal import LayerTree
internal import ScrollLayers
internal import TilePyramid

extension Viewer {
    /// The outline of the selection in the view; nil if nothing is selected.
    private var selectionOutline: SelectionOutline? {
        selection.rect.map { SelectionOutline($0, view: controller.model.view, size: view.bounds.size) }
    }

    /// Begins a drag of the selection at a press on it.
    ///
    /// - Returns: whether it begins: with Shift only at a handle, because Shift and a drag make a new selection, and not while
    ///   annotations are edited, which can be inside.
    func beginSelectionDrag(_ event: PointerEvent) -> Bool {
        guard case .down(.primary, clicks: 1) = event.phase, event.modifiers.isSubset(of: .shift),
            !controller.model.isTracking, !annotations.editor.isOn,
            let part = selectionOutline?.part(at: event.position),
            part != .inside || event.modifiers.isEmpty, let imagePoint = content.convert(event.position, from: nil)
        else { return false }
        selection.begin(part, at: imagePoint, viewPoint: event.position)
        return true
    }

    /// Selects a region; nil for none.
    func select(_ rect: PixelRect?) {
        if let rect { selection.select(rect) } else { selection.clear() }
        gridSelectionLayer.selection = selection.rect
        scene.setNeedsFrame()
    }

    /// Selects a region, and flies there if nothing of it is in view.
    private func selectAndShow(_ rect: PixelRect) {
        select(rect)
        guard rect.area.intersection(controller.model.visibleRect) == nil else { return }
        var target = currentView
        target.center = rect.area.point(at: Point(x: 0.5, y: 0.5))
        show(target)
    }

    /// Asks for the region that is selected.
    func askForSelection() {
        guard let document else { return post("No file is open to select in.", .error) }
        let size = document.size
        let seen = PixelRect(touchedBy: controller.model.visibleRect, in: size)
        let current = selection.rect ?? seen ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let question = TextEntry.Question(
            title: "Selection", text: RegionText.editable(current), hint: "x, y, width × height in pixels"
        ) { [weak self] text in
            do throws(RegionText.Fault) {
                self?.selectAndShow(try RegionText.parse(text, current: current, in: size))
                return nil
            } catch {
                return error.description
            }
        }
        ask(question)
    }

    /// Shows the marks of the selection in the current view.
    func updateSelection() {
        let layer = selectionMarks.layer
        guard let outline = selectionOutline, let rect = selection.rect else {
            if layer.superlayer != nil { layer.removeFromSuperlayer() }
            return
        }
        if layer.superlayer == nil {
            scene.root.insertSublayer(layer, below: overlays.layer)
        }
        let text = RegionText.size(rect.size, millimetersPerPixel: document?.state.metadata.millimetersPerPixel)
        selectionMarks.update(outline, text: text, in: view.bounds.size)
    }
}
