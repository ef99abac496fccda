internal import Controls
internal import LayerTree
internal import Numbers
internal import TiledLayers

/// The things that are said about the images that are compared.
extension ComparisonPart {
    /// The most failed tiles that are named.
    private static let announcementLimit = 3

    /// Posts which visible tiles of the other images could not be loaded, each once.
    func announceFailures() {
        for pane in view.panes {
            for tile in pane.tiles.missingTiles {
                guard case .failed(let reason, _, retryTime: nil) = tile.state,
                    announcedFailures.count < Self.announcementLimit,
                    announcedFailures.insert(TileKey(image: pane.document.image.id, index: tile.index)).inserted
                else { continue }
                context.post("\(pane.document.name): tile \(tile.index): \(reason)", .error)
            }
        }
    }

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
