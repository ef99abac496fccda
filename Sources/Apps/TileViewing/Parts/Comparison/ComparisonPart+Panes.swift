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
    var shownNames: [String] {
        guard current?.mode == .sideBySide, context.features.contains(.statusLine), let document = context.document,
            !view.panes.isEmpty
        else { return [] }
        return ([document] + view.panes.map(\.document)).map { VisibleText.escaped($0.name) }
    }

    /// The images that have a pane beside the first one.
    var paneImages: [PaneImage] {
        guard current?.mode == .sideBySide else { return [] }
        return view.panes.prefix(context.panes.panes.count - 1).map {
            PaneImage(document: $0.document, transform: $0.registration.transform)
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
