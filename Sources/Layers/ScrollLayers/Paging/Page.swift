internal import LayerTree

/// An existing page: its place, and its content once it is made.
@MainActor
final class Page {
    let scrollLayer: ScrollLayer
    var index: Int
    var controller: ScrollController?
    /// The task that makes the content.
    var task: Task<Void, Never>?

    init(index: Int, scrollLayer: ScrollLayer) {
        self.index = index
        self.scrollLayer = scrollLayer
    }

    /// Removes the content, so that the object can be reused for another page.
    func clear() {
        task?.cancel()
        task = nil
        Transaction.run(disablesActions: true) { controller?.contentLayer.removeFromSuperlayer() }
        controller = nil
    }
}
