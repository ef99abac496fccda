internal import LayerTree
internal import VectorDrawing

/// Linked content that a scroll controller shows in the same view as its own content.
struct ScrollLink {
    /// The layer in which the content scrolls.
    let scrollLayer: ScrollLayer
    /// The content, in the coordinates of the controller's content.
    let contentLayer: Layer

    /// Shows the content in the same way as the controller's content, with the same point in the middle.
    ///
    /// - Parameters:
    ///   - content: the properties of the controller's content layer.
    ///   - offset: the origin of the bounds of its scroll layer.
    ///   - size: the size of these bounds.
    @MainActor
    func show(_ content: LayerProperties, at offset: Point, of size: Size) {
        var shown = contentLayer.properties
        shown.bounds = content.bounds
        shown.anchorPoint = content.anchorPoint
        shown.transform = content.transform
        shown.position = content.position
        if shown != contentLayer.properties {
            contentLayer.properties = shown
        }
        let own = scrollLayer.bounds.size
        let origin = offset + Point(x: (size.width - own.width) / 2, y: (size.height - own.height) / 2)
        if origin != scrollLayer.bounds.origin {
            scrollLayer.bounds.origin = origin
        }
    }
}
