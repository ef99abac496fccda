internal import Numbers
internal import TiledLayers

/// The status of a comparison: its mode and its images.
extension ComparisonPart {
    func describe(in status: inout ViewerStatus) {
        guard let current else { return }
        let others = view.panes.prefix(current.mode == .sideBySide ? Comparison.imageLimit : 1)
        status.name = ([status.name] + others.map { VisibleText.escaped($0.document.name) }).joined(separator: " | ")
        let title = current.mode.title
        status.comparison =
            switch current.mode {
            case _ where others.isEmpty: "\(title): opening …"
            case .difference: "\(title) ×\(current.gain)"
            case .blink: "\(title): \(showsSecond ? "B" : "A")"
            case _ where marking != nil: "\(title): placing by points"
            case .overlay: "\(title): \(current.overlayText)"
            case .sideBySide, .curtain: title
            }
        status.correction = current.correction.isNeutral ? nil : "B: \(current.correction.text)"
        for pane in others { status.count(pane.tiles) }
    }
}
