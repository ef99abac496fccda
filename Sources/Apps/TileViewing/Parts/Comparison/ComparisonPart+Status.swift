internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The status of a comparison: its mode and its images.
extension ComparisonPart {
    /// The panes of the images that are compared with the document: all of those side by side, or else one.
    var comparedPanes: [ComparisonPane] {
        current?.mode == .sideBySide ? view.panes : [view.second].compactMap(\.self)
    }

    func describe(in status: inout ViewerStatus) {
        guard let current else { return }
        let others = comparedPanes
        let isBeside = current.mode == .sideBySide
        let isOpening = others.isEmpty || isBeside && files.openDocuments.contains { $0 == nil }
        status.names += others.map { VisibleText.escaped($0.document.name) }
        status.name = status.names.joined(separator: NameShortener.separator)
        let title = current.mode.title
        status.comparison =
            switch current.mode {
            case _ where isOpening: "\(title): opening …"
            case .difference: "\(title) ×\(current.gain)"
            case .blink: "\(title): \(showsSecond ? "B" : "A")"
            case _ where marking != nil: "\(title): placing by points"
            case .overlay: "\(title): \(current.overlayText)"
            case .sideBySide, .curtain: title
            }
        status.correction = current.correction.isNeutral ? nil : "B: \(current.correction.text)"
        for pane in others { status.count(pane.tiles) }
    }

    // MARK: The image under the pointer

    /// The image that is seen at a point of its pane; nil where there is none.
    ///
    /// Under a curtain it is the one on that side, and in an overlay the one on top, where that image is. Differences are those of
    /// the first image.
    func seenImage(at point: Point) -> SeenImage? {
        guard let document = context.document else { return nil }
        guard let current else { return SeenImage(document: document) }
        let index = seenIndex(at: point, current)
        if index == 0 { return SeenImage(document: document, letter: view.panes.isEmpty ? nil : letter(of: 0)) }
        guard let pane = view.panes.first(where: { $0.number == index }) else { return nil }
        return SeenImage(
            document: pane.document, transform: pane.registration.transform, letter: letter(of: index))
    }

    private func letter(of index: Int) -> String? {
        SeenImage.letters.indices.contains(index) ? SeenImage.letters[index] : nil
    }

    /// The index of the image that is seen at a point of its pane, from 0 for the first one.
    private func seenIndex(at point: Point, _ comparison: Comparison) -> Int {
        if comparison.mode == .sideBySide { return context.pane }
        guard let second = view.second else { return 0 }
        switch comparison.mode {
        case .curtain: return point.x < context.panes.curtain(at: comparison.curtain) ? 0 : 1
        case .blink: return showsSecond ? 1 : 0
        case .overlay: return marked(comparison).opacity > 0 && covers(second, point) ? 1 : 0
        case .sideBySide, .difference: return 0
        }
    }

    /// Whether an image of an overlay is at a point of the view.
    private func covers(_ pane: ComparisonPane, _ point: Point) -> Bool {
        guard let inverse = pane.registration.transform.inverse, let place = context.imagePoint(at: point) else {
            return false
        }
        let image = inverse.apply(to: place)
        let size = pane.document.size
        return image.x >= 0 && image.y >= 0 && image.x < Double(size.width) && image.y < Double(size.height)
    }
}
