internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import VectorDrawing

/// The panes of images side by side.
extension ComparisonPart {
    /// Shows more or fewer images side by side.
    func changePaneCount(by change: Int) {
        guard current?.mode == .sideBySide else {
            return context.post(
                "Images are not side by side; w chooses the way of comparing.", .error, isAboutDocument: true)
        }
        let count = min(files.paneCount, files.paneLimit) + change
        guard count >= 2 else {
            return context.post("Two images are the fewest that are compared.", isAboutDocument: true)
        }
        guard count <= Comparison.imageLimit else {
            return context.post(
                "Up to \(Comparison.imageLimit) images are shown side by side.", isAboutDocument: true)
        }
        guard count <= files.paneLimit else { return context.post("There is no other file to compare with.") }
        files.paneCount = count
        files.open()
        placePanes()
        showPanes()
    }

    /// The names in the panes: none unless images are side by side, and the status line is shown.
    var shownNames: [PaneNames.Name] {
        guard current?.mode == .sideBySide, context.features.contains(.statusLine), let document = context.document
        else { return [] }
        let others = files.paths.enumerated().map { index, path in
            guard let pane = view.panes.first(where: { $0.number == index + 1 }) else {
                return PaneNames.Name(text: VisibleText.escaped(context.files.name(of: path)), isOpening: true)
            }
            return PaneNames.Name(text: VisibleText.escaped(pane.document.name))
        }
        return others.isEmpty ? [] : [PaneNames.Name(text: VisibleText.escaped(document.name))] + others
    }

    /// The images that have a pane beside the first one.
    var paneImages: [PaneImage] {
        guard current?.mode == .sideBySide else { return [] }
        return view.panes.filter { $0.number < context.panes.panes.count }.map {
            PaneImage(document: $0.document, transform: $0.registration.transform, pane: $0.number)
        }
    }

    /// Marks the place of the pointer in the panes where it is not.
    func showPointerMarks() {
        let frames = context.panes.frames
        guard let pointer = context.pointer, frames.count > 1 else { return view.marks.show([], pixel: 1) }
        let marks = frames.enumerated().compactMap { index, frame in
            index == context.pane ? nil : (point: pointer + frame.origin, frame: frame)
        }
        view.marks.show(marks, pixel: 1 / context.scene.scale)
    }

    // MARK: Places of the names

    func addOverlays(to list: inout OverlayList) {
        for request in view.names.requests { list.add(request) }
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        view.names.place(arrangement)
    }
}
