public import LayerTree

extension ScrollController {
    /// Links other content to the view: it always shows the same point, with the same scale, angle and mirroring.
    ///
    /// The middles of both scroll layers show the same point, so layers of the same size show the same part, pixel for
    /// pixel. Events over the linked layer move both. There is one model, so limits and momentum are those of the
    /// controller's own content.
    ///
    /// ```swift
    /// let after = TiledLayer(image: other, loader: loader)
    /// let right = ScrollLayer()
    /// right.frame = Rect(x: 401, y: 0, width: 399, height: 600)
    /// controller.link(after, in: right)
    /// ```
    ///
    /// - Parameters:
    ///   - contentLayer: the content, which gets the bounds of the controller's content layer. Put content with other
    ///     coordinates into a sublayer with its own transform.
    ///   - scrollLayer: the layer in which the content scrolls; the content is added to it if it has no superlayer. If the
    ///     layer is linked already, this content replaces its old content.
    public func link(_ contentLayer: Layer, in scrollLayer: ScrollLayer) {
        precondition(scrollLayer !== self.scrollLayer, "a scroll layer cannot be linked with itself")
        if contentLayer.superlayer == nil {
            Transaction.run(disablesActions: true) { _ = scrollLayer.addSublayer(contentLayer) }
        }
        links.removeAll { $0.scrollLayer === scrollLayer }
        links.append(ScrollLink(scrollLayer: scrollLayer, contentLayer: contentLayer))
        updateLayers()
    }

    /// Ends the link of a scroll layer, and leaves its position as it is; does nothing if it is not linked.
    public func unlink(_ scrollLayer: ScrollLayer) {
        links.removeAll { $0.scrollLayer === scrollLayer }
    }

    /// The scroll layers that are linked, in the order of linking.
    public var linkedScrollLayers: [ScrollLayer] { links.map(\.scrollLayer) }
}
