internal import LayerTree

/// A page that exists: its place, and its content once that is there.
@MainActor
final class Page {
    let scrollLayer: ScrollLayer
    var index: Int
    var controller: ScrollController?
    /// What makes the content.
    var task: Task<Void, Never>?

    init(index: Int, scrollLayer: ScrollLayer) {
        self.index = index
        self.scrollLayer = scrollLayer
    }

    /// Forgets the content, so that the page can be another one.
    func clear() {
        task?.cancel()
        task = nil
        controller?.contentLayer.removeFromSuperlayer()
        controller = nil
    }
}
